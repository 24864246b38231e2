package dev.lazymcp.upstream;

/** A process and all that it started. Process groups and Windows job objects would be others of its kind. */
interface ProcessTree {
    /** What can be sent. */
    enum Signal {
        /** Nothing: who belongs to the tree is found out and remembered, since nobody can tell once a parent has ended. */
        NONE,
        /** A wish to end; nothing on Windows, which has no such thing. */
        TERM,
        /** The end. */
        KILL
    }

    /** Sends {@code signal} to all that is alive, those that were started since the last time included. */
    void signal(Signal signal);

    /** Whether anything of what is known is alive. Cheap. */
    boolean isAlive();
}
