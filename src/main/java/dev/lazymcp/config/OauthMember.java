package dev.lazymcp.config;

import dev.lazymcp.config.edit.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an entry says of how its client signs in by OAuth, in the member {@code oauth} or {@code auth}.
 *
 * @param clientId the id that the authorization server knows, variables not expanded
 * @param scope what to ask for, words with a blank between
 * @param redirect where the browser is to come back to
 * @param beyond the names of what else it says, which lazymcp cannot follow
 */
public record OauthMember(
        Optional<String> clientId, Optional<String> scope, Optional<String> redirect, List<String> beyond) {
    /** Of an entry that says nothing. */
    public static final OauthMember NONE =
            new OauthMember(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    static final List<String> KEYS = List.of("oauth", "auth");
    private static final int HIGHEST_PORT = 65_535;

    /** Copies the list. */
    public OauthMember {
        beyond = List.copyOf(beyond);
    }

    /** The member of {@code entry}; a word or a flag in its place says no more than that there is OAuth, or none. */
    static OauthMember of(Node.Members entry) {
        for (String key : KEYS) {
            Optional<Node> value = entry.value(key);
            if (value.isPresent()) {
                return switch (value.get()) {
                    case Node.Members map -> read(map);
                    case Node.Text(var _, String word) -> word.equals("oauth") ? NONE : beyond(key);
                    case Node.Scalar _ -> NONE;
                    case Node.Items _, Node.Alias _ -> beyond(key);
                };
            }
        }
        return NONE;
    }

    private static OauthMember beyond(String key) {
        return new OauthMember(Optional.empty(), Optional.empty(), Optional.empty(), List.of(key));
    }

    private static OauthMember read(Node.Members map) {
        Optional<String> clientId = Optional.empty();
        Optional<String> scope = Optional.empty();
        Optional<String> redirect = Optional.empty();
        List<String> beyond = new ArrayList<>();
        for (Node.Member member : map.members()) {
            Optional<String> word = word(member.value().resolved())
                    .filter(text -> text.indexOf('$') < 0 && text.indexOf('{') < 0)
                    .filter(text -> !member.name().equals("callbackPort") || isPort(text));
            switch (member.name()) {
                case "clientId", "CLIENT_ID" -> clientId = word;
                case "scope", "scopes" -> scope = word;
                case "redirectUri" -> redirect = word;
                // The clients that have it come back to this host, and it is what people register.
                case "callbackPort" -> redirect = word.map(port -> "http://localhost:" + port + "/callback");
                case "enabled" -> {
                    continue;
                }
                default -> {
                    beyond.add(member.name());
                    continue;
                }
            }
            if (word.isEmpty()) {
                beyond.add(member.name());
            }
        }
        return new OauthMember(clientId, scope, redirect, beyond);
    }

    private static boolean isPort(String text) {
        return !text.isEmpty()
                && text.length() <= 5
                && text.chars().allMatch(c -> c >= '0' && c <= '9')
                && Integer.parseInt(text) > 0
                && Integer.parseInt(text) <= HIGHEST_PORT;
    }

    private static Optional<String> word(Node value) {
        return switch (value) {
            case Node.Text(var _, String text) -> Optional.of(text);
            case Node.Scalar(var _, String literal) -> Optional.of(literal);
            case Node.Items list -> list.words().map(words -> String.join(" ", words));
            case Node.Members _, Node.Alias _ -> Optional.empty();
        };
    }
}
