package dev.lazymcp.upstream.http.auth;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the browser brings back from the authorization server (RFC 6749, section 4.1.2; RFC 9207). */
final class Callback {
    private Callback() {}

    /**
     * The code in {@code query}.
     *
     * @param state what was sent along, and has to come back
     * @throws SignInFailure where it is somebody else's answer, or a refusal
     */
    static String code(String query, String state, ServerMetadata issuer) throws SignInFailure {
        Map<String, String> pairs;
        try {
            pairs = Form.read(query);
        } catch (IllegalArgumentException e) {
            throw new SignInFailure("The answer that the browser brought cannot be read. Try again.", e);
        }
        if (!state.equals(pairs.get("state"))) {
            throw new SignInFailure("The browser brought an answer to another question than lazymcp asked (state):"
                    + " it was not used. Try again, and follow only the address that lazymcp shows.");
        }
        requireIssuer(pairs.get("iss"), issuer);
        String error = pairs.getOrDefault("error", "");
        if (error.equals("access_denied")) {
            throw new SignInFailure("Signing in was declined (access_denied).");
        }
        if (!error.isEmpty()) {
            throw new SignInFailure("The authorization server refused: "
                    + TokenEndpoint.reason(error, pairs.getOrDefault("error_description", "")) + ".");
        }
        String code = pairs.getOrDefault("code", "");
        if (code.isEmpty()) {
            throw new SignInFailure("The answer that the browser brought has no code. Try again.");
        }
        return code;
    }

    private static void requireIssuer(@Nullable String named, ServerMetadata issuer) throws SignInFailure {
        if (named == null && issuer.answersWithIssuer()) {
            throw new SignInFailure("The answer does not say whose it is (iss), though the authorization server "
                    + Addresses.shown(issuer.issuer()) + " promises that: it was not used.");
        }
        if (named != null && !named.equals(issuer.issuer())) {
            throw new SignInFailure("The answer is of another authorization server (iss): " + Addresses.shown(named)
                    + ", not " + Addresses.shown(issuer.issuer()) + ". It was not used.");
        }
    }
}
