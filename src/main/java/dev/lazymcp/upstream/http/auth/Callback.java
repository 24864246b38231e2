package dev.lazymcp.upstream.http.auth;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the browser brings back from the authorization server (RFC 6749, section 4.1.2; RFC 9207). */
final class Callback {
    private Callback() {}

    /**
     * Whether {@code query} answers what was asked with {@code state}: anybody can send one, and nobody else knows that word.
     */
    static boolean answers(String query, String state) {
        try {
            return state.equals(Form.read(query).get("state"));
        } catch (IllegalArgumentException unreadable) {
            return false;
        }
    }

    /**
     * The code in {@code query}, which {@link #answers} what was asked.
     *
     * @throws SignInFailure where it is of another issuer, or a refusal
     */
    static String code(String query, ServerMetadata issuer) throws SignInFailure {
        Map<String, String> pairs = Form.read(query);
        requireIssuer(pairs, issuer);
        String error = pairs.getOrDefault("error", "");
        if (error.equals("access_denied")) {
            throw new SignInFailure("Signing in was declined (access_denied).");
        }
        if (!error.isEmpty()) {
            throw new SignInFailure("The authorization server refused: "
                    + ServerWords.of(pairs).reason(error, pairs.getOrDefault("error_description", "")) + ".");
        }
        String code = pairs.getOrDefault("code", "");
        if (code.isEmpty()) {
            throw new SignInFailure("The answer that the browser brought has no code. Try again.");
        }
        return code;
    }

    private static void requireIssuer(Map<String, String> pairs, ServerMetadata issuer) throws SignInFailure {
        @Nullable String named = pairs.get("iss");
        if (named == null && issuer.answersWithIssuer()) {
            throw new SignInFailure("The answer does not say whose it is (iss), though the authorization server "
                    + Addresses.shown(issuer.issuer()) + " promises that: it was not used.");
        }
        if (named != null && !named.equals(issuer.issuer())) {
            throw new SignInFailure("The answer is of another authorization server (iss): "
                    + ServerWords.of(pairs).shown(Addresses.shown(named)) + ", not " + Addresses.shown(issuer.issuer())
                    + ". It was not used.");
        }
    }
}
