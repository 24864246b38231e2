package dev.lazymcp.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of text in columns as wide as what stands in them. The last column is cut at the width of the terminal; what could move a
 * terminal's cursor is replaced.
 */
final class TextTable {
    /** On which side of its column a cell stands. */
    enum Side {
        LEFT,
        RIGHT
    }

    private static final String GAP = "  ";

    private final List<Side> sides;
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(Side... sides) {
        this.sides = List.of(sides);
    }

    /** Adds a row of as many cells as there are columns. */
    void add(String... cells) {
        if (cells.length != sides.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + sides.size() + " columns");
        }
        rows.add(List.of(cells).stream().map(TextTable::plain).toList());
    }

    /** The rows, each at most {@code width} characters unless the columns before the last take more. */
    List<String> lines(int width) {
        int last = sides.size() - 1;
        int[] widths = new int[last];
        for (List<String> row : rows) {
            for (int i = 0; i < last; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths, width)).toList();
    }

    private String line(List<String> row, int[] widths, int width) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String blanks = " ".repeat(widths[i] - row.get(i).length());
            line.append(sides.get(i) == Side.LEFT ? row.get(i) + blanks : blanks + row.get(i))
                    .append(GAP);
        }
        return line.append(cut(row.getLast(), width - line.length())).toString().stripTrailing();
    }

    /** {@code text} in lines of at most {@code width} characters, broken at blanks, each behind {@code indent}. */
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

    /** The beginning of {@code text}, at most {@code length} characters, with a mark where something is missing. */
    static String cut(String text, int length) {
        return text.length() <= Math.max(1, length) ? text : text.substring(0, Math.max(0, length - 1)) + "…";
    }

    /** {@code text} in one line, and without what a terminal would act on. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean harmless = !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT;
            plain.appendCodePoint(harmless ? c : c == '\n' || c == '\t' || c == '\r' ? ' ' : '?');
        });
        return plain.toString();
    }
}
