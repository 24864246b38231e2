package dev.lazymcp.catalog;

/** The first sentence of a text that somebody else wrote, fit for one line of a list. */
final class Sentence {
    static final int MAX_CHARS = 120;

    private Sentence() {}

    /** The first sentence of {@code text}; empty when there is no visible character. */
    static String first(String text) {
        StringBuilder line = new StringBuilder(MAX_CHARS + 2);
        boolean gap = false;
        int breaks = 0;
        for (int at = 0; at < text.length() && line.length() <= MAX_CHARS; ) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            if (isSpace(c)) {
                gap = true;
                breaks += c == '\n' || c == 0x2029 ? 1 : 0;
            } else if (isVisible(c)) {
                if (gap && !line.isEmpty()) {
                    if (breaks > 1 || (endsSentence(line) && !Character.isLowerCase(c))) {
                        break;
                    }
                    line.append(' ');
                }
                gap = false;
                breaks = 0;
                line.appendCodePoint(c);
                if (isIdeographicStop(c)) {
                    break;
                }
            }
        }
        return fit(line);
    }

    private static String fit(StringBuilder line) {
        if (line.length() <= MAX_CHARS) {
            return line.toString();
        }
        int end = MAX_CHARS - 1;
        if (Character.isLowSurrogate(line.charAt(end))) {
            end--;
        }
        while (end > 0 && line.charAt(end - 1) == ' ') {
            end--;
        }
        return line.substring(0, end) + '…';
    }

    /** A lower-case letter after it would say that the full stop belongs to an abbreviation: "e.g. a file". */
    private static boolean endsSentence(StringBuilder line) {
        return switch (line.charAt(line.length() - 1)) {
            case '.', '!', '?' -> true;
            default -> false;
        };
    }

    /** Chinese and Japanese put no space after a full stop. */
    private static boolean isIdeographicStop(int c) {
        return c == '。' || c == '！' || c == '？';
    }

    private static boolean isSpace(int c) {
        return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || (c >= 0xA0 && Character.isSpaceChar(c));
    }

    /** Format characters hide or reorder text (bidirectional overrides, tag characters): not in a line a person reads. */
    private static boolean isVisible(int c) {
        if (c < 0x7F) {
            return c >= ' ';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> false;
            default -> true;
        };
    }
}
