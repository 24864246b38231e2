package dev.lazymcp.upstream.http.auth;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What an authorization server gave.
 *
 * @param access the access token
 * @param refresh what a new one is to be had for
 * @param due when the access token is to be renewed, by this machine's clock, a margin before its end; empty where the server did
 *     not say
 * @param scope what it is for, words with a blank between; empty where nobody said
 */
public record Tokens(String access, Optional<String> refresh, Optional<Instant> due, String scope) {
    /** A token this close to its end is renewed: it has to last until the server has looked at it. */
    private static final Duration MARGIN = Duration.ofSeconds(60);

    /** Whether it is to be renewed. */
    boolean isDue(Instant now) {
        return due.filter(end -> !now.isBefore(end)).isPresent();
    }

    /** When a token that is given now and lasts {@code seconds} is to be renewed; one of less than two margins after half its life. */
    static Instant dueAfter(Instant now, long seconds) {
        long margin = Math.min(MARGIN.toSeconds(), seconds / 2);
        return now.plusSeconds(seconds - margin);
    }

    /** The same without the hope for another. */
    Tokens withoutRefresh() {
        return new Tokens(access, Optional.empty(), due, scope);
    }

    /** Shows none. */
    @Override
    public String toString() {
        return "tokens for " + (scope.isEmpty() ? "what the server thinks fit" : scope);
    }
}
