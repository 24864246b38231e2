package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;

/**
 * A JSON list whose beginning is to change, in the manner its file is written.
 *
 * @param text the whole file
 * @param list the list
 */
record JsonList(String text, Node.Items list) {
    /** What the items say; only strings, numbers and booleans can be words. */
    static List<String> words(Node.Items list) {
        List<String> words = new ArrayList<>();
        for (Node item : list.items()) {
            words.add(word(item));
        }
        return List.copyOf(words);
    }

    /** Whether every item can be a word of a command line. */
    static boolean holdsWords(Node.Items list) {
        return list.items().stream()
                .noneMatch(item -> item instanceof Node.Items
                        || item instanceof Node.Members
                        || (item instanceof Node.Scalar scalar && scalar.isNull()));
    }

    private static String word(Node item) {
        return switch (item) {
            case Node.Text word -> word.value();
            case Node.Scalar scalar -> scalar.literal();
            case Node.Items ignored -> throw new IllegalArgumentException("a list is no word");
            case Node.Members ignored -> throw new IllegalArgumentException("a map is no word");
        };
    }

    /** Puts the values {@code spelled} in the place of the first {@code count} items. */
    List<Edit> replaceFirst(int count, List<String> spelled) {
        List<Node> items = list.items();
        if (items.isEmpty()) {
            return List.of(Edit.insert(list.span().from() + 1, joined(spelled)));
        }
        int first = items.getFirst().span().from();
        if (count == 0) {
            return spelled.isEmpty()
                    ? List.of()
                    : List.of(Edit.insert(first, joined(spelled) + glueBefore(items.getFirst())));
        }
        if (!spelled.isEmpty()) {
            return List.of(new Edit(new Span(first, items.get(count - 1).span().to()), joined(spelled)));
        }
        if (count < items.size()) {
            return List.of(new Edit(new Span(first, items.get(count).span().from()), ""));
        }
        return emptied(first, items.getLast().span().to());
    }

    /** The values in one line, as far apart as this file's values are. */
    String joined(List<String> spelled) {
        return String.join(glue(), spelled);
    }

    // A list that is left empty may not keep the comma that stood behind its last item; comments there stay.
    private List<Edit> emptied(int first, int last) {
        List<Edit> edits = new ArrayList<>();
        edits.add(new Edit(new Span(first, last), ""));
        Gap.pieces(text, last, list.span().to() - 1).stream()
                .filter(piece -> !piece.comment())
                .map(Gap.Piece::span)
                .filter(span -> span.in(text).indexOf(',') >= 0)
                .map(span -> span.from() + span.in(text).indexOf(','))
                .forEach(comma -> edits.add(new Edit(new Span(comma, comma + 1), "")));
        return edits;
    }

    private String glueBefore(Node item) {
        int at = item.span().from();
        int lineStart = text.lastIndexOf('\n', at) + 1;
        boolean ownLine =
                lineStart > list.span().from() && text.substring(lineStart, at).isBlank();
        return ownLine ? "," + Layout.lineBreakBefore(text, lineStart) + text.substring(lineStart, at) : glue();
    }

    private String glue() {
        if (list.items().size() > 1) {
            String between = text.substring(
                    list.items().get(0).span().to(), list.items().get(1).span().from());
            if (between.equals(",") || between.equals(", ")) {
                return between;
            }
        }
        return Layout.isCompact(text, list.span()) ? "," : ", ";
    }
}
