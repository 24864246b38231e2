package dev.lazymcp.cli;

import java.util.ArrayList;
import java.util.List;

/** Text that comes from files and servers, made fit for a terminal. */
final class TerminalText {
    private TerminalText() {}

    /** {@code text} in one line, and without what a terminal would act on. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean harmless = !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT;
            plain.appendCodePoint(harmless ? c : c == '\n' || c == '\t' || c == '\r' ? ' ' : '?');
        });
        return plain.toString();
    }

    /** The beginning of {@code text}, at most {@code length} characters, with a mark where something is missing. */
    static String cut(String text, int length) {
        return text.length() <= Math.max(1, length) ? text : text.substring(0, Math.max(0, length - 1)) + "…";
    }

    /** {@code text}, plain, in lines of at most {@code width} characters, broken at blanks, each behind {@code indent}. */
    static List<String> wrapped(String text, String indent, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        for (String word : plain(text).split(" ", -1)) {
            boolean first = line.length() == indent.length();
            if (!first && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
                first = true;
            }
            line.append(first ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return List.copyOf(lines);
    }
}
