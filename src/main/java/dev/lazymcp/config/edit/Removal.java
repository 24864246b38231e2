package dev.lazymcp.config.edit;

import java.util.Optional;

/** Where members stand that can be taken out without anything else. */
final class Removal {
    private Removal() {}

    /** {@code second}, right behind {@code first}, with what separates the two; none where something else would be lost with it. */
    static Optional<Span> behind(Notation notation, Entry entry, Node.Member first, Node.Member second) {
        String text = notation.text();
        int end = first.value().span().to();
        int key = second.key().from();
        if (!entry.owns(second.key()) || end > key) {
            return Optional.empty();
        }
        int to = second.value().span().to();
        if (isSeparator(text, end, key)) {
            return Optional.of(new Span(end, to));
        }
        // A comment at the end of the line stays.
        int lineEnd = Layout.lineEnd(text, end);
        boolean lines = !(notation instanceof JsonNotation) && lineEnd <= key;
        return lines && isLead(text, text.substring(lineEnd, key), first)
                ? Optional.of(new Span(lineEnd, to))
                : Optional.empty();
    }

    /** {@code first}, right before {@code second}, with what separates the two; none where something else would be lost with it. */
    static Optional<Span> before(Notation notation, Entry entry, Node.Member first, Node.Member second) {
        String text = notation.text();
        int end = first.value().span().to();
        int key = second.key().from();
        boolean plain = entry.owns(first.key())
                && end <= key
                && (isSeparator(text, end, key) || isLead(text, text.substring(end, key), first));
        return plain ? Optional.of(new Span(first.key().from(), key)) : Optional.empty();
    }

    private static boolean isSeparator(String text, int from, int to) {
        return text.substring(from, to).chars().allMatch(c -> c == ',' || Character.isWhitespace(c));
    }

    /** Whether {@code gap} is nothing, or the parts of a dotted key that {@code first} has as well. */
    private static boolean isLead(String text, String gap, Node.Member first) {
        int key = first.key().from();
        String lead = text.substring(Layout.lineStart(text, key), key);
        return gap.isBlank() || gap.strip().equals(lead.strip());
    }
}
