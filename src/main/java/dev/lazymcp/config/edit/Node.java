package dev.lazymcp.config.edit;

import java.util.List;
import java.util.Optional;

/** A value of a config file together with where it stands. The same four kinds serve every format. */
public sealed interface Node {
    /** Where the value stands, delimiters included. */
    Span span();

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
     * @param literal as it is spelled
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
    record Items(Span span, List<Node> items) implements Node {}

    /**
     * A map. Repeated names are kept; clients read the last one.
     *
     * @param span where, braces included
     * @param members its members in order
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
            return get(name).map(Member::value).filter(value -> !(value instanceof Scalar scalar && scalar.isNull()));
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
