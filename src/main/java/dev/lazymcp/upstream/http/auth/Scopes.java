package dev.lazymcp.upstream.http.auth;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/** Scopes as OAuth writes them: words with a blank between (RFC 6749, section 3.3). */
public final class Scopes {
    private static final String OFFLINE = "offline_access";

    private Scopes() {}

    /** The words of {@code text}, each once, in order. */
    public static List<String> of(String text) {
        SequencedSet<String> words =
                new LinkedHashSet<>(Arrays.asList(text.strip().split(" +", -1)));
        words.remove("");
        return List.copyOf(words);
    }

    /** Those of both. */
    public static String union(String one, String other) {
        return String.join(" ", of(one + " " + other));
    }

    /**
     * What to ask for (MCP "Authorization", scope selection): what the server's challenge names, else all that its metadata lists,
     * else nothing; and access while nobody is there, where the authorization server lists that.
     *
     * @param challenged scopes of the challenge
     * @param resource those that the server's metadata lists
     * @param issuer those that the authorization server's metadata lists
     * @return words with a blank between; empty to leave it to the authorization server
     */
    static String choose(Optional<String> challenged, List<String> resource, List<String> issuer) {
        String wanted = challenged
                .map(Scopes::of)
                .map(words -> String.join(" ", words))
                .orElseGet(() -> String.join(" ", resource));
        return !wanted.isEmpty() && issuer.contains(OFFLINE) ? union(wanted, OFFLINE) : wanted;
    }
}
