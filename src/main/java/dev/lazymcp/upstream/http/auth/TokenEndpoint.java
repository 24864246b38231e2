package dev.lazymcp.upstream.http.auth;

import java.io.IOException;
import java.io.Serial;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Where tokens are had (RFC 6749, section 3.2).
 *
 * @param web how it is asked
 * @param address where it is
 * @param client who asks
 * @param resource what the tokens are for (RFC 8707)
 */
record TokenEndpoint(Web web, URI address, ClientIdentity client, Optional<String> resource) {
    /** What was asked for was refused, for good: asking again would bring the same. */
    static final class Denied extends Exception {
        @Serial
        private static final long serialVersionUID = 1;

        Denied(String reason) {
            super(reason);
        }
    }

    /** The tokens for a code that came back with {@code redirect}. */
    Tokens exchange(String code, String verifier, URI redirect, String asked, Instant now) throws SignInFailure {
        try {
            return ask(
                    new Form()
                            .with("grant_type", "authorization_code")
                            .with("code", code)
                            .with("redirect_uri", redirect.toString())
                            .with("code_verifier", verifier),
                    asked,
                    now);
        } catch (Denied denied) {
            throw new SignInFailure(
                    "The authorization server gave no token: " + denied.getMessage() + ". Try again.", denied);
        }
    }

    /**
     * New tokens for those of which {@code before} is the last; a server that gives no new refresh token means the old one.
     *
     * @throws Denied where it gives none any more
     * @throws SignInFailure where that is not known
     */
    Tokens renew(Tokens before, String refresh, Instant now) throws SignInFailure, Denied {
        Tokens given =
                ask(new Form().with("grant_type", "refresh_token").with("refresh_token", refresh), before.scope(), now);
        return new Tokens(given.access(), given.refresh().or(() -> Optional.of(refresh)), given.due(), given.scope());
    }

    private Tokens ask(Form form, String asked, Instant now) throws SignInFailure, Denied {
        Map<String, String> headers = client.prove(form);
        form.with("resource", resource);
        Web.Reply reply;
        try {
            reply = web.post(address, Form.MEDIA_TYPE, form.toString(), headers);
        } catch (IOException e) {
            throw new SignInFailure(
                    "The authorization server " + Addresses.shown(Addresses.origin(address)) + " " + e.getMessage()
                            + ".",
                    e);
        }
        Optional<Document> read = Document.of(reply.body());
        // Some answer 200 with an error in it.
        Optional<String> error = read.flatMap(document -> document.text("error"));
        boolean ours = reply.status() / 100 == 4 && reply.status() != 429 && reply.status() != 408;
        if (error.isPresent() && (ours || reply.isSuccess())) {
            throw new Denied(words(form, headers).with(read.get()).reason(read.get(), error.get()));
        }
        if (!reply.isSuccess() || read.isEmpty()) {
            throw new SignInFailure("The authorization server " + Addresses.shown(Addresses.origin(address))
                    + " answered HTTP " + reply.status() + " and no token. Try again later.");
        }
        return tokens(read.get(), words(form, headers).with(read.get()), asked, now);
    }

    /** Without what was sent, in the form or as {@code Basic} credentials. */
    private ServerWords words(Form form, Map<String, String> headers) {
        Stream<String> credentials = headers.values().stream().map(header -> header.substring(header.indexOf(' ') + 1));
        return ServerWords.of(Form.read(form.toString())).with(Stream.concat(credentials, client.secret().stream()));
    }

    private static Tokens tokens(Document document, ServerWords words, String asked, Instant now) throws SignInFailure {
        Optional<String> access = document.text("access_token");
        if (access.isEmpty() || !isSendable(access.get())) {
            throw new SignInFailure("The authorization server's answer has no token that can be sent in a header.");
        }
        String type = document.text("token_type").orElse("");
        if (!type.equalsIgnoreCase("bearer")) {
            throw new SignInFailure("The authorization server gives tokens of the type "
                    + (type.isEmpty() ? "(none)" : words.shown(type)) + "; only Bearer can be used.");
        }
        OptionalLong seconds = document.number("expires_in");
        return new Tokens(
                access.get(),
                document.text("refresh_token"),
                // Some say 0 of a token that does not run out; of one that did, the server will say it.
                seconds.orElse(0) > 0 ? Optional.of(Tokens.dueAfter(now, seconds.getAsLong())) : Optional.empty(),
                // RFC 6749, section 5.1: it may be left out where it is what was asked for.
                document.text("scope")
                        .map(words::scope)
                        .filter(scope -> !scope.isEmpty())
                        .orElse(asked));
    }

    private static boolean isSendable(String token) {
        return token.chars().allMatch(c -> c > ' ' && c <= '~');
    }
}
