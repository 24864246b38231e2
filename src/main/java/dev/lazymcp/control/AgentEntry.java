package dev.lazymcp.control;

import java.util.Set;

/**
 * An agent that is active.
 *
 * @param agent its name as it was given
 * @param aliases what else it is called: the name and the identifier in its definition
 * @param holder who says that it is active, and so may say that it is not any more
 */
public record AgentEntry(String agent, Set<String> aliases, Holder holder) {
    /** Who made an agent active. */
    public sealed interface Holder {
        /** A person, or a program that stands for one. */
        record Hand() implements Holder {}

        /**
         * A hook of the client.
         *
         * @param conversation the client's identifier of the conversation
         * @param subagent the client's identifier of the subagent; empty for the main agent, or where the client has none
         */
        record Hook(String conversation, String subagent) implements Holder {}
    }

    /** Copies the set. */
    public AgentEntry {
        aliases = Set.copyOf(aliases);
    }

    /** Whether {@code name} is a name of it; upper and lower case differ. */
    public boolean isCalled(String name) {
        return agent.equals(name) || aliases.contains(name);
    }

    /** Whether a hook made it active. */
    boolean isHooks() {
        return holder instanceof Holder.Hook;
    }

    /** Whether a hook of {@code conversation} made it active. */
    boolean isOf(String conversation) {
        return holder instanceof Holder.Hook hook && hook.conversation().equals(conversation);
    }
}
