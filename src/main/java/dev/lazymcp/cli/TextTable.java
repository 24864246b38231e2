package dev.lazymcp.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns as wide as their widest cell, two blanks apart; the last column is not padded. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... titles) {
        rows.add(List.of(titles));
    }

    /** Adds a row of as many cells as there are titles. */
    TextTable row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + rows.getFirst().size() + " columns");
        }
        rows.add(List.of(cells));
        return this;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i));
                if (i + 1 < row.size()) {
                    line.append(" ".repeat(width(i) - row.get(i).length())).append(GAP);
                }
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
