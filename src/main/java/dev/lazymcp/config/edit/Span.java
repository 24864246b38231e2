package dev.lazymcp.config.edit;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of a text.
 *
 * @param from the first character
 * @param to the character after the last
 */
public record Span(int from, int to) {
    /** Checks that the stretch is not negative. */
    public Span {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("not a span: " + from + ".." + to);
        }
    }

    // The key of maps with an entry for each word of a file; a record's own are slow in a native image.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Span that && from == that.from && to == that.to;
    }

    @Override
    public int hashCode() {
        return 31 * from + to;
    }

    /** What stands here in {@code text}. */
    public String in(String text) {
        return text.substring(from, to);
    }

    /** Whether {@code other} lies in here. */
    public boolean contains(Span other) {
        return from <= other.from && other.to <= to;
    }
}
