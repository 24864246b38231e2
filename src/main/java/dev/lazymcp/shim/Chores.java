package dev.lazymcp.shim;

import java.util.List;

/**
 * Command lines for the system's shell that belong to a server's life in a session. In each list the next is run when the one before
 * has succeeded.
 *
 * @param init run before the server's first start
 * @param shutdown run after its last stop
 */
public record Chores(List<String> init, List<String> shutdown) {
    /** None. */
    public static final Chores NONE = new Chores(List.of(), List.of());

    /** Copies the lists. */
    public Chores {
        init = List.copyOf(init);
        shutdown = List.copyOf(shutdown);
    }
}
