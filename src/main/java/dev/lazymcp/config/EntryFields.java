package dev.lazymcp.config;

import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.edit.Position;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * The members of an entry that lazymcp acts on, read strictly: what is there and makes no sense is a fault, never a default.
 *
 * @param text the whole file
 * @param entry the entry
 */
record EntryFields(String text, Entry entry) {
    private static final List<String> ENVIRONMENT_KEYS = List.of("env", "environment", "envs");

    /** {@code autoConnect}: whether the client starts the server with its session. */
    Optional<Boolean> autoConnect() throws EntryException {
        return flag("autoConnect");
    }

    /** {@code required}: whether a session without this server is a failure. */
    boolean required() throws EntryException {
        return flag("required").orElse(false);
    }

    /** Whether the entry is switched off, in either spelling. */
    boolean disabled() throws EntryException {
        return flag("disabled").orElse(false) || !flag("enabled").orElse(true);
    }

    /** {@code agents}: who may use the server; empty means everybody. */
    List<String> agents() throws EntryException {
        return limit("agents");
    }

    /**
     * {@code tools}: what of the server may be used; empty means everything. An empty list means nothing to Copilot and is no
     * member at all to others, so it stays the client's to judge. A map is another client's own affair.
     */
    List<String> tools() throws EntryException {
        return entry.value().map("tools").isPresent() ? List.of() : limit("tools");
    }

    /** The names, never the values, of what the entry adds to the server's environment. */
    List<String> environmentNames() {
        SequencedSet<String> names = new LinkedHashSet<>();
        for (Node.Members holder : holders()) {
            for (String key : ENVIRONMENT_KEYS) {
                holder.map(key)
                        .ifPresent(variables -> variables.members().stream()
                                .map(Node.Member::name)
                                .filter(EntryFields::isPassable)
                                .forEach(names::add));
            }
        }
        return List.copyOf(names);
    }

    private List<Node.Members> holders() {
        List<Node.Members> holders = new ArrayList<>();
        holders.add(entry.value());
        entry.value().map("command").ifPresent(holders::add);
        return holders;
    }

    // In the stub's argv commas divide and blanks are trimmed. A limit that came out as another one would let somebody
    // through.
    private static boolean isPassable(String name) {
        return !name.isEmpty() && name.indexOf(',') < 0 && name.strip().equals(name);
    }

    private List<String> limit(String name) throws EntryException {
        Optional<Node> value = entry.value().value(name);
        if (value.isEmpty()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        if (!(value.get() instanceof Node.Items list)) {
            throw fault(value.get(), name + " must be a list of names");
        }
        for (Node item : list.items()) {
            if (!(item instanceof Node.Text text)) {
                throw fault(item, name + " must be a list of names");
            }
            if (!isPassable(text.value())) {
                throw fault(item, name + ": a name cannot be empty, hold a comma, or begin or end with a blank");
            }
            names.add(text.value());
        }
        return names.contains("*") ? List.of() : List.copyOf(names);
    }

    private Optional<Boolean> flag(String name) throws EntryException {
        Optional<Node> value = entry.value().value(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof Node.Scalar scalar) {
            if (scalar.literal().equals("true")) {
                return Optional.of(true);
            }
            if (scalar.literal().equals("false")) {
                return Optional.of(false);
            }
        }
        throw fault(value.get(), name + " must be true or false");
    }

    private EntryException fault(Node where, String message) {
        return new EntryException(Position.of(text, where.span().from()), message);
    }
}
