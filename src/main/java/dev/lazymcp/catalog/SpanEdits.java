package dev.lazymcp.catalog;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Replacements of spans of a text that do not overlap; all indices are those of the text before any edit. */
final class SpanEdits {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Edit(int from, int to, byte[] replacement) {}

    private final List<Edit> edits = new ArrayList<>();

    void replace(int from, int to, byte[] replacement) {
        edits.add(new Edit(from, to, replacement));
    }

    void delete(int from, int to) {
        replace(from, to, new byte[0]);
    }

    /** {@code text} with all edits; what lies between them is copied. */
    byte[] apply(byte[] text) {
        edits.sort(Comparator.comparingInt(Edit::from));
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length + 64);
        int at = 0;
        for (Edit edit : edits) {
            out.write(text, at, edit.from - at);
            out.write(edit.replacement, 0, edit.replacement.length);
            at = edit.to;
        }
        out.write(text, at, text.length - at);
        return out.toByteArray();
    }
}
