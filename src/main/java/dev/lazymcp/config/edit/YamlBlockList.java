package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;

/**
 * A list in block style, an item a line, whose beginning is to change.
 *
 * @param text the whole file
 * @param member the member whose value the list is
 * @param list the list, not empty as none of its style is
 */
record YamlBlockList(String text, Node.Member member, Node.Items list) {
    /** The blanks that bring something in a line of its own to the column of {@code offset}. */
    static String indent(String text, int offset) {
        return " ".repeat(offset - Layout.lineStart(text, offset));
    }

    /** Puts the values {@code spelled} in the place of the first {@code count} items. */
    List<Edit> replaceFirst(int count, List<String> spelled) {
        int first = list.span().from();
        String next = Layout.lineBreak(text, first) + indent(text, first);
        List<String> added = spelled.stream().map(word -> "- " + word).toList();
        if (count == 0) {
            return added.isEmpty() ? List.of() : List.of(Edit.insert(first, String.join(next, added) + next));
        }
        if (!added.isEmpty()) {
            return List.of(new Edit(new Span(first, item(count - 1).span().to()), String.join(next, added)));
        }
        if (count < list.items().size()) {
            return List.of(new Edit(new Span(first, dash(count)), ""));
        }
        return emptied();
    }

    // A list without items can only be written in brackets, and these stand where the name is.
    private List<Edit> emptied() {
        int head = member.key().to();
        int tail = head;
        for (Gap.Piece piece : Gap.pieces(
                text, CommentStyle.HASH_AFTER_BLANK, head, list.span().from())) {
            int end =
                    piece.span().from() + piece.span().in(text).stripTrailing().length();
            if (end > piece.span().from()) {
                head = piece.comment() ? head : end;
                tail = end;
            }
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.insert(head, " []"));
        edits.add(new Edit(new Span(tail, list.span().to()), ""));
        return List.copyOf(edits);
    }

    private Node item(int index) {
        return list.items().get(index);
    }

    // Between an item and the next one's dash there are only blanks and comments.
    private int dash(int index) {
        int from = item(index - 1).span().to();
        return Gap.pieces(
                        text,
                        CommentStyle.HASH_AFTER_BLANK,
                        from,
                        item(index).span().from())
                .stream()
                .filter(piece -> !piece.comment() && piece.span().in(text).indexOf('-') >= 0)
                .mapToInt(piece -> piece.span().from() + piece.span().in(text).indexOf('-'))
                .findFirst()
                .orElseThrow();
    }
}
