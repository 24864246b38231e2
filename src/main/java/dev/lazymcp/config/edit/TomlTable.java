package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table while its file is read: it grows by every header and dotted key that names it. */
final class TomlTable {
    private final Span span;
    private final Map<String, Slot> slots = new LinkedHashMap<>();

    /** A table that is first named, or stands, at {@code span}. */
    TomlTable(Span span) {
        this.span = span;
    }

    /**
     * A part of a dotted key.
     *
     * @param span where, quotes included
     * @param name what it says
     */
    record Key(Span span, String name) {}

    /** What a key has as its value. */
    private sealed interface Content {
        record Plain(Node node) implements Content {}

        record Table(TomlTable table) implements Content {}

        record Tables(Span span, List<TomlTable> tables) implements Content {}
    }

    private record Slot(Span key, Content content) {}

    /** The table at {@code path} below this one, made where it is missing; of an array of tables the last counts. */
    TomlTable at(List<Key> path) {
        TomlTable table = this;
        for (Key key : path) {
            table = table.below(key);
        }
        return table;
    }

    /** A new table at the end of the array at {@code path}. */
    TomlTable append(List<Key> path) {
        Key last = path.getLast();
        TomlTable parent = at(path.subList(0, path.size() - 1));
        Slot slot = parent.slots.computeIfAbsent(
                last.name, name -> new Slot(last.span, new Content.Tables(last.span, new ArrayList<>())));
        if (!(slot.content instanceof Content.Tables array)) {
            throw new IllegalStateException("the library let pass a table that is an array too");
        }
        TomlTable added = new TomlTable(last.span);
        array.tables.add(added);
        return added;
    }

    /** Gives {@code path} below this table the value {@code node}. */
    void put(List<Key> path, Node node) {
        Key last = path.getLast();
        at(path.subList(0, path.size() - 1)).slots.put(last.name, new Slot(last.span, new Content.Plain(node)));
    }

    private TomlTable below(Key key) {
        Slot slot =
                slots.computeIfAbsent(key.name, name -> new Slot(key.span, new Content.Table(new TomlTable(key.span))));
        return switch (slot.content) {
            case Content.Table(TomlTable table) -> table;
            case Content.Tables(Span ignored, List<TomlTable> tables) -> tables.getLast();
            case Content.Plain ignored ->
                throw new IllegalStateException("the library let pass a table that is a value too");
        };
    }

    /** The table as it is now. */
    Node.Members toNode() {
        List<Node.Member> members = new ArrayList<>();
        slots.forEach((name, slot) -> members.add(new Node.Member(slot.key, name, node(slot.content))));
        return new Node.Members(span, List.copyOf(members));
    }

    private static Node node(Content content) {
        return switch (content) {
            case Content.Plain(Node node) -> node;
            case Content.Table(TomlTable table) -> table.toNode();
            case Content.Tables(Span span, List<TomlTable> tables) ->
                new Node.Items(
                        span, tables.stream().<Node>map(TomlTable::toNode).toList());
        };
    }
}
