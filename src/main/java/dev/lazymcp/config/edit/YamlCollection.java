package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;

/** A list or map of YAML whose end has not been seen. */
final class YamlCollection {
    private static final String MERGE = "<<";

    private final String text;
    private final CollectionStartEvent start;
    private final int from;
    private final List<Node> items = new ArrayList<>();
    private final List<Node.Member> members = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private Optional<Node> key = Optional.empty();

    /** One that begins with {@code start} and whose content begins at {@code from} of {@code text}. */
    YamlCollection(String text, CollectionStartEvent start, int from) {
        this.text = text;
        this.start = start;
        this.from = from;
    }

    CollectionStartEvent start() {
        return start;
    }

    boolean isFlow() {
        return start.isFlow();
    }

    /** Adds what comes next in it: an item, or in turn a key and a value. */
    void add(Node node) throws SyntaxException {
        if (!(start instanceof MappingStartEvent)) {
            items.add(node);
        } else if (key.isEmpty()) {
            key = Optional.of(node);
        } else {
            String name = name(key.get());
            if (!names.add(name) && !name.equals(MERGE)) {
                throw new SyntaxException(Position.of(text, key.get().span().from()), "this key is there twice");
            }
            members.add(new Node.Member(key.get().span(), name, node));
            key = Optional.empty();
        }
    }

    /** The node, whose end mark is at {@code mark}. */
    Node toNode(int mark) {
        if (!(start instanceof MappingStartEvent)) {
            int to = isFlow() ? mark : items.getLast().span().to();
            return new Node.Items(new Span(from, to), List.copyOf(items));
        }
        int to = isFlow() ? mark : members.getLast().value().span().to();
        return new Node.Members(new Span(from, to), effective());
    }

    private String name(Node node) {
        return switch (node.resolved()) {
            case Node.Text string -> string.value();
            case Node.Scalar scalar -> scalar.span().in(text);
            default -> node.span().in(text);
        };
    }

    // Of a merge the map keeps each member that it does not have itself, as an alias of that other place.
    private List<Node.Member> effective() {
        Map<String, Node.Member> inherited = new LinkedHashMap<>();
        List<Node.Member> own = new ArrayList<>();
        for (Node.Member member : members) {
            if (!member.name().equals(MERGE)) {
                own.add(member);
                continue;
            }
            for (Node source :
                    member.value().resolved() instanceof Node.Items list ? list.items() : List.of(member.value())) {
                inherit(inherited, source);
            }
            // A map that is written out here is shown and masked like any other value.
            if (!(member.value() instanceof Node.Alias)) {
                own.add(member);
            }
        }
        List<Node.Member> effective = new ArrayList<>(inherited.values());
        effective.addAll(own);
        return List.copyOf(effective);
    }

    private void inherit(Map<String, Node.Member> inherited, Node source) {
        if (source.resolved() instanceof Node.Members map) {
            for (Node.Member member : map.members()) {
                if (!names.contains(member.name())) {
                    Node target = member.value().resolved();
                    inherited.putIfAbsent(
                            member.name(),
                            new Node.Member(member.key(), member.name(), new Node.Alias(source.span(), target)));
                }
            }
        }
    }
}
