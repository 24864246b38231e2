package dev.lazymcp.config.edit;

import java.util.List;
import java.util.stream.Collectors;

/**
 * JSON with comments.
 *
 * @param text the whole file
 */
record JsonNotation(String text) implements Notation {
    @Override
    public Edit key(Node.Member member, String name) {
        return new Edit(member.key(), QuotedString.of(name));
    }

    @Override
    public Edit value(Node.Member member, Word word) {
        return new Edit(member.value().span(), spelled(word));
    }

    @Override
    public List<Edit> items(Node.Member member, int count, List<Word> words) {
        if (!(member.value() instanceof Node.Items list)) {
            throw new IllegalArgumentException("no list at " + member.value().span());
        }
        return new BracketList(text, list, CommentStyle.SLASHES).replaceFirst(count, spelled(words));
    }

    @Override
    public Edit replace(Node.Member member, Composite value) {
        return new Edit(member.value().span(), spelled(value, isCompact(member)));
    }

    @Override
    public Edit add(Node.Member neighbour, String name, Composite value) {
        boolean compact = isCompact(neighbour);
        String lead = Layout.lineLead(text, neighbour.key().from());
        int end = neighbour.value().span().to();
        // On a line of its own only where that moves no comment to another member.
        boolean ownLine = !lead.isEmpty() && Layout.endsLine(text, end);
        String gap = ownLine ? lead : compact ? "" : " ";
        return Edit.insert(end, "," + gap + spelled(name, value, compact));
    }

    @Override
    public Edit addBefore(Node.Member first, String name, Word value) {
        boolean compact = isCompact(first);
        String lead = Layout.lineLead(text, first.key().from());
        String gap = lead.isEmpty() ? (compact ? "" : " ") : lead;
        return Edit.insert(first.key().from(), spelled(name, new Composite.One(value), compact) + "," + gap);
    }

    @Override
    public List<Span> parts(EntryPath path, Node value) {
        return List.of(value.span());
    }

    private String spelled(String name, Composite value, boolean compact) {
        return QuotedString.of(name) + (compact ? ":" : ": ") + spelled(value, compact);
    }

    private String spelled(Composite value, boolean compact) {
        String comma = compact ? "," : ", ";
        return switch (value) {
            case Composite.One(Word word) -> spelled(word);
            case Composite.Listed(List<Word> words) -> "[" + String.join(comma, spelled(words)) + "]";
            case Composite.Named(List<Composite.Pair> pairs) ->
                pairs.stream()
                        .map(pair -> spelled(pair.name(), new Composite.One(pair.value()), compact))
                        .collect(Collectors.joining(comma, "{", "}"));
        };
    }

    private boolean isCompact(Node.Member member) {
        return Layout.isCompact(text, member.value().span());
    }

    private List<String> spelled(List<Word> words) {
        return words.stream().map(this::spelled).toList();
    }

    private String spelled(Word word) {
        return switch (word) {
            case Word.Fresh fresh -> QuotedString.of(fresh.value());
            case Word.Kept kept -> kept.node().span().in(text);
        };
    }
}
