package dev.lazymcp.config;

import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Edit;
import java.util.List;

/**
 * A change of one file, not made yet.
 *
 * @param before the file as it is
 * @param edits what is to change
 * @param entries what becomes of each entry
 */
public record Plan(Document before, List<Edit> edits, List<EntryReport> entries) {
    /** Copies the lists. */
    public Plan {
        edits = List.copyOf(edits);
        entries = List.copyOf(entries);
    }

    /** The file after the change. */
    public String after() {
        return Edit.apply(before.text(), edits);
    }

    /** Whether there is anything to do. */
    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /** Whether an entry could not be understood. */
    public boolean hasRejections() {
        return entries.stream().anyMatch(entry -> entry.outcome() == EntryReport.Outcome.REJECTED);
    }
}
