package dev.lazymcp.config.edit;

import java.util.List;

/**
 * A value that has a name, so that other places of the file can stand for it.
 *
 * @param name without the mark before it
 * @param span where the value stands; an edit of the value is within it
 * @param aliases where the name is used
 */
public record Anchor(String name, Span span, List<Span> aliases) {
    /** Copies the list. */
    public Anchor {
        aliases = List.copyOf(aliases);
    }
}
