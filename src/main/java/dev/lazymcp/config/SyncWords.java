package dev.lazymcp.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the words of a command line in a file by the words that a stub was started with.
 *
 * @param variables what variables stand for
 * @param expanded whether the client expands variables in a command line
 */
record SyncWords(SyncVariables variables, boolean expanded) {
    /**
     * {@code spelled} as the client would pass it on now. A word that can be read as the one that the client passed on then is
     * that one.
     *
     * @param running the words that the stub has
     * @return empty where a word has a variable that is not known here, and cannot be the one that the stub has
     */
    Optional<List<String>> matched(List<String> spelled, List<String> running) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < spelled.size(); i++) {
            Optional<String> beside = spelled.size() == running.size() ? Optional.of(running.get(i)) : Optional.empty();
            Optional<String> word = matched(spelled.get(i), beside);
            if (word.isEmpty()) {
                return Optional.empty();
            }
            words.add(word.get());
        }
        return Optional.of(List.copyOf(words));
    }

    private Optional<String> matched(String spelled, Optional<String> running) {
        if (running.isPresent() && running.get().equals(spelled)) {
            return running;
        }
        if (!expanded) {
            return Optional.of(spelled);
        }
        return variables.expand(spelled, false).or(() -> running.filter(word -> fits(spelled, word)));
    }

    /** Whether {@code word} has what stands in {@code spelled} around its variables. */
    private static boolean fits(String spelled, String word) {
        String before = spelled.substring(0, spelled.indexOf("${"));
        String behind = spelled.substring(spelled.lastIndexOf('}') + 1);
        return word.length() >= before.length() + behind.length() && word.startsWith(before) && word.endsWith(behind);
    }
}
