package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Text that comes from files and servers, made fit for a terminal. */
final class TerminalText {
    private static final String BARE_SIGNS = "-_./:=@%+,*~^?&#${}[]()<>|!;";

    private TerminalText() {}

    /** {@code text} in one line, and without what a terminal would act on. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c ->
                        plain.appendCodePoint(isHarmless(c) ? c : c == '\n' || c == '\t' || c == '\r' ? ' ' : '?'));
        return plain.toString();
    }

    /** {@code text} with the lines that it has, each of them {@link #plain}. */
    static String plainLines(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            plain.append(plain(text.substring(from, end))).append('\n');
            from = end + 1;
        }
        return plain.append(plain(text.substring(from))).toString();
    }

    /**
     * The words of a command line in one line that can be read in one way only: a word of anything but letters, digits and the
     * usual signs stands in double quotes, with JSON's escapes.
     */
    static String words(List<String> words) {
        return words.stream().map(TerminalText::word).collect(Collectors.joining(" "));
    }

    private static String word(String word) {
        if (!word.isEmpty() && word.codePoints().allMatch(TerminalText::isBare)) {
            return word;
        }
        StringBuilder quoted = new StringBuilder("\"");
        word.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (isHarmless(c) && (c == ' ' || !Character.isSpaceChar(c))) {
                quoted.appendCodePoint(c);
            } else {
                escape(quoted, c);
            }
        });
        return quoted.append('"').toString();
    }

    /** {@code node} in lines, with JSON's escapes for what a terminal would act on: it stands in strings only. */
    static String json(JsonNode node) {
        StringBuilder text = new StringBuilder();
        node.toPrettyString().codePoints().forEach(c -> {
            if (isHarmless(c) || c == '\n' || c == '\r') {
                text.appendCodePoint(c);
            } else {
                escape(text, c);
            }
        });
        return text.toString();
    }

    private static void escape(StringBuilder text, int c) {
        for (char unit : Character.toChars(c)) {
            text.append("\\u").append(HexFormat.of().toHexDigits(unit));
        }
    }

    private static boolean isBare(int c) {
        return Character.isLetterOrDigit(c) || BARE_SIGNS.indexOf(c) >= 0;
    }

    private static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
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
