package dev.lazymcp.cli;

import java.io.Serial;

/** A server did not do what a person wanted; the message tells people why. */
final class Refused extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final int exitCode;

    /** Refused with exit code 1. */
    Refused(String message) {
        this(message, ConfigRun.FAILURE);
    }

    Refused(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What the command exits with. */
    int exitCode() {
        return exitCode;
    }
}
