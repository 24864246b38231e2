package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        boolean bare = !name.isEmpty() && name.chars().allMatch(TomlNotation::isBare);
        return new Edit(member.key(), bare ? name : QuotedString.of(name));
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
    public Edit list(Node.Member member, List<Word> words) {
        throw new IllegalArgumentException("TOML has nothing that is no list and could be one");
    }

    @Override
    public Edit add(Node.Member neighbour, String name, List<Word> words) {
        int valueStart = neighbour.value().span().from();
        int valueEnd = neighbour.value().span().to();
        String equals = text.substring(neighbour.key().to(), valueStart);
        boolean compact = equals.equals("=");
        String member = name + equals + "["
                + String.join(compact ? "," : ", ", spelled(words, Optional.of(neighbour.value()))) + "]";
        boolean inline =
                statements.stream().noneMatch(statement -> statement.key().equals(neighbour.key()));
        if (inline) {
            return Edit.insert(valueEnd, (compact ? "," : ", ") + member);
        }
        // The parts of the key before the last, and the indentation.
        String lead = text.substring(
                Layout.lineStart(text, neighbour.key().from()), neighbour.key().from());
        return Edit.insert(Layout.lineEnd(text, valueEnd), Layout.lineBreak(text, valueEnd) + lead + member);
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
