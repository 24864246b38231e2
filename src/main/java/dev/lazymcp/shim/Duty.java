package dev.lazymcp.shim;

/** What becomes of a request of the client. */
enum Duty {
    /** The stub answers it itself, from what it knows. */
    ANSWER,
    /** The server gets it as it is. */
    FORWARD,
    /** The server gets it once it runs; it is started for that. */
    INVOKE,
    /** The server is suspended: an error says so. */
    REFUSE,
    /** There is no such task: a server that does not run has none. */
    NO_SUCH_TASK,
    /** There is no such method. */
    NO_SUCH_METHOD
}
