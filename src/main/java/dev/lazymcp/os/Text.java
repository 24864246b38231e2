package dev.lazymcp.os;

/** Text of others made fit to stand in a line of ours. */
public final class Text {
    private Text() {}

    /** {@code text} without control characters, white space folded, at most {@code length} characters. */
    public static String oneLine(String text, int length) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), length + 1));
        for (int i = 0; i < text.length() && line.length() <= length; i++) {
            char c = text.charAt(i);
            boolean space = c <= ' ' || c == 0x7f || (c >= 0x80 && c < 0xa0) || c == 0x2028 || c == 0x2029;
            if (!space) {
                line.append(c);
            } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                line.append(' ');
            }
        }
        if (line.length() <= length) {
            return line.toString().strip();
        }
        int end = Character.isHighSurrogate(line.charAt(length - 2)) ? length - 2 : length - 1;
        return line.substring(0, end) + "…";
    }
}
