package dev.lazymcp.config.client;

import java.util.List;
import java.util.Optional;

/**
 * The keys under which a client keeps its servers in a file.
 *
 * @param keys from the outermost on; {@code *} stands for the path of a project
 */
public record Section(List<String> keys) {
    private static final String ANY = "*";
    private static final String ANYTHING = "**";

    /** Copies the list. */
    public Section {
        keys = List.copyOf(keys);
    }

    /** The one that {@code keys} lead to. */
    public static Section of(String... keys) {
        return new Section(List.of(keys));
    }

    /** Whatever leads to an entry. */
    static Section anywhere() {
        return of(ANYTHING);
    }

    /** Whether the client finds entries under {@code actual} here. */
    public boolean matches(List<String> actual) {
        if (keys.equals(List.of(ANYTHING))) {
            return true;
        }
        if (actual.size() != keys.size()) {
            return false;
        }
        for (int i = 0; i < keys.size(); i++) {
            if (!keys.get(i).equals(ANY) && !keys.get(i).equals(actual.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The project whose entries stand under {@code actual}, which matches; none where a section is for all. */
    public Optional<String> project(List<String> actual) {
        int at = keys.indexOf(ANY);
        return at < 0 ? Optional.empty() : Optional.of(actual.get(at));
    }

    /** As people write it. */
    @Override
    public String toString() {
        return keys.isEmpty() ? "the top level" : String.join(".", keys);
    }
}
