package dev.lazymcp.config;

import dev.lazymcp.config.edit.EntryPath;

/**
 * What becomes of one entry.
 *
 * @param path which entry
 * @param outcome what is done
 * @param reason why, for people; empty where the outcome says it all
 */
public record EntryReport(EntryPath path, Outcome outcome, String reason) {
    /** What can become of an entry. */
    public enum Outcome {
        /** Its command now starts lazymcp. */
        WRAPPED,
        /** It did before, with other options. */
        UPDATED,
        /** It is the original again. */
        RESTORED,
        /** Nothing was to be done. */
        LEFT,
        /** It was asked for by its name, and cannot be done. */
        REFUSED,
        /** It cannot be understood and was left. */
        REJECTED
    }

    /** Whether the file changes by this. */
    public boolean changes() {
        return switch (outcome) {
            case WRAPPED, UPDATED, RESTORED -> true;
            case LEFT, REFUSED, REJECTED -> false;
        };
    }
}
