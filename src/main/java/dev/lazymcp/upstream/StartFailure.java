package dev.lazymcp.upstream;

/** A server could not be started. The message is for people: what was tried, what was searched, what to do next. */
public final class StartFailure extends Exception {
    /** What was in the way. */
    public enum Kind {
        /** The command is nowhere (a shell's exit code 127). */
        NOT_FOUND,
        /** The command is there and cannot be run (126). */
        NOT_EXECUTABLE,
        /** The working directory is not there or not to be entered. */
        BAD_CWD,
        /** What has to be run before the server failed. */
        INIT,
        /** All else that the system has against it. */
        OTHER
    }

    private final Kind kind;
    private final String stderrTail;

    /** A failure of that kind. */
    public StartFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
        this.stderrTail = "";
    }

    /** A failure of that kind, with what led to it. */
    public StartFailure(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.stderrTail = "";
    }

    private StartFailure(String message, String stderrTail) {
        super(message);
        this.kind = Kind.INIT;
        this.stderrTail = stderrTail;
    }

    /**
     * What has to be run before the server failed.
     *
     * @param message how, with the command
     * @param stderrTail its last lines
     */
    public static StartFailure ofInit(String message, String stderrTail) {
        return new StartFailure(message, stderrTail);
    }

    /** The last lines of what failed, not masked; empty where nothing ran. */
    public String stderrTail() {
        return stderrTail;
    }

    /** What was in the way. */
    public Kind kind() {
        return kind;
    }
}
