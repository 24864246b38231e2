package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * TOML.
 *
 * @param text the whole file
 * @param statements its headers and assignments, in order
 */
record TomlNotation(String text, List<Statement> statements) implements Notation {
    /** Copies the list. */
    TomlNotation {
        statements = List.copyOf(statements);
    }

    /**
     * A header or an assignment.
     *
     * @param path what it names, from the root
     * @param span from its first character to the end of its last line, a comment there included
     * @param key where the last part of its key stands
     */
    record Statement(List<String> path, Span span, Span key) {
        /** Copies the list. */
        Statement {
            path = List.copyOf(path);
        }

        private boolean isWithin(List<String> table) {
            return path.size() >= table.size() && path.subList(0, table.size()).equals(table);
        }
    }

    @Override
    public Edit key(Node.Member member, String name) {
        return new Edit(member.key(), key(name));
    }

    private static String key(String name) {
        boolean bare = !name.isEmpty() && name.chars().allMatch(TomlNotation::isBare);
        return bare ? name : QuotedString.of(name);
    }

    private static boolean isBare(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    @Override
    public Edit value(Node.Member member, Word word) {
        return new Edit(member.value().span(), spelled(word, Optional.of(member.value())));
    }

    @Override
    public List<Edit> items(Node.Member member, int count, List<Word> words) {
        if (!(member.value() instanceof Node.Items list)) {
            throw new IllegalArgumentException("no list at " + member.value().span());
        }
        return new BracketList(text, list, CommentStyle.HASH)
                .replaceFirst(count, spelled(words, Word.model(list, words)));
    }

    @Override
    public Edit replace(Node.Member member, Composite value) {
        return new Edit(
                member.value().span(),
                spelled(value, equals(member), Word.firstKept(value.all()).or(() -> Optional.of(member.value()))));
    }

    @Override
    public Edit add(Node.Member neighbour, String name, Composite value) {
        int valueEnd = neighbour.value().span().to();
        String equals = equals(neighbour);
        String member = key(name) + equals + spelled(value, equals, Optional.of(neighbour.value()));
        if (isInline(neighbour)) {
            return Edit.insert(valueEnd, comma(equals) + member);
        }
        return Edit.insert(Layout.lineEnd(text, valueEnd), Layout.lineBreak(text, valueEnd) + lead(neighbour) + member);
    }

    @Override
    public Edit addBefore(Node.Member first, String name, Word value) {
        String equals = equals(first);
        String member = key(name) + equals + spelled(value, Optional.of(first.value()));
        int start = first.key().from();
        return Edit.insert(
                start, member + (isInline(first) ? comma(equals) : Layout.lineBreak(text, start) + lead(first)));
    }

    /**
     * The edit that takes the member {@code name} out of the entry at {@code path}, whether it is an assignment, a table or several
     * of either; empty where something else stands in between, or it is in an inline table of the entry.
     */
    Optional<Edit> removal(EntryPath path, String name) {
        List<String> table = new ArrayList<>(path.section());
        table.add(path.name());
        table.add(name);
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            if (statements.get(i).isWithin(table)) {
                found.add(i);
            }
        }
        if (found.isEmpty() || found.getLast() - found.getFirst() >= found.size()) {
            return Optional.empty();
        }
        int start = statements.get(found.getFirst()).span().from();
        int before = text.substring(0, start).stripTrailing().length();
        int from = Math.min(start, Layout.lineEnd(text, before));
        return Optional.of(
                new Edit(new Span(from, statements.get(found.getLast()).span().to()), ""));
    }

    /** Whether {@code member} stands in an inline table, not in an assignment of its own. */
    private boolean isInline(Node.Member member) {
        return statements.stream().noneMatch(statement -> statement.key().equals(member.key()));
    }

    /** The parts of the key of {@code member} before the last, and the indentation. */
    private String lead(Node.Member member) {
        int key = member.key().from();
        return text.substring(Layout.lineStart(text, key), key);
    }

    /** What stands between the key of {@code member} and its value. */
    private String equals(Node.Member member) {
        return text.substring(member.key().to(), member.value().span().from());
    }

    private static String comma(String equals) {
        return equals.equals("=") ? "," : ", ";
    }

    /** {@inheritDoc} An entry has a part for each run of statements about it that no other statement interrupts. */
    @Override
    public List<Span> parts(EntryPath path, Node value) {
        List<String> table = new ArrayList<>(path.section());
        table.add(path.name());
        List<Span> parts = new ArrayList<>();
        boolean running = false;
        for (Statement statement : statements) {
            boolean within = statement.isWithin(table);
            if (within) {
                int from = running ? parts.removeLast().from() : statement.span.from();
                parts.add(new Span(from, statement.span.to()));
            }
            running = within;
        }
        // It stands in an inline table of all entries.
        return parts.isEmpty() ? List.of(value.span()) : List.copyOf(parts);
    }

    private String spelled(Composite value, String equals, Optional<Node> model) {
        return switch (value) {
            case Composite.One(Word word) -> spelled(word, model);
            case Composite.Listed(List<Word> words) -> "[" + String.join(comma(equals), spelled(words, model)) + "]";
            case Composite.Named(List<Composite.Pair> pairs) ->
                pairs.stream()
                        .map(pair -> key(pair.name()) + equals + spelled(pair.value(), model))
                        .collect(Collectors.joining(
                                comma(equals), equals.equals("=") ? "{" : "{ ", equals.equals("=") ? "}" : " }"));
        };
    }

    private List<String> spelled(List<Word> words, Optional<Node> model) {
        return words.stream().map(word -> spelled(word, model)).toList();
    }

    private String spelled(Word word, Optional<Node> model) {
        return switch (word) {
            case Word.Fresh fresh ->
                quotedAs(model.map(node -> node.span().in(text)).orElse(""), fresh.value());
            case Word.Kept kept -> kept.node().span().in(text);
        };
    }

    private static String quotedAs(String model, String value) {
        boolean literal = model.startsWith("'")
                && value.chars().noneMatch(c -> c == '\'' || QuotedString.isUnprintable((char) c));
        return literal ? "'" + value + "'" : QuotedString.of(value);
    }
}
