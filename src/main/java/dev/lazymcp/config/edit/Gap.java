package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;

/** What stands between two values of a text: blanks, punctuation, comments. No string can be there. */
final class Gap {
    private Gap() {}

    /**
     * A piece of a gap.
     *
     * @param span where
     * @param comment whether it is one comment; else it holds blanks and punctuation only
     */
    record Piece(Span span, boolean comment) {}

    /** The pieces of the gap from {@code from} to {@code to}, in order and without holes. */
    static List<Piece> pieces(String text, CommentStyle style, int from, int to) {
        List<Piece> pieces = new ArrayList<>();
        int plain = from;
        int at = from;
        while (at < to) {
            int end = style.end(text, at, to);
            if (end == at) {
                at++;
                continue;
            }
            if (plain < at) {
                pieces.add(new Piece(new Span(plain, at), false));
            }
            pieces.add(new Piece(new Span(at, end), true));
            at = end;
            plain = end;
        }
        if (plain < to) {
            pieces.add(new Piece(new Span(plain, to), false));
        }
        return List.copyOf(pieces);
    }

    /** The comments of {@code text}, in order, whose only strings are in {@code tokens}, which are in order too. */
    static List<Span> comments(String text, CommentStyle style, List<Token> tokens) {
        List<Span> comments = new ArrayList<>();
        int done = 0;
        for (Token token : tokens) {
            addComments(comments, text, style, done, token.span().from());
            done = token.span().to();
        }
        addComments(comments, text, style, done, text.length());
        return List.copyOf(comments);
    }

    private static void addComments(List<Span> comments, String text, CommentStyle style, int from, int to) {
        pieces(text, style, from, to).stream()
                .filter(Piece::comment)
                .map(Piece::span)
                .forEach(comments::add);
    }
}
