package dev.lazymcp.config.client;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which variables a client expands in the members of an entry.
 *
 * @param syntaxes the ways to write one
 * @param fields the members in which it looks
 * @param unset what it makes of one that is not set
 */
public record Variables(Set<Syntax> syntaxes, Set<Field> fields, Unset unset) {
    /** Copies the sets. */
    public Variables {
        syntaxes = Set.copyOf(syntaxes);
        fields = Set.copyOf(fields);
    }

    /** Members of an entry. */
    public enum Field {
        COMMAND,
        ARGS,
        ENV,
        CWD,
        ENV_FILE,
        URL,
        HEADERS
    }

    /** What becomes of a variable that is not set. */
    public enum Unset {
        /** The client refuses the entry. */
        ERROR,
        /** It stays as it is written. */
        LITERAL,
        /** Nothing stands in its place. */
        EMPTY
    }

    /**
     * How {@code field} is to be read. A path may begin with {@code ~} whatever the client says, as it may for lazymcp's own
     * stub.
     */
    public Interpolation of(Field field, Values values) {
        Set<Syntax> known = EnumSet.noneOf(Syntax.class);
        if (fields.contains(field)) {
            known.addAll(syntaxes);
        }
        if (field == Field.COMMAND || field == Field.CWD || field == Field.ENV_FILE) {
            known.add(Syntax.TILDE);
        }
        return new Interpolation(known, unset, values);
    }

    /** Whether something in {@code text} is a variable to the client where it stands in {@code field}. */
    public boolean finds(Field field, String text) {
        Path nowhere = Path.of("");
        Interpolation reading = of(field, new Values(Map.of(), nowhere, nowhere, "/"));
        return !(reading.expand(text) instanceof Expansion.Text(String same, Set<String> used, Set<String> _)
                && used.isEmpty()
                && same.equals(text));
    }

    /** A client that expands nothing. */
    static Variables none() {
        return new Variables(Set.of(), Set.of(), Unset.LITERAL);
    }

    /** {@code syntaxes} in every member. */
    static Variables everywhere(Unset unset, Syntax first, Syntax... more) {
        return new Variables(EnumSet.of(first, more), EnumSet.allOf(Field.class), unset);
    }

    /** This, in {@code fields} alone. */
    Variables in(Field first, Field... more) {
        return new Variables(syntaxes, EnumSet.of(first, more), unset);
    }
}
