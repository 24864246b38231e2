package dev.lazymcp.shim;

import java.util.List;

/**
 * What came of an {@link Order}.
 *
 * @param result how it ended
 * @param state the state afterwards, in capitals as in {@code status}
 * @param message what happened, a sentence for people
 * @param tools the names of the tools that became available, where that was asked for
 * @param millis how long it took
 */
public record Outcome(Result result, String state, String message, List<String> tools, long millis) {
    /** How it ended. */
    public enum Result {
        /** It was done. */
        DONE,
        /** There was nothing to do. */
        UNCHANGED,
        /** It was not done; the message says why. */
        FAILED
    }

    /** Copies the list. */
    public Outcome {
        tools = List.copyOf(tools);
    }
}
