package dev.lazymcp.config.edit;

import java.util.Comparator;
import java.util.List;

/**
 * A replacement of one stretch of a text.
 *
 * @param span what is replaced; empty for an insertion
 * @param text what stands there afterwards
 */
public record Edit(Span span, String text) {
    private static final Comparator<Edit> IN_ORDER =
            Comparator.comparingInt((Edit edit) -> edit.span.from()).thenComparingInt(edit -> edit.span.to());

    /** Puts {@code text} before the character at {@code offset}. */
    public static Edit insert(int offset, String text) {
        return new Edit(new Span(offset, offset), text);
    }

    /** The edits from the beginning of the text to its end; two that overlap are a mistake of the caller. */
    public static List<Edit> inOrder(List<Edit> edits) {
        List<Edit> ordered = edits.stream().sorted(IN_ORDER).toList();
        for (int i = 1; i < ordered.size(); i++) {
            if (ordered.get(i).span.from() < ordered.get(i - 1).span.to()) {
                throw new IllegalArgumentException("edits overlap at " + ordered.get(i).span);
            }
        }
        return ordered;
    }

    /** {@code text} with all {@code edits} made. */
    public static String apply(String text, List<Edit> edits) {
        StringBuilder result = new StringBuilder(text.length() + 256);
        int done = 0;
        for (Edit edit : inOrder(edits)) {
            result.append(text, done, edit.span.from()).append(edit.text);
            done = edit.span.to();
        }
        return result.append(text, done, text.length()).toString();
    }
}
