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
        /** All else that the system has against it. */
        OTHER
    }

    private final Kind kind;

    /** A failure of that kind. */
    public StartFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** A failure of that kind, with what led to it. */
    public StartFailure(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** What was in the way. */
    public Kind kind() {
        return kind;
    }
}
