package dev.lazymcp.shim;

/** Where a server stands in its life. Times are milliseconds of a monotonic clock. */
public sealed interface State {
    /** The number of the start that has a process, or {@link #NO_PROCESS}. */
    int generation();

    /** No process. */
    int NO_PROCESS = 0;

    /** The name of the state as people know it. */
    default String label() {
        return switch (this) {
            case Registered _ -> "REGISTERED";
            case Connecting _ -> "CONNECTING";
            case Active _ -> "ACTIVE";
            case Suspended _ -> "SUSPENDED";
            case Removed _ -> "REMOVED";
            case Closed _ -> "CLOSED";
        };
    }

    /**
     * No process; the next invocation starts one.
     *
     * @param failures starts that failed in a row
     * @param retryAt before this time a start is refused; zero after none failed
     * @param trouble why the last start failed or the server was lost; empty where nothing is wrong
     */
    record Registered(int failures, long retryAt, String trouble) implements State {
        @Override
        public int generation() {
            return NO_PROCESS;
        }
    }

    /**
     * The process starts and the handshake runs.
     *
     * @param failures starts that failed in a row before this one
     */
    record Connecting(int generation, int failures) implements State {}

    /** The server runs and frames pass. */
    record Active(int generation) implements State {}

    /**
     * The client sees a placeholder.
     *
     * @param generation the process kept alive, or {@link #NO_PROCESS}
     * @param disabled a person disabled it
     * @param outOfScope no agent it is for is active
     */
    record Suspended(int generation, boolean disabled, boolean outOfScope) implements State {}

    /**
     * The entry is gone from the client's configuration; no process.
     *
     * @param reason what is told to whoever calls
     */
    record Removed(String reason) implements State {
        @Override
        public int generation() {
            return NO_PROCESS;
        }
    }

    /** The client is gone. */
    record Closed() implements State {
        @Override
        public int generation() {
            return NO_PROCESS;
        }
    }
}
