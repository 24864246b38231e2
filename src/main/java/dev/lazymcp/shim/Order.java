package dev.lazymcp.shim;

import java.util.Set;

/** What is asked of a running stub from outside of its client's conversation. */
public sealed interface Order {
    /** Start the server or bring it back into sight. */
    record Enable() implements Order {}

    /**
     * Put the server out of sight.
     *
     * @param stop and end its process
     */
    record Disable(boolean stop) implements Order {}

    /** Replace the server's process by a new one. */
    record Restart() implements Order {}

    /** End the server's process; the next call starts another. */
    record Stop() implements Order {}

    /** The agents that are active in this session are these now. */
    record Activate(Set<String> agents) implements Order {
        /** Copies the set. */
        public Activate {
            agents = Set.copyOf(agents);
        }
    }

    /** The entry in the client's configuration is this now. */
    record Redefine(Definition definition) implements Order {}

    /**
     * The entry is gone from the client's configuration.
     *
     * @param reason what is told to whoever calls
     */
    record Remove(String reason) implements Order {}
}
