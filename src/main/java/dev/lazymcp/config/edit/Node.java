package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A value of a config file together with where it stands. The same kinds serve every format. */
public sealed interface Node {
    /**
     * Where the value stands, delimiters included. A TOML table that is not inline is in many places; its span is that of the
     * key that names it first.
     */
    Span span();

    /** The value itself: this one, or what it stands for. */
    default Node resolved() {
        return this;
    }

    /**
     * A string.
     *
     * @param span where, quotes included
     * @param value what it says, escapes resolved
     */
    record Text(Span span, String value) implements Node {}

    /**
     * A number, a boolean or null.
     *
     * @param span where
     * @param literal as it is spelled; the three words always as JSON spells them
     */
    record Scalar(Span span, String literal) implements Node {
        /** Whether this is null. */
        public boolean isNull() {
            return literal.equals("null");
        }
    }

    /**
     * A list.
     *
     * @param span where, brackets included
     * @param items its values in order
     */
    record Items(Span span, List<Node> items) implements Node {
        /** What the items say as words of a command line; none if one of them is not a string, a number or a boolean. */
        public Optional<List<String>> words() {
            List<String> words = new ArrayList<>();
            for (Node item : items) {
                switch (item.resolved()) {
                    case Text text -> words.add(text.value());
                    case Scalar scalar when !scalar.isNull() -> words.add(scalar.literal());
                    default -> {
                        return Optional.empty();
                    }
                }
            }
            return Optional.of(List.copyOf(words));
        }
    }

    /**
     * The name of a value that is written elsewhere in the file.
     *
     * @param span where the name stands
     * @param target the value
     */
    record Alias(Span span, Node target) implements Node {
        @Override
        public Node resolved() {
            return target.resolved();
        }
    }

    /**
     * A map. Repeated names are kept; clients read the last one.
     *
     * @param span where, braces included
     * @param members its members in order; before them what it takes over from other maps, each as an alias of what is there
     */
    record Members(Span span, List<Member> members) implements Node {
        /** The member that counts under {@code name}. */
        public Optional<Member> get(String name) {
            for (int i = members.size() - 1; i >= 0; i--) {
                if (members.get(i).name().equals(name)) {
                    return Optional.of(members.get(i));
                }
            }
            return Optional.empty();
        }

        /** The value that counts under {@code name}; null in the file is as good as absent. */
        public Optional<Node> value(String name) {
            return get(name)
                    .map(member -> member.value().resolved())
                    .filter(value -> !(value instanceof Scalar scalar && scalar.isNull()));
        }

        /** The map that counts under {@code name}. */
        public Optional<Members> map(String name) {
            return value(name).flatMap(value -> value instanceof Members map ? Optional.of(map) : Optional.empty());
        }

        /** The list that counts under {@code name}. */
        public Optional<Items> list(String name) {
            return value(name).flatMap(value -> value instanceof Items list ? Optional.of(list) : Optional.empty());
        }

        /** The string that counts under {@code name}. */
        public Optional<String> text(String name) {
            return value(name)
                    .flatMap(value -> value instanceof Text text ? Optional.of(text.value) : Optional.empty());
        }
    }

    /**
     * A name and its value.
     *
     * @param key where the name stands, quotes included
     * @param name what it says
     * @param value the value
     */
    record Member(Span key, String name, Node value) {}
}
