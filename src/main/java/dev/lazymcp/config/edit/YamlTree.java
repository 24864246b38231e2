package dev.lazymcp.config.edit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Grows the nodes of the first document out of the events of a text. */
final class YamlTree {
    private final String text;
    // A stack of its own instead of recursion: depth is the file's choice, the thread's stack is not.
    private final Deque<YamlCollection> open = new ArrayDeque<>();
    private final Map<String, Named> named = new HashMap<>();
    private final List<Named> anchors = new ArrayList<>();
    private final List<Span> flows = new ArrayList<>();
    private Optional<Node> root = Optional.empty();
    private int end;
    private boolean ended;

    /** A tree of {@code text}. */
    YamlTree(String text) {
        this.text = text;
        this.end = text.length();
    }

    private record Named(String name, Node node, Span span, List<Span> aliases) {}

    /** Takes {@code event}, which stands at {@code span}. */
    void accept(Event event, Span span) throws SyntaxException {
        if (ended) {
            return;
        }
        switch (event) {
            case AliasEvent alias -> add(alias(alias, span));
            case ScalarEvent scalar -> {
                Node node = YamlScalar.read(text, scalar, contentOf(scalar, scalar.getTag(), span));
                name(scalar, node, node.span());
                add(node);
            }
            case CollectionStartEvent start ->
                open.push(new YamlCollection(
                        text, start, contentOf(start, start.getTag(), span).from()));
            case CollectionEndEvent ignored -> close(span);
            case DocumentEndEvent ignored -> {
                ended = true;
                end = span.from();
            }
            default -> {}
        }
    }

    /** The value of the document; none for an empty one. */
    Optional<Node> root() {
        return root.filter(node -> !(node instanceof Node.Scalar scalar && scalar.isNull()));
    }

    /** Where the first document ends. */
    int end() {
        return end;
    }

    /** The collections in flow style that are in no other such, in order. */
    List<Span> flows() {
        return List.copyOf(flows);
    }

    /** The anchors that have aliases. */
    List<Anchor> anchors() {
        return anchors.stream()
                .filter(anchor -> !anchor.aliases.isEmpty())
                .map(anchor -> new Anchor(anchor.name, anchor.span, anchor.aliases))
                .toList();
    }

    private void close(Span span) throws SyntaxException {
        YamlCollection closed = open.pop();
        Node node = closed.toNode(span.to());
        if (closed.isFlow() && open.stream().noneMatch(YamlCollection::isFlow)) {
            flows.add(node.span());
        }
        // What is added behind the last line of a block belongs to it.
        int to = closed.isFlow()
                ? node.span().to()
                : Layout.lineEnd(text, node.span().to());
        name(closed.start(), node, new Span(node.span().from(), to));
        add(node);
    }

    private void add(Node node) throws SyntaxException {
        YamlCollection parent = open.peek();
        if (parent == null) {
            root = Optional.of(node);
        } else {
            parent.add(node);
        }
    }

    private void name(NodeEvent event, Node node, Span span) {
        event.getAnchor().ifPresent(anchor -> {
            Named made = new Named(anchor.getValue(), node, span, new ArrayList<>());
            named.put(made.name, made);
            anchors.add(made);
        });
    }

    private Node alias(AliasEvent alias, Span span) throws SyntaxException {
        Named target = named.get(alias.getAlias().getValue());
        if (target == null) {
            throw new SyntaxException(Position.of(text, span.from()), "no complete value before this has that anchor");
        }
        target.aliases.add(span);
        return new Node.Alias(span, target.node);
    }

    // Without the anchor and the tag before it.
    private Span contentOf(NodeEvent event, Optional<String> tag, Span whole) {
        int at = whole.from();
        for (int left = (event.getAnchor().isPresent() ? 1 : 0) + (tag.isPresent() ? 1 : 0); left > 0; left--) {
            while (at < whole.to() && " \t\r\n,[]{}".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            at = blanksEnd(at, whole.to());
        }
        return new Span(Math.min(at, whole.to()), whole.to());
    }

    private int blanksEnd(int from, int limit) {
        int at = from;
        while (at < limit) {
            int comment = CommentStyle.HASH.end(text, at, limit);
            if (comment == at && !Character.isWhitespace(text.charAt(at))) {
                break;
            }
            at = Math.max(comment, at + 1);
        }
        return at;
    }
}
