package dev.lazymcp.control;

import dev.lazymcp.control.AgentEntry.Holder;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * What a client's hook says of its agents: the JSON that Claude Code, VS Code and Copilot CLI give their hooks on stdin, as far as
 * it concerns us.
 */
public sealed interface AgentHook {
    /**
     * A conversation begins.
     *
     * @param source {@code startup}, {@code resume}, {@code clear} and {@code compact} are Claude Code's, whose process has one
     *     conversation at a time; {@code new} comes from clients that can have several
     * @param agent the main agent's name, empty where there is none or the client does not say
     */
    record SessionStart(String conversation, String source, String agent) implements AgentHook {}

    /** A conversation ends. */
    record SessionEnd(String conversation) implements AgentHook {}

    /** A subagent begins to work, for the first time or once more. */
    record SubagentStart(Holder.Hook subagent, String agent) implements AgentHook {}

    /** A subagent is done. */
    record SubagentStop(Holder.Hook subagent, String agent) implements AgentHook {}

    /**
     * Something that says nothing of agents.
     *
     * @param reason why, for people
     */
    record Other(String reason) implements AgentHook {}

    /**
     * Reads a hook's input.
     *
     * @param input a JSON object
     * @param event the event's name where the client's input does not have it, else empty
     */
    static AgentHook read(Frame input, String event) {
        String name = either(input, "hook_event_name", "hookEventName");
        String happened = name.isEmpty() ? event : name;
        String conversation = either(input, "session_id", "sessionId");
        String agent = either(input, "agent_type", "agentType");
        agent = agent.isEmpty() ? either(input, "agent_name", "agentName") : agent;
        Holder.Hook subagent = new Holder.Hook(conversation, either(input, "agent_id", "agentId"));
        return switch (happened.toLowerCase(Locale.ROOT)) {
            case "sessionstart" -> new SessionStart(conversation, either(input, "source", "source"), agent);
            case "sessionend" -> new SessionEnd(conversation);
            case "subagentstart" ->
                agent.isEmpty()
                        ? new Other(happened + " does not say which agent starts")
                        : new SubagentStart(subagent, agent);
            case "subagentstop" -> new SubagentStop(subagent, agent);
            case "" -> new Other("the input has no hook_event_name");
            default -> new Other("nothing to do at " + happened);
        };
    }

    /**
     * What it makes of the agents that were active.
     *
     * @param aliases what else an agent is called
     */
    default ActiveAgents on(ActiveAgents before, Function<String, Set<String>> aliases) {
        return switch (this) {
            case SessionStart(String _, String source, String _) when source.equals("compact") -> before;
            case SessionStart(String conversation, String source, String agent) -> {
                boolean only = switch (source) {
                    case "startup", "resume", "clear" -> true;
                    default -> false;
                };
                ActiveAgents kept = only ? before.forgetHooks() : before.forget(conversation);
                Holder holder = new Holder.Hook(conversation, "");
                yield agent.isEmpty() ? kept : kept.set(new AgentEntry(agent, aliases.apply(agent), holder));
            }
            case SessionEnd(String conversation) -> before.forget(conversation);
            case SubagentStart(Holder.Hook subagent, String agent) ->
                before.enter(new AgentEntry(agent, aliases.apply(agent), subagent));
            case SubagentStop(Holder.Hook subagent, String agent) -> before.stopped(agent, subagent);
            case Other _ -> before;
        };
    }

    private static String either(Frame input, String name, String other) {
        String value = Json.string(input, name);
        String second = value == null ? Json.string(input, other) : value;
        return second == null ? "" : second;
    }
}
