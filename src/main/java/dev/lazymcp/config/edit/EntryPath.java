package dev.lazymcp.config.edit;

import java.util.List;

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

    /** Whether it is one of Goose's, which have words of their own for what all others call alike. */
    boolean isGoose() {
        return section.equals(List.of("extensions"));
    }

    /** How people are told of it: the name, and where one name can occur twice, the project. */
    public String label() {
        return section.size() > 1 ? name + " (" + section.get(section.size() - 2) + ")" : name;
    }
}
