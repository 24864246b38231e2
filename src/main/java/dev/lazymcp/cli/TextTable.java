package dev.lazymcp.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Rows in columns as wide as their widest cell, two blanks apart; the last column is not padded. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final Set<Integer> right = new HashSet<>();

    TextTable(String... titles) {
        rows.add(List.of(titles));
    }

    /** Puts the cells of the column {@code column}, from 0, to its right side, as figures stand. */
    TextTable right(int column) {
        right.add(column);
        return this;
    }

    /** Adds a row of as many cells as there are titles. */
    TextTable row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + rows.getFirst().size() + " columns");
        }
        rows.add(List.of(cells).stream().map(TerminalText::plain).toList());
        return this;
    }

    /** The titles and rows, with the last column cut so that each has at most {@code width} characters, if the others let it. */
    List<String> lines(int width) {
        int[] widths = new int[rows.getFirst().size() - 1];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = rows.stream()
                    .mapToInt(row -> row.get(column).length())
                    .max()
                    .orElse(0);
        }
        return rows.stream().map(row -> line(row, widths, width)).toList();
    }

    private String line(List<String> row, int[] widths, int width) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String blanks = " ".repeat(widths[i] - row.get(i).length());
            line.append(right.contains(i) ? blanks + row.get(i) : row.get(i) + blanks)
                    .append(GAP);
        }
        return line.append(TerminalText.cut(row.getLast(), width - line.length()))
                .toString()
                .stripTrailing();
    }

    @Override
    public String toString() {
        return lines(Integer.MAX_VALUE).stream().map(line -> line + "\n").collect(Collectors.joining());
    }
}
