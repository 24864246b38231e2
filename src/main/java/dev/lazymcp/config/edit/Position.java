package dev.lazymcp.config.edit;

/**
 * A place in a text as people and editors count.
 *
 * @param line from 1
 * @param column from 1, in characters of the line
 */
public record Position(int line, int column) {
    /** The place of the character at {@code offset}; a byte order mark counts as nothing. */
    public static Position of(String text, int offset) {
        int line = 1;
        int lineStart = text.startsWith("\uFEFF") ? 1 : 0;
        int end = Math.min(offset, text.length());
        for (int at = 0; at < end; at++) {
            if (text.charAt(at) == '\n') {
                line++;
                lineStart = at + 1;
            }
        }
        return new Position(line, Math.max(0, end - lineStart) + 1);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
