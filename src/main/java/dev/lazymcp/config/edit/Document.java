package dev.lazymcp.config.edit;

import java.util.List;
import java.util.Optional;

/**
 * A config file that was read.
 *
 * @param text all of it
 * @param root its value; none for a blank file, which some clients leave behind
 * @param entries the servers in it, as the client would see them
 */
public record Document(String text, Optional<Node> root, List<Entry> entries) {
    /** Copies the list. */
    public Document {
        entries = List.copyOf(entries);
    }

    /** The entry at {@code path}. */
    public Optional<Entry> entry(EntryPath path) {
        return entries.stream().filter(entry -> entry.path().equals(path)).findFirst();
    }
}
