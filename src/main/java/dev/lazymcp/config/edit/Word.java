package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A word of a command line that an edit puts somewhere. */
sealed interface Word {
    /** What it says. */
    String value();

    /** A word that the file does not have. */
    record Fresh(String value) implements Word {}

    /**
     * A word of the file that moves; it stays spelled as it is wherever its new place allows that.
     *
     * @param node where it stands
     * @param value what it says
     */
    record Kept(Node node, String value) implements Word {}

    /** The words {@code values}, none of which the file has. */
    static List<Word> fresh(List<String> values) {
        return values.stream().<Word>map(Fresh::new).toList();
    }

    /** The items of {@code list}, all of which are words. */
    static List<Word> kept(Node.Items list) {
        List<String> values = list.words().orElseThrow();
        List<Word> words = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            words.add(new Kept(list.items().get(i), values.get(i)));
        }
        return List.copyOf(words);
    }

    /** Of {@code words}, the first that the file has. */
    static Optional<Node> firstKept(List<Word> words) {
        return words.stream()
                .flatMap(word -> word instanceof Kept kept ? Stream.of(kept.node) : Stream.empty())
                .findFirst();
    }

    /** The value whose quotes new words of {@code list} should have: its first or, if it is empty, the first that moves there. */
    static Optional<Node> model(Node.Items list, List<Word> words) {
        return list.items().stream().findFirst().or(() -> firstKept(words));
    }
}
