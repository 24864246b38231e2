package dev.lazymcp.config.edit;

import java.util.stream.IntStream;

/** From counting a text in characters of Unicode, as the YAML library does, to counting it in {@code char}s. */
@FunctionalInterface
interface CodePoints {
    /** Where the character {@code index} of Unicode begins. */
    int offset(int index);

    /** For {@code text}. */
    static CodePoints of(String text) {
        int count = text.codePointCount(0, text.length());
        if (count == text.length()) {
            return index -> index;
        }
        int[] offsets = IntStream.concat(
                        IntStream.range(0, text.length())
                                .filter(i -> i == 0 || !Character.isSurrogatePair(text.charAt(i - 1), text.charAt(i))),
                        IntStream.of(text.length()))
                .toArray();
        return index -> offsets[Math.min(index, count)];
    }
}
