package dev.lazymcp.upstream.http;

import dev.lazymcp.os.Secrets;
import dev.lazymcp.upstream.Remote;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.http.auth.Bearer;
import dev.lazymcp.upstream.http.auth.Challenge;
import dev.lazymcp.upstream.http.auth.Grant;
import dev.lazymcp.upstream.http.auth.SignInFailure;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What proves to a server who asks: the headers that are configured for it, and the token of somebody who signed in where no
 * Authorization is among them. No value is in any text.
 */
final class Credentials {
    private static final String AUTHORIZATION = "Authorization";
    private static final String BEARER = "Bearer ";

    private final RequestHeaders headers;
    private final Bearer bearer;
    private final String login;

    private Credentials(RequestHeaders headers, Bearer bearer, String login) {
        this.headers = headers;
        this.bearer = bearer;
        this.login = login;
    }

    /**
     * Those for the server at {@code target}; no token is looked for yet.
     *
     * @param directory where a headers helper runs
     * @throws StartFailure where a configured header cannot be sent
     */
    static Credentials of(URI target, Remote remote, Map<String, String> environment, Path directory, Account account)
            throws StartFailure {
        Bearer bearer = new Bearer(
                Grant.serverOf(target),
                account.store(),
                new SignInWeb(remote, environment, directory),
                InstantSource.system());
        return new Credentials(RequestHeaders.of(remote, environment, directory), bearer, account.login());
    }

    /** Names and values for the next request; may take a token's renewal. */
    Map<String, String> next() throws Trouble {
        if (headers.has(AUTHORIZATION)) {
            return headers.current();
        }
        try {
            return with(bearer.token().orElse(""));
        } catch (SignInFailure e) {
            throw trouble(e);
        }
    }

    /** The same as they were last. */
    Map<String, String> known() {
        return headers.has(AUTHORIZATION) ? headers.current() : with(bearer.last());
    }

    private Map<String, String> with(String token) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(headers.current());
        if (!token.isEmpty()) {
            all.put(AUTHORIZATION, BEARER + token);
        }
        return all;
    }

    /** Whether there is something else to try after the server answered 401 to {@code refused}. */
    boolean hasOther(Map<String, String> refused) throws Trouble {
        try {
            if (headers.refresh()) {
                return true;
            }
        } catch (StartFailure e) {
            throw new Trouble("wants another token. " + e.getMessage(), e);
        }
        if (headers.has(AUTHORIZATION)) {
            return false;
        }
        try {
            String sent = refused.getOrDefault(AUTHORIZATION, "");
            return bearer.tokenAfter(sent.isEmpty() ? "" : sent.substring(BEARER.length()))
                    .isPresent();
        } catch (SignInFailure e) {
            throw trouble(e);
        }
    }

    /** How the server refuses: what stands between its name and its own words. */
    String refusal(int status, HttpHeaders answered) {
        Challenge challenge = Challenge.of(answered.allValues("WWW-Authenticate"));
        String code = " (HTTP " + status + ")";
        if (headers.has(AUTHORIZATION)) {
            return (status == 401
                            ? "refuses the Authorization header that is configured for it"
                            : "forbids the request")
                    + code;
        }
        boolean signedIn = !bearer.last().isEmpty();
        if (status == 403) {
            return signedIn && challenge.wantsMore() ? more(challenge, code) : "forbids the request" + code;
        }
        return signedIn
                ? "refuses the token of your sign-in" + code + ". To sign in again, run: " + login
                : "asks for authorization" + code + ". To sign in, run: " + login
                        + ". A token of another kind is sent with --header Authorization=env:VARIABLE";
    }

    /** The rights are asked for when somebody signs in the next time, which the command then does by itself. */
    private String more(Challenge challenge, String code) {
        String scope = challenge.scope().orElse("");
        String text = "wants more rights than your sign-in has" + code + (scope.isEmpty() ? "" : ": " + scope)
                + ". To grant them, run: " + login;
        try {
            bearer.wanting(scope);
            return text;
        } catch (SignInFailure e) {
            return text + (scope.isEmpty() ? "" : " --scope \"" + scope + "\"");
        }
    }

    /** {@code text} without any value that is sent. */
    String masked(String text) {
        String token = bearer.last();
        String masked = headers.masked(text);
        return token.isEmpty() ? masked : masked.replace(token, Secrets.MASK);
    }

    private Trouble trouble(SignInFailure failure) {
        Optional<String> remedy =
                failure.needsSomebody() ? Optional.of(" To sign in again, run: " + login) : Optional.empty();
        return new Trouble("needs a token. " + failure.inWords() + remedy.orElse(""), failure);
    }
}
