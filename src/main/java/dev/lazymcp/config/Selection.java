package dev.lazymcp.config;

import java.util.List;
import java.util.Set;

/** Which entries a command is about. */
public sealed interface Selection {
    /** Those whose entry says {@code autoConnect: false}. */
    record Lazy() implements Selection {}

    /**
     * All of them.
     *
     * @param remote whether entries with a URL are meant as well
     */
    record All(boolean remote) implements Selection {
        /** All there are. */
        public All() {
            this(true);
        }
    }

    /**
     * Those with these names, in whatever scope.
     *
     * @param names of servers, or patterns of such
     */
    record Named(Set<String> names) implements Selection {
        /** Copies the set. */
        public Named {
            names = Set.copyOf(names);
        }

        @Override
        public boolean admits(String name) {
            return names.contains(name) || names.stream().anyMatch(text -> new NamePattern(text).matches(name));
        }
    }

    /** {@code names}, or if there are none, {@code otherwise}. */
    static Selection of(List<String> names, Selection otherwise) {
        return names.isEmpty() ? otherwise : new Named(Set.copyOf(names));
    }

    /** Whether an entry {@code name} may be meant, before its members are read. */
    default boolean admits(String name) {
        return true;
    }

    /** Whether the entry {@code name} is named by just that, so that leaving it needs more than a reason. */
    default boolean names(String name) {
        return this instanceof Named(Set<String> names) && names.contains(name);
    }
}
