package dev.lazymcp.config.edit;

import java.util.List;

/** The value of a member that an edit writes anew, all of it on one line. */
sealed interface Composite {
    /** A string. */
    record One(Word word) implements Composite {}

    /** A list of strings. */
    record Listed(List<Word> words) implements Composite {
        /** Copies the list. */
        public Listed {
            words = List.copyOf(words);
        }
    }

    /** A map of names to strings. */
    record Named(List<Pair> pairs) implements Composite {
        /** Copies the list. */
        public Named {
            pairs = List.copyOf(pairs);
        }
    }

    /** A name and what stands under it. */
    record Pair(String name, Word value) {}

    /** The words in it, in order. */
    default List<Word> all() {
        return switch (this) {
            case One(Word word) -> List.of(word);
            case Listed(List<Word> words) -> words;
            case Named(List<Pair> pairs) -> pairs.stream().map(Pair::value).toList();
        };
    }
}
