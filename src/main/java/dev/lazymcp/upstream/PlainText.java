package dev.lazymcp.upstream;

/** Text as it may be shown anywhere: what terminals obey (ECMA-48) is taken out. */
public final class PlainText {
    private static final char ESCAPE = 0x1B;
    private static final char BELL = 0x07;
    private static final char CSI = 0x9B;
    private static final char STRING_TERMINATOR = 0x9C;

    private PlainText() {}

    /**
     * {@code text} without escape sequences, control characters other than line feed and tab, and characters that reorder
     * text. A lone carriage return starts the line anew, as progress bars mean it.
     */
    public static String of(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int lineStart = 0;
        boolean returned = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ESCAPE || c == CSI) {
                i = endOfSequence(text, i);
            } else if (c == '\r') {
                returned = true;
            } else if (c == '\n') {
                out.append(c);
                lineStart = out.length();
                returned = false;
            } else if (c == '\t' || !isInvisible(c)) {
                if (returned) {
                    out.setLength(lineStart);
                    returned = false;
                }
                out.append(c);
            }
        }
        return out.toString();
    }

    private static boolean isInvisible(char c) {
        boolean reorders = (c >= '\u202A' && c <= '\u202E') || (c >= '\u2066' && c <= '\u2069');
        return Character.isISOControl(c) || reorders;
    }

    /** Where the sequence that starts at {@code start} has its last character; the last of {@code text} if it is cut off. */
    private static int endOfSequence(String text, int start) {
        int last = text.length() - 1;
        if (text.charAt(start) == CSI) {
            return endOfControl(text, start + 1);
        }
        if (start == last) {
            return last;
        }
        return switch (text.charAt(start + 1)) {
            case '[' -> endOfControl(text, start + 2);
            case ']', 'P', 'X', '^', '_' -> endOfString(text, start + 2);
            default -> endOfEscape(text, start + 1);
        };
    }

    /** Parameters and intermediates up to a final byte; another escape or a control character ends a broken sequence. */
    private static int endOfControl(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x40 && c <= 0x7E) {
                return i;
            }
            if (c < 0x20 || c > 0x7E) {
                return i - 1;
            }
        }
        return text.length() - 1;
    }

    /** Up to BEL or ST, on the same line. */
    private static int endOfString(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == BELL || c == STRING_TERMINATOR) {
                return i;
            }
            if (c == ESCAPE && i + 1 < text.length() && text.charAt(i + 1) == '\\') {
                return i + 1;
            }
            if (c == '\n') {
                return i - 1;
            }
        }
        return text.length() - 1;
    }

    /** Intermediates and one final byte. */
    private static int endOfEscape(String text, int from) {
        int i = from;
        while (i < text.length() - 1 && text.charAt(i) >= 0x20 && text.charAt(i) <= 0x2F) {
            i++;
        }
        return text.charAt(i) >= 0x20 ? i : i - 1;
    }
}
