package dev.lazymcp.upstream.http.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerWordsTest {
    private static final String CODE = "plain words.1";
    private static final String VERIFIER = "another-one";
    private static final String SECRET = "open sesame";
    private static final ServerWords WORDS = ServerWords.of(Map.of("code", CODE, "grant_type", "refresh_token"));

    /** An authorization server that says {@code body} to whatever it is sent. */
    private record Says(int status, String body) implements Web {
        @Override
        public Reply get(URI target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Reply post(URI target, String mediaType, String sent, Map<String, String> headers) {
            String credentials =
                    headers.getOrDefault("Authorization", "Basic none").substring("Basic ".length());
            return new Reply(status, body.replace("CREDENTIALS", credentials));
        }

        @Override
        public Knock knock(URI server) {
            throw new UnsupportedOperationException();
        }
    }

    private static TokenEndpoint endpoint(int status, String body, ClientIdentity.Method method) {
        return new TokenEndpoint(
                new Says(status, body),
                URI.create("https://as.example/token"),
                new ClientIdentity("me", Optional.of(SECRET), method),
                Optional.empty());
    }

    private static Tokens exchange(TokenEndpoint endpoint) throws SignInFailure {
        return endpoint.exchange(CODE, VERIFIER, URI.create("http://127.0.0.1:1/x"), "asked", Instant.EPOCH);
    }

    @ParameterizedTest
    @EnumSource(ClientIdentity.Method.class)
    void whatWasSentIsNotShownWhenItComesBack(ClientIdentity.Method method) {
        String said = "<" + CODE + "> <" + VERIFIER + "> <" + SECRET + "> <open+sesame> <CREDENTIALS>";
        TokenEndpoint endpoint =
                endpoint(400, "{\"error\":\"no " + CODE + "\",\"error_description\":\"" + said + "\"}", method);
        assertThat(catchThrowable(() -> exchange(endpoint)))
                .isInstanceOf(SignInFailure.class)
                .hasMessageStartingWith("The authorization server gave no token: no *** (<***> <***> <***> <***> <"
                        + (method == ClientIdentity.Method.BASIC ? "***" : "none") + ">)");
    }

    @Test
    void aRefreshTokenIsNotShownEither() {
        Tokens before = new Tokens("old", Optional.empty(), Optional.empty(), "");
        TokenEndpoint endpoint = endpoint(
                400,
                "{\"error\":\"invalid_grant\",\"error_description\":\"what is refresh me\"}",
                ClientIdentity.Method.NONE);
        assertThat(catchThrowable(() -> endpoint.renew(before, "refresh me", Instant.EPOCH)))
                .isInstanceOf(TokenEndpoint.Denied.class)
                .hasMessage("invalid_grant (what is ***)");
    }

    @Test
    void aTypeOfTokensIsShownInShortAndWithoutThem() {
        TokenEndpoint endpoint = endpoint(
                200,
                "{\"access_token\":\"open-word\",\"token_type\":\"open-word \\u001b[31m" + "x ".repeat(50_000) + "\"}",
                ClientIdentity.Method.NONE);
        assertThat(catchThrowable(() -> exchange(endpoint)))
                .isInstanceOf(SignInFailure.class)
                .message()
                .startsWith("The authorization server gives tokens of the type *** x x ")
                .endsWith("…; only Bearer can be used.")
                .hasSizeLessThan(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"open-word", "\\u202e", "é", " "})
    void aScopeThatIsNoneIsAsIfNothingWasSaid(String scope) throws SignInFailure {
        TokenEndpoint endpoint = endpoint(
                200,
                "{\"access_token\":\"open-word\",\"token_type\":\"Bearer\",\"scope\":\"" + scope + "\"}",
                ClientIdentity.Method.NONE);
        assertThat(exchange(endpoint).scope()).isEqualTo("asked");
    }

    @Test
    void scopesAreWordsOfPrintableCharacters() {
        assertThat(WORDS.scope("a  https://x.example/b \u001b[31m c\u202e d")).isEqualTo("a https://x.example/b d");
        assertThat(WORDS.scope("ab ".repeat(50_000))).isEqualTo("ab");
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            many.append('s').append(i).append(' ');
        }
        assertThat(WORDS.scope(many.toString())).startsWith("s0 s1 s2 ").hasSizeBetween(4000, 4096);
    }

    @Test
    void whatIsNoSecretIsShown() {
        assertThat(WORDS.reason("invalid_grant", "no refresh_token for you")).contains("refresh_token for you");
        assertThat(ServerWords.of(Map.of("code", "a")).reason("a b", "")).isEqualTo("a b");
    }

    @Test
    void noTextShowsTheSecrets() {
        assertThat(WORDS.toString()).doesNotContain(CODE);
    }
}
