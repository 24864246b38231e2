package dev.lazymcp.config.edit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A key or a plain value of a document.
 *
 * @param span where it stands
 * @param value what it says; none for a key
 */
public record Token(Span span, Optional<Node> value) {
    /** The keys and plain values below {@code root}, in the order of the text. */
    public static List<Token> below(Node root) {
        List<Token> tokens = new ArrayList<>();
        Deque<Token> ahead = new ArrayDeque<>();
        ahead.push(of(root));
        while (!ahead.isEmpty()) {
            Token token = ahead.pop();
            switch (token.value.orElse(null)) {
                case Node.Items list -> list.items().reversed().forEach(item -> ahead.push(of(item)));
                case Node.Members map ->
                    map.members().reversed().stream()
                            .filter(member -> isWrittenIn(map, member))
                            .forEach(member -> {
                                ahead.push(of(member.value()));
                                ahead.push(new Token(member.key(), Optional.empty()));
                            });
                // What it stands for is below the root elsewhere.
                case Node.Alias ignored -> {}
                case null, default -> tokens.add(token);
            }
        }
        return List.copyOf(tokens);
    }

    // What a map takes over from another is below the root there.
    private static boolean isWrittenIn(Node.Members map, Node.Member member) {
        return !(member.value() instanceof Node.Alias) || map.span().contains(member.key());
    }

    private static Token of(Node node) {
        return new Token(node.span(), Optional.of(node));
    }
}
