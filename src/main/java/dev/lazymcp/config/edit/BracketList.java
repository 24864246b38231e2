package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;

/**
 * A list between brackets whose beginning is to change, in the manner its file is written.
 *
 * @param text the whole file
 * @param list the list
 * @param comments what a comment between its items looks like
 */
record BracketList(String text, Node.Items list, CommentStyle comments) {
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

    // The values in one line, as far apart as this file's values are.
    private String joined(List<String> spelled) {
        return String.join(glue(), spelled);
    }

    // A list that is left empty may not keep the comma that stood behind its last item; comments there stay.
    private List<Edit> emptied(int first, int last) {
        List<Edit> edits = new ArrayList<>();
        edits.add(new Edit(new Span(first, last), ""));
        Gap.pieces(text, comments, last, list.span().to() - 1).stream()
                .filter(piece -> !piece.comment())
                .map(Gap.Piece::span)
                .filter(span -> span.in(text).indexOf(',') >= 0)
                .map(span -> span.from() + span.in(text).indexOf(','))
                .forEach(comma -> edits.add(new Edit(new Span(comma, comma + 1), "")));
        return edits;
    }

    private String glueBefore(Node item) {
        int at = item.span().from();
        int lineStart = Layout.lineStart(text, at);
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
