package dev.lazymcp.upstream.http.auth;

import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The token for the requests to one server: kept, renewed before it runs out, and renewed once more where the server refuses it, by one
 * process at a time. Who waited for another finds its token.
 */
public final class Bearer {
    private final URI server;
    private final GrantStore store;
    private final Web web;
    private final InstantSource clock;
    private volatile Optional<Grant> known = Optional.empty();
    private boolean wantsMore;

    /** The tokens of {@code store} for {@code server}. */
    public Bearer(URI server, GrantStore store, Web web, InstantSource clock) {
        this.server = server;
        this.store = store;
        this.web = web;
        this.clock = clock;
    }

    /**
     * The token to send; empty where nobody has signed in. May ask the authorization server for a new one.
     *
     * @throws SignInFailure where there should be one and is none
     */
    public synchronized Optional<String> token() throws SignInFailure {
        if (known.isEmpty() || wantsMore) {
            known = read();
            wantsMore = false;
        }
        if (known.filter(grant -> grant.tokens().isDue(clock.instant())).isPresent()) {
            renewEarly();
        }
        return known.map(grant -> grant.tokens().access());
    }

    /** Whether a token is still good the server knows best: it is tried as long as nobody says that there is no other. */
    private void renewEarly() throws SignInFailure {
        try {
            known = renewed("");
        } catch (SignInFailure e) {
            if (e.needsSomebody()) {
                throw e;
            }
        }
    }

    /**
     * Another token than {@code refused}, which the server did not take; empty where none is to be had without somebody who signs
     * in. Whoever else has one already has it.
     *
     * @throws SignInFailure where that is not known
     */
    public synchronized Optional<String> tokenAfter(String refused) throws SignInFailure {
        known = renewed(refused);
        return known.map(grant -> grant.tokens().access()).filter(token -> !token.equals(refused));
    }

    /** The last token that was told, so that it can be kept out of texts; empty for none. */
    public String last() {
        return known.map(grant -> grant.tokens().access()).orElse("");
    }

    /** Remembers for the next sign-in what the server asked for besides. */
    public synchronized void wanting(String scope) throws SignInFailure {
        // Whoever grants it signs in with another process.
        wantsMore = true;
        try (GrantStore.Hold _ = store.hold(server)) {
            Optional<Grant> kept = store.find(server);
            if (kept.isPresent()) {
                store.put(kept.get().wanting(scope));
            }
        } catch (IOException e) {
            throw unkept(e);
        }
    }

    private Optional<Grant> renewed(String refused) throws SignInFailure {
        Optional<Grant> kept = read();
        if (kept.isEmpty() || isUsable(kept.get(), refused)) {
            return kept;
        }
        try (GrantStore.Hold _ = store.hold(server)) {
            Optional<Grant> now = store.find(server);
            return now.isEmpty() || isUsable(now.get(), refused) ? now : Optional.of(ask(now.get(), refused));
        } catch (IOException e) {
            throw unkept(e);
        }
    }

    /** Without a refresh token a token is used to its end, which the server knows best. */
    private boolean isUsable(Grant grant, String refused) {
        boolean other = !grant.tokens().access().equals(refused);
        return other
                && (!grant.tokens().isDue(clock.instant())
                        || grant.tokens().refresh().isEmpty());
    }

    private Grant ask(Grant grant, String refused) throws SignInFailure, IOException {
        Optional<String> refresh = grant.tokens().refresh();
        if (refresh.isEmpty()) {
            return grant;
        }
        try {
            Tokens given = new TokenEndpoint(web, grant.tokenEndpoint(), grant.client(), grant.resource())
                    .renew(grant.tokens(), refresh.get(), clock.instant());
            Grant next = grant.with(given);
            store.put(next);
            return next;
        } catch (TokenEndpoint.Denied denied) {
            // What is denied once is denied always: nobody is to ask again.
            store.put(grant.with(grant.tokens().withoutRefresh()));
            throw SignInFailure.forGood(
                    "The sign-in has run out or was taken back: the authorization server gives no new token, "
                            + denied.getMessage() + ".",
                    denied);
        } catch (SignInFailure e) {
            throw new SignInFailure(
                    refused.isEmpty()
                            ? "The token has run out and could not be renewed. " + e.inWords()
                            : "The token was refused and could not be renewed. " + e.inWords(),
                    e);
        }
    }

    private Optional<Grant> read() throws SignInFailure {
        try {
            return store.find(server);
        } catch (IOException e) {
            throw unkept(e);
        }
    }

    private static SignInFailure unkept(IOException e) {
        return new SignInFailure("The token of this server cannot be had: " + e.getMessage() + ".", e);
    }
}
