package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * YAML, in block and in flow style.
 *
 * @param text the whole file
 * @param flows where something stands in flow style
 */
record YamlNotation(String text, List<Span> flows) implements Notation {
    /** Copies the list. */
    YamlNotation {
        flows = List.copyOf(flows);
    }

    @Override
    public Edit key(Node.Member member, String name) {
        return new Edit(member.key(), YamlScalar.spelled(name, member.key().in(text)));
    }

    @Override
    public Edit value(Node.Member member, Word word) {
        Span span = member.value().span();
        return new Edit(span, spelled(word, member.value(), isFlow(span)));
    }

    @Override
    public List<Edit> items(Node.Member member, int count, List<Word> words) {
        if (!(member.value().resolved() instanceof Node.Items list)) {
            throw new IllegalArgumentException("no list at " + member.value().span());
        }
        if (member.value() instanceof Node.Alias) {
            List<Word> all = new ArrayList<>(words);
            List<Word> kept = Word.kept(list);
            all.addAll(kept.subList(count, kept.size()));
            return List.of(replace(member, new Composite.Listed(all)));
        }
        if (text.charAt(list.span().from()) == '[') {
            Node model = Word.model(list, words).orElse(list);
            return new BracketList(text, list, CommentStyle.HASH_AFTER_BLANK)
                    .replaceFirst(count, spelled(words, model, true));
        }
        return new YamlBlockList(text, member, list)
                .replaceFirst(count, spelled(words, list.items().getFirst(), false));
    }

    @Override
    public Edit replace(Node.Member member, Composite composite) {
        String value = spelled(member, composite, true);
        Span span = member.value().span();
        if (hasColon(member)) {
            // A value that is not there has no blank before it.
            boolean blank = span.from() > 0 && Character.isWhitespace(text.charAt(span.from() - 1));
            return new Edit(span, blank ? value : " " + value);
        }
        int end = member.key().to();
        if (isFlow(member.key())) {
            return Edit.insert(end, ": " + value);
        }
        String indent = YamlBlockList.indent(text, text.lastIndexOf('?', end));
        return Edit.insert(end, Layout.lineBreak(text, end) + indent + ": " + value);
    }

    // There is none where there is no value: {command: npx, args} or, in a block, "? args".
    private boolean hasColon(Node.Member member) {
        int from = member.key().to();
        int to = member.value().span().from();
        return from > to
                || Gap.pieces(text, CommentStyle.HASH_AFTER_BLANK, from, to).stream()
                        .anyMatch(piece ->
                                !piece.comment() && piece.span().in(text).indexOf(':') >= 0);
    }

    @Override
    public Edit add(Node.Member neighbour, String name, Composite value) {
        Span key = neighbour.key();
        boolean flow = isFlow(key);
        String member =
                key(name, neighbour) + ": " + spelled(neighbour, value, flow || !(value instanceof Composite.One));
        int end = neighbour.value().span().to();
        if (flow) {
            return Edit.insert(end, ", " + member);
        }
        return Edit.insert(
                Layout.lineEnd(text, end),
                Layout.lineBreak(text, end) + YamlBlockList.indent(text, key.from()) + member);
    }

    @Override
    public Edit addBefore(Node.Member first, String name, Word value) {
        Span key = first.key();
        boolean flow = isFlow(key);
        String member = key(name, first) + ": " + spelled(value, first.value(), flow);
        return Edit.insert(
                key.from(),
                member + (flow ? ", " : Layout.lineBreak(text, key.from()) + YamlBlockList.indent(text, key.from())));
    }

    private String key(String name, Node.Member model) {
        return text.charAt(model.key().from()) == '"' ? QuotedString.of(name) : name;
    }

    @Override
    public List<Span> parts(EntryPath path, Node value) {
        Span span = value.span();
        boolean block = value instanceof Node.Members && text.charAt(span.from()) != '{';
        return List.of(block ? new Span(span.from(), Layout.lineEnd(text, span.to())) : span);
    }

    private String spelled(Node.Member near, Composite value, boolean flow) {
        Node model = Word.firstKept(value.all()).orElse(near.value());
        return switch (value) {
            case Composite.One(Word word) -> spelled(word, model, flow);
            case Composite.Listed(List<Word> words) -> "[" + String.join(", ", spelled(words, model, true)) + "]";
            case Composite.Named(List<Composite.Pair> pairs) ->
                pairs.stream()
                        .map(pair -> YamlScalar.spelled(pair.name(), "") + ": " + spelled(pair.value(), model, true))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    private List<String> spelled(List<Word> words, Node model, boolean flow) {
        return words.stream().map(word -> spelled(word, model, flow)).toList();
    }

    private String spelled(Word word, Node model, boolean flow) {
        if (word instanceof Word.Kept(Node node, String value) && canMove(node, value, flow)) {
            return node.span().in(text);
        }
        return YamlScalar.spelled(word.value(), model.span().in(text));
    }

    // Over several lines indentation counts; without quotes a bracket or comma is a part of a block's value alone.
    private boolean canMove(Node node, String value, boolean toFlow) {
        String spelled = node.span().in(text);
        return switch (node) {
            case Node.Scalar ignored -> true;
            case Node.Text ignored when spelled.indexOf('\n') >= 0 -> false;
            case Node.Text ignored ->
                spelled.startsWith("\"")
                        || spelled.startsWith("'")
                        || !toFlow
                        || isFlow(node.span())
                        || YamlScalar.isPlain(value);
            default -> false;
        };
    }

    private boolean isFlow(Span span) {
        return flows.stream().anyMatch(flow -> flow.contains(span));
    }
}
