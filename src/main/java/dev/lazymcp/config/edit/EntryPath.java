package dev.lazymcp.config.edit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What identifies an entry in its file.
 *
 * @param section the names that lead to the map of entries, as {@code ["projects", "/code/a", "mcpServers"]}
 * @param name the server's name, the last key
 */
public record EntryPath(List<String> section, String name) {
    /** Copies the list. */
    public EntryPath {
        section = List.copyOf(section);
    }

    // What the language gives a record is slow in a native image, and a file of 2,000 entries asks four million times.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EntryPath that && name.equals(that.name) && section.equals(that.section);
    }

    @Override
    public int hashCode() {
        return 31 * section.hashCode() + name.hashCode();
    }

    /** Whether it is one of Goose's, which have words of their own for what all others call alike. */
    boolean isGoose() {
        return section.equals(List.of("extensions"));
    }

    /** How people are told of it: the name, and where one name can occur twice, the project. */
    public String label() {
        return section.size() > 1 ? name + " (" + section.get(section.size() - 2) + ")" : name;
    }
}
