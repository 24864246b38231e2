package dev.lazymcp.config;

import dev.lazymcp.config.edit.Edit;
import java.util.ArrayList;
import java.util.List;

/**
 * A change of a file as {@code diff -u} shows it, made from the edits themselves, so that its cost is that of the change and
 * not of the file.
 */
final class UnifiedDiff {
    private static final int CONTEXT = 3;
    private static final String NO_NEWLINE = "\\ No newline at end of file";

    private final List<String> before;
    private final List<String> after;
    private final StringBuilder out = new StringBuilder();

    private UnifiedDiff(String before, String after) {
        this.before = lines(before);
        this.after = lines(after);
    }

    /** Lines of both files: {@code before} from {@code oldFrom} to {@code oldTo} became those of {@code after}. */
    private record Block(int oldFrom, int oldTo, int newFrom, int newTo) {}

    /**
     * The diff of a change.
     *
     * @param name of the file
     * @param text the file before, as it is
     * @param edits the change
     * @param shownBefore the file before, as it may be shown, line for line
     * @param shownAfter the file after, likewise
     */
    static String of(String name, String text, List<Edit> edits, String shownBefore, String shownAfter) {
        UnifiedDiff diff = new UnifiedDiff(shownBefore, shownAfter);
        List<Block> blocks = blocks(text, edits).stream().map(diff::trimmed).toList();
        if (!blocks.isEmpty()) {
            diff.out
                    .append("--- ")
                    .append(name)
                    .append('\n')
                    .append("+++ ")
                    .append(name)
                    .append('\n');
        }
        int first = 0;
        while (first < blocks.size()) {
            int last = first;
            while (last + 1 < blocks.size() && blocks.get(last + 1).oldFrom - blocks.get(last).oldTo <= 2 * CONTEXT) {
                last++;
            }
            diff.hunk(blocks.subList(first, last + 1));
            first = last + 1;
        }
        return diff.out.toString();
    }

    private static List<Block> blocks(String text, List<Edit> edits) {
        List<Block> blocks = new ArrayList<>();
        int line = 0;
        int at = 0;
        int shift = 0;
        for (Edit edit : Edit.inOrder(edits)) {
            line += breaks(text, at, edit.span().from());
            int end = line + breaks(text, edit.span().from(), edit.span().to());
            int grown = breaks(edit.text(), 0, edit.text().length()) - (end - line);
            Block block = new Block(line, end + 1, line + shift, end + 1 + shift + grown);
            if (!blocks.isEmpty() && blocks.getLast().oldTo >= block.oldFrom) {
                Block previous = blocks.removeLast();
                block = new Block(previous.oldFrom, block.oldTo, previous.newFrom, block.newTo);
            }
            blocks.add(block);
            shift += grown;
            line = end;
            at = edit.span().to();
        }
        return blocks;
    }

    private Block trimmed(Block block) {
        int head = 0;
        while (block.oldFrom + head < block.oldTo
                && block.newFrom + head < block.newTo
                && before.get(block.oldFrom + head).equals(after.get(block.newFrom + head))) {
            head++;
        }
        int tail = 0;
        while (block.oldFrom + head < block.oldTo - tail
                && block.newFrom + head < block.newTo - tail
                && before.get(block.oldTo - tail - 1).equals(after.get(block.newTo - tail - 1))) {
            tail++;
        }
        return new Block(block.oldFrom + head, block.oldTo - tail, block.newFrom + head, block.newTo - tail);
    }

    private void hunk(List<Block> blocks) {
        Block first = blocks.getFirst();
        Block last = blocks.getLast();
        int lead = Math.min(CONTEXT, first.oldFrom);
        int trail = Math.min(CONTEXT, before.size() - last.oldTo);
        out.append("@@ -")
                .append(range(first.oldFrom - lead, last.oldTo + trail))
                .append(" +")
                .append(range(first.newFrom - lead, last.newTo + trail))
                .append(" @@\n");
        int at = first.oldFrom - lead;
        for (Block block : blocks) {
            print(' ', before, at, block.oldFrom);
            print('-', before, block.oldFrom, block.oldTo);
            print('+', after, block.newFrom, block.newTo);
            at = block.oldTo;
        }
        print(' ', before, at, last.oldTo + trail);
    }

    private void print(char mark, List<String> lines, int from, int to) {
        for (String line : lines.subList(from, to)) {
            out.append(mark).append(line.stripTrailing()).append('\n');
            if (!line.endsWith("\n")) {
                out.append(NO_NEWLINE).append('\n');
            }
        }
    }

    private static String range(int from, int to) {
        int length = to - from;
        return (length == 0 ? from : from + 1) + "," + length;
    }

    private static int breaks(String text, int from, int to) {
        return (int) text.substring(from, to).chars().filter(c -> c == '\n').count();
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            int to = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(from, to));
            from = to;
        }
        return lines;
    }
}
