package dev.lazymcp.config.edit;

/** How a file is laid out around a place. */
final class Layout {
    private Layout() {}

    /** The line end that closes the line before {@code lineStart}. */
    static String lineBreakBefore(String text, int lineStart) {
        return lineStart >= 2 && text.charAt(lineStart - 2) == '\r' ? "\r\n" : "\n";
    }

    /** Whether the value at {@code span} stands right behind its colon, as in minified files. */
    static boolean isCompact(String text, Span span) {
        return span.from() > 0 && text.charAt(span.from() - 1) == ':';
    }

    /** The line break and indentation before {@code offset}; empty if something else stands before it in its line. */
    static String lineLead(String text, int offset) {
        int lineStart = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
        String indent = text.substring(lineStart, offset);
        return lineStart > 0 && indent.isBlank() ? lineBreakBefore(text, lineStart) + indent : "";
    }

    /** Whether the rest of the line behind {@code offset} is blank but for a comma. */
    static boolean endsLine(String text, int offset) {
        int lineEnd = text.indexOf('\n', offset);
        String rest =
                text.substring(offset, lineEnd < 0 ? text.length() : lineEnd).strip();
        return rest.isEmpty() || rest.equals(",");
    }
}
