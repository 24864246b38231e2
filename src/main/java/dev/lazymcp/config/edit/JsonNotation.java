package dev.lazymcp.config.edit;

import java.util.List;

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
    public Edit list(Node.Member member, List<Word> words) {
        return new Edit(member.value().span(), bracketed(member, words));
    }

    @Override
    public Edit add(Node.Member neighbour, String name, List<Word> words) {
        boolean compact = isCompact(neighbour);
        String lead = Layout.lineLead(text, neighbour.key().from());
        int end = neighbour.value().span().to();
        // On a line of its own only where that moves no comment to another member.
        boolean ownLine = !lead.isEmpty() && Layout.endsLine(text, end);
        String gap = ownLine ? lead : compact ? "" : " ";
        return Edit.insert(
                end, "," + gap + QuotedString.of(name) + (compact ? ":" : ": ") + bracketed(neighbour, words));
    }

    @Override
    public List<Span> parts(EntryPath path, Node value) {
        return List.of(value.span());
    }

    private String bracketed(Node.Member near, List<Word> words) {
        return "[" + String.join(isCompact(near) ? "," : ", ", spelled(words)) + "]";
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
