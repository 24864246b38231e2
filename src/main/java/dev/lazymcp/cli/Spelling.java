package dev.lazymcp.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a word that nothing is called was meant to be. */
final class Spelling {
    /** More slips than these make another word. */
    private static final int MOST_SLIPS = 2;

    private Spelling() {}

    /** The one of {@code known} that is {@code word} but for upper and lower case or a slip or two; none where that is a guess. */
    static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .filter(other -> !other.equals(word) && slips(word, other) <= allowed(word))
                .min(Comparator.comparingInt((String other) -> slips(word, other))
                        .thenComparing(other -> other));
    }

    /** The same as the end of a sentence. */
    static String hint(String word, Collection<String> known) {
        return nearest(word, known)
                .map(other -> "; did you mean " + other + "?")
                .orElse("");
    }

    private static int allowed(String word) {
        return Math.min(MOST_SLIPS, word.length() / 3);
    }

    // The least number of characters put in, taken out or replaced, and of neighbours that changed places.
    private static int slips(String word, String other) {
        String a = word.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        if (Math.abs(a.length() - b.length()) > MOST_SLIPS) {
            return Integer.MAX_VALUE;
        }
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
