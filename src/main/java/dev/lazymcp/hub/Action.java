package dev.lazymcp.hub;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What can be asked of the hub in the conversation. */
public enum Action {
    /** Show how the servers stand. */
    STATUS,
    /** Bring a server up. */
    ENABLE,
    /** Put a server out of sight. */
    DISABLE,
    /** Replace a server's process. */
    RESTART,
    /** Read the configuration again. */
    SYNC,
    /** Say which agent is active, or show that. */
    AGENT;

    /** The action that the word {@code name} means, or null. */
    static @Nullable Action named(@Nullable String name) {
        for (Action action : values()) {
            if (action.word().equals(name)) {
                return action;
            }
        }
        return null;
    }

    /** It in a word. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is about one server. */
    boolean needsServer() {
        return this == ENABLE || this == DISABLE || this == RESTART;
    }
}
