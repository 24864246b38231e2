package dev.lazymcp.config.edit;

import java.util.List;
import java.util.Optional;

/** Headers that stand one level deeper than others have them, as those in Continue's {@code requestOptions}. */
final class NestedHeaders {
    /** The member with the headers in it. */
    static final String OUTER = "requestOptions";

    /** The member that holds them. */
    static final String INNER = "headers";

    private NestedHeaders() {}

    /** Whether there is nothing but headers in {@code options}. */
    static boolean areAll(Node.Members options) {
        return options.members().size() == 1 && options.map(INNER).isPresent();
    }

    /**
     * The edits that put the map {@code inner}, all that is in {@code outer}, in its place under {@code name}; none where a comment
     * would be lost.
     */
    static Optional<List<Edit>> flatten(Notation notation, Node.Member outer, Node.Member inner, String name) {
        String text = notation.text();
        Span whole = outer.value().span();
        Span map = inner.value().span();
        Span before = new Span(whole.from(), map.from());
        if (text.charAt(whole.from()) != '{') {
            Span keys = new Span(outer.key().from(), inner.key().to());
            return isBare(text, outer.key().to(), inner.key().from())
                    ? Optional.of(
                            List.of(new Edit(keys, notation.key(outer, name).text())))
                    : Optional.empty();
        }
        boolean bare = isBare(text, whole.from(), inner.key().from())
                && isBare(text, inner.key().to(), map.from())
                && isBare(text, map.to(), whole.to());
        return bare
                ? Optional.of(List.of(
                        notation.key(outer, name), new Edit(before, ""), new Edit(new Span(map.to(), whole.to()), "")))
                : Optional.empty();
    }

    /** The edits that put the value of {@code member} one level deeper; none where there is no room for that. */
    static Optional<List<Edit>> nest(Notation notation, Node.Member member) {
        String text = notation.text();
        Span map = member.value().span();
        Edit outer = notation.key(member, OUTER);
        String inner = notation.key(member, INNER).text();
        if (text.charAt(map.from()) == '{') {
            return Optional.of(List.of(outer, Edit.insert(map.from(), "{" + inner + ": "), Edit.insert(map.to(), "}")));
        }
        int key = member.key().from();
        int indent = key - Layout.lineStart(text, key);
        int deep = map.from() - Layout.lineStart(text, map.from());
        int between = indent + (deep - indent) / 2;
        return between > indent
                ? Optional.of(List.of(new Edit(
                        member.key(), outer.text() + ":" + Layout.lineBreak(text, key) + " ".repeat(between) + inner)))
                : Optional.empty();
    }

    private static boolean isBare(String text, int from, int to) {
        return text.substring(from, to)
                .chars()
                .allMatch(c -> Character.isWhitespace(c) || c == ':' || c == '{' || c == '}' || c == ',');
    }
}
