package dev.lazymcp.config.edit;

/** How a file is laid out around a place. */
final class Layout {
    private Layout() {}

    /** Where the line that holds {@code offset} begins. */
    static int lineStart(String text, int offset) {
        return text.lastIndexOf('\n', offset - 1) + 1;
    }

    /** Where the line that holds {@code offset} ends, its line end not included. */
    static int lineEnd(String text, int offset) {
        int end = text.indexOf('\n', offset);
        if (end < 0) {
            return text.length();
        }
        return end > offset && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    /** The line end that is used around {@code offset}: that of its line or, in the last line, that before it. */
    static String lineBreak(String text, int offset) {
        int end = text.indexOf('\n', offset);
        return lineBreakBefore(text, end < 0 ? lineStart(text, offset) : end + 1);
    }

    /** The line end that closes the line before {@code lineStart}. */
    static String lineBreakBefore(String text, int lineStart) {
        return lineStart >= 2 && text.charAt(lineStart - 2) == '\r' ? "\r\n" : "\n";
    }

    /** Whether the value at {@code span} stands right behind its name, as in minified files. */
    static boolean isCompact(String text, Span span) {
        return span.from() > 0 && (text.charAt(span.from() - 1) == ':' || text.charAt(span.from() - 1) == '=');
    }

    /** The line break and indentation before {@code offset}; empty if something else stands before it in its line. */
    static String lineLead(String text, int offset) {
        int lineStart = lineStart(text, offset);
        String indent = text.substring(lineStart, offset);
        return lineStart > 0 && indent.isBlank() ? lineBreakBefore(text, lineStart) + indent : "";
    }

    /** Whether the rest of the line behind {@code offset} is blank but for a comma. */
    static boolean endsLine(String text, int offset) {
        String rest = text.substring(offset, lineEnd(text, offset)).strip();
        return rest.isEmpty() || rest.equals(",");
    }
}
