package dev.lazymcp.upstream.http.auth;

import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Somebody signs in to a server with a browser: authorization code with PKCE (MCP "Authorization", authorization flow).
 *
 * @param web how servers are asked
 * @param store where the grant is kept
 * @param random makes what nobody may guess
 * @param clock tells when tokens run out
 */
public record SignIn(Web web, GrantStore store, SecureRandom random, InstantSource clock) {
    /**
     * What the person knows better.
     *
     * @param clientId a client id that the authorization server knows already
     * @param clientSecret what belongs to it
     * @param clientDocument the address of a document about the client (OAuth Client ID Metadata Document)
     * @param scope what to ask for, words with a blank between
     * @param redirect where the browser is to come back to, where the client id is bound to that
     * @param patience how long it may take
     */
    public record Wishes(
            Optional<String> clientId,
            Optional<String> clientSecret,
            Optional<String> clientDocument,
            Optional<String> scope,
            Optional<URI> redirect,
            Duration patience) {
        /** Does not show the secret. */
        @Override
        public String toString() {
            return "wishes for " + clientId.orElse("any client id");
        }
    }

    /**
     * Signs in to {@code server}; blocks until the browser is back.
     *
     * @param browser is given the address to open
     * @throws SignInFailure where nothing came of it; what was kept before is kept
     */
    public Grant to(URI server, Wishes wishes, Consumer<URI> browser) throws SignInFailure {
        new Addresses(server).checked("server's address", server.toString());
        Discovery discovery = new Discovery(web, server);
        Challenge challenge = challenge(server, discovery);
        ResourceMetadata resource = discovery.resource(challenge).orElseGet(() -> ResourceMetadata.absent(server));
        ServerMetadata issuer = discovery.issuer(resource);
        String scope = scope(server, wishes, challenge, resource, issuer);
        String state = Pkce.unguessable(random);
        try (LoopbackListener listener = LoopbackListener.open(wishes.redirect(), state)) {
            ClientIdentity client = identity(wishes, issuer, listener.redirect(), scope);
            String verifier = Pkce.unguessable(random);
            browser.accept(new Form()
                    .with("response_type", "code")
                    .with("client_id", client.id())
                    .with("redirect_uri", listener.redirect().toString())
                    .with("state", state)
                    .with("code_challenge", Pkce.challenge(verifier))
                    .with("code_challenge_method", "S256")
                    .with("scope", Optional.of(scope).filter(words -> !words.isEmpty()))
                    .with("resource", resource.resource())
                    // OpenID Connect gives offline access only to who is asked again.
                    .with(
                            "prompt",
                            Optional.of("consent").filter(_ -> Scopes.of(scope).contains("offline_access")))
                    .in(issuer.authorization()));
            String code = Callback.code(listener.await(wishes.patience()), issuer);
            Tokens tokens = new TokenEndpoint(web, issuer.token(), client, resource.resource())
                    .exchange(code, verifier, listener.redirect(), scope, clock.instant());
            Grant grant = new Grant(
                    server,
                    resource.resource(),
                    issuer.issuer(),
                    issuer.token(),
                    issuer.revocation(),
                    client,
                    tokens,
                    "");
            keep(grant);
            return grant;
        }
    }

    /** What the server wants; one that takes strangers has to have metadata for there to be anything to sign in to. */
    private Challenge challenge(URI server, Discovery discovery) throws SignInFailure {
        Web.Knock knock;
        try {
            knock = web.knock(server);
        } catch (IOException e) {
            throw new SignInFailure("The server " + e.getMessage() + ".", e);
        }
        if (!knock.refused() && discovery.resource(Challenge.NONE).isEmpty()) {
            throw new SignInFailure(
                    "The server asks nobody to sign in: it took a request without a token, and says nowhere"
                            + " who could give one.");
        }
        return knock.challenge();
    }

    /** After the server asked for more, what was granted before is asked for as well: a new token replaces the old one. */
    private String scope(
            URI server, Wishes wishes, Challenge challenge, ResourceMetadata resource, ServerMetadata issuer) {
        if (wishes.scope().isPresent()) {
            return String.join(" ", Scopes.of(wishes.scope().get()));
        }
        String usual = Scopes.choose(challenge.scope(), resource.scopes(), issuer.scopes());
        return before(server)
                .filter(grant -> grant.issuer().equals(issuer.issuer())
                        && !grant.wanted().isEmpty())
                .map(grant -> Scopes.union(grant.tokens().scope(), Scopes.union(grant.wanted(), usual)))
                .orElse(usual);
    }

    private Optional<Grant> before(URI server) {
        try {
            return store.find(server);
        } catch (IOException unreadable) {
            return Optional.empty(); // it is about to be replaced
        }
    }

    /** MCP "Authorization", client registration approaches: what is known, then a document about us, then registration. */
    private ClientIdentity identity(Wishes wishes, ServerMetadata issuer, URI redirect, String scope)
            throws SignInFailure {
        if (wishes.clientId().isPresent()) {
            Optional<String> secret = wishes.clientSecret();
            return new ClientIdentity(
                    wishes.clientId().get(),
                    secret,
                    ClientIdentity.Method.choose(secret.isPresent(), issuer.authMethods()));
        }
        if (wishes.clientDocument().isPresent() && issuer.knowsClientDocuments()) {
            return new ClientIdentity(wishes.clientDocument().get(), Optional.empty(), ClientIdentity.Method.NONE);
        }
        if (issuer.registration().isPresent()) {
            return Registration.at(web, issuer.registration().get(), issuer, redirect, scope);
        }
        throw new SignInFailure("The authorization server " + Addresses.shown(issuer.issuer())
                + " does not let programs register. Register lazymcp with it by hand, to come back to"
                + " http://127.0.0.1:PORT/callback, and name the id with --client-id and --redirect-uri.");
    }

    private void keep(Grant grant) throws SignInFailure {
        try (GrantStore.Hold _ = store.hold(grant.server())) {
            store.put(grant);
        } catch (IOException e) {
            throw new SignInFailure("Signed in, but the token cannot be kept: " + e.getMessage() + ".", e);
        }
    }
}
