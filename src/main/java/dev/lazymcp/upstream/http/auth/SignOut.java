package dev.lazymcp.upstream.http.auth;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Gives back and forgets what was given for a server.
 *
 * @param web how the authorization server is asked
 * @param store where grants are kept
 */
public record SignOut(Web web, GrantStore store) {
    /**
     * What came of it.
     *
     * @param issuer whose grant it was; empty where that is not known
     * @param revoked whether its issuer has taken it back
     * @param note why not, where it has not; else empty
     */
    public record Outcome(String issuer, boolean revoked, String note) {}

    /**
     * Signs out of {@code server}; empty where nobody was signed in. The tokens are forgotten whatever the issuer says.
     *
     * @throws IOException where they cannot be
     */
    public Optional<Outcome> of(URI server) throws IOException {
        try (GrantStore.Hold _ = store.hold(server)) {
            Optional<Grant> grant;
            try {
                grant = store.find(server);
            } catch (IOException unreadable) {
                store.forget(server);
                return Optional.of(new Outcome("", false, "what was kept of it could not be read"));
            }
            if (grant.isEmpty()) {
                return Optional.empty();
            }
            String note = revoke(grant.get());
            store.forget(server);
            return Optional.of(new Outcome(grant.get().issuer(), note.isEmpty(), note));
        }
    }

    /** RFC 7009: with the refresh token the access tokens go too. Why it was not done; empty where it was. */
    private String revoke(Grant grant) {
        if (grant.revocation().isEmpty()) {
            return "it does not offer that; the token is good until it runs out";
        }
        boolean refresh = grant.tokens().refresh().isPresent();
        Form form = new Form()
                .with("token", grant.tokens().refresh().orElse(grant.tokens().access()))
                .with("token_type_hint", refresh ? "refresh_token" : "access_token");
        Map<String, String> headers = grant.client().prove(form);
        try {
            Web.Reply reply = web.post(grant.revocation().get(), Form.MEDIA_TYPE, form.toString(), headers);
            return reply.isSuccess() ? "" : "it answered HTTP " + reply.status();
        } catch (IOException e) {
            return "it " + e.getMessage();
        }
    }
}
