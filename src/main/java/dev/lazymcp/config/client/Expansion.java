package dev.lazymcp.config.client;

import java.util.Set;

/** What a text with variables came to. */
public sealed interface Expansion {
    /**
     * A text.
     *
     * @param text as the client would pass it on; may hold secrets
     * @param used the names of the environment variables in it
     * @param unset those of them that are not set
     */
    record Text(String text, Set<String> used, Set<String> unset) implements Expansion {
        /** Copies the sets. */
        public Text {
            used = Set.copyOf(used);
            unset = Set.copyOf(unset);
        }

        /** Whether the text depends on where it is read. */
        public boolean isVariable() {
            return !used.isEmpty();
        }

        /** Not the text. */
        @Override
        public String toString() {
            return "Text[used=" + used + ", unset=" + unset + "]";
        }
    }

    /**
     * A variable that is not set, for which the client would refuse the entry.
     *
     * @param variable its name
     */
    record Unset(String variable) implements Expansion {}

    /**
     * Something that the client alone can know.
     *
     * @param what for people, as in "the input token"
     */
    record ClientOnly(String what) implements Expansion {}
}
