package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;

/** What stands between two values of a JSON text: blanks, punctuation, comments. No string can be there. */
public final class Gap {
    private Gap() {}

    /**
     * A piece of a gap.
     *
     * @param span where
     * @param comment whether it is one comment; else it holds blanks and punctuation only
     */
    record Piece(Span span, boolean comment) {}

    /** The pieces of the gap from {@code from} to {@code to}, in order and without holes. */
    static List<Piece> pieces(String text, int from, int to) {
        List<Piece> pieces = new ArrayList<>();
        int plain = from;
        int at = from;
        while (at < to) {
            if (text.charAt(at) != '/') {
                at++;
                continue;
            }
            int end = commentEnd(text, at, to);
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

    /** The comments of {@code document}, in order. */
    public static List<Span> comments(Document document) {
        List<Span> comments = new ArrayList<>();
        int done = 0;
        for (Token token : document.root().map(Token::below).orElse(List.of())) {
            addComments(comments, document.text(), done, token.span().from());
            done = token.span().to();
        }
        addComments(comments, document.text(), done, document.text().length());
        return List.copyOf(comments);
    }

    private static void addComments(List<Span> comments, String text, int from, int to) {
        pieces(text, from, to).stream().filter(Piece::comment).map(Piece::span).forEach(comments::add);
    }

    private static int commentEnd(String text, int from, int limit) {
        if (text.startsWith("/*", from)) {
            int close = text.indexOf("*/", from + 2);
            return close < 0 ? limit : Math.min(limit, close + 2);
        }
        int at = from;
        while (at < limit && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
        return at;
    }
}
