package dev.lazymcp.shim;

/** What may happen to a server. Times are milliseconds of a monotonic clock. */
public sealed interface Event {
    /** A request waits that only the server can answer. */
    record Invoked(long now) implements Event {}

    /** A person, or {@code --eager}, wants the server up. */
    record Enabled() implements Event {}

    /**
     * A person wants the server out of sight.
     *
     * @param stop and its process ended
     */
    record Disabled(boolean stop) implements Event {}

    /** A person wants the server's process replaced by a new one. */
    record Restarted() implements Event {}

    /** A person wants the server's process ended; the next call starts another. */
    record Stopped() implements Event {}

    /**
     * The entry in the client's configuration is another one now.
     *
     * @param inScope whether an agent is active that it is for
     */
    record Redefined(boolean inScope) implements Event {}

    /**
     * The entry is gone from the client's configuration.
     *
     * @param reason what is told to whoever calls, such as "it was removed from FILE"
     */
    record Removed(String reason) implements Event {}

    /** An agent the server is for became active. */
    record ScopeEntered() implements Event {}

    /** The last agent the server is for is no longer active. */
    record ScopeLeft() implements Event {}

    /** The grace for a server out of scope is over. */
    record GraceOver() implements Event {}

    /** Nothing happened for as long as {@code --idle} says. */
    record IdleOver() implements Event {}

    /** Handshake and lists of that start are done. */
    record Connected(int generation) implements Event {}

    /** That start failed before it was done. */
    record StartFailed(int generation, String reason, long now) implements Event {}

    /** The server of that start is gone. */
    record ServerEnded(int generation, String reason, long now) implements Event {}

    /** The client closed the connection, a signal came or the parent died. */
    record ClientGone() implements Event {}
}
