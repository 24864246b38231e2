package dev.lazymcp.upstream.http.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The decisions of signing in, one by one. */
class SignInPartsTest {
    private static final URI SERVER = URI.create("https://mcp.example/a/b");

    private static List<String> texts(List<URI> uris) {
        return uris.stream().map(URI::toString).toList();
    }

    @Test
    void metadataAreWhereTheStandardsSay() {
        assertThat(texts(WellKnown.ofResource(URI.create("https://h.example:8443/p/q?x=1"))))
                .containsExactly(
                        "https://h.example:8443/.well-known/oauth-protected-resource/p/q?x=1",
                        "https://h.example:8443/.well-known/oauth-protected-resource");
        assertThat(texts(WellKnown.ofResource(URI.create("https://H.example:443/"))))
                .containsExactly("https://h.example/.well-known/oauth-protected-resource");
        assertThat(texts(WellKnown.ofIssuer(URI.create("https://as.example"))))
                .containsExactly(
                        "https://as.example/.well-known/oauth-authorization-server",
                        "https://as.example/.well-known/openid-configuration");
        assertThat(texts(WellKnown.ofIssuer(URI.create("https://as.example/tenant/"))))
                .containsExactly(
                        "https://as.example/.well-known/oauth-authorization-server/tenant",
                        "https://as.example/.well-known/openid-configuration/tenant",
                        "https://as.example/tenant/.well-known/openid-configuration");
    }

    /** The example of RFC 7636, appendix B. */
    @Test
    void theChallengeIsThatOfTheStandardsExample() {
        assertThat(Pkce.challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
                .isEqualTo("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://as.example/token", "HTTPS://as.example:444/x?y=z"})
    void addressesThatAreEncryptedAreSpokenTo(String text) throws SignInFailure {
        assertThat(new Addresses(SERVER).checked("token endpoint", text)).isEqualTo(URI.create(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://as.example/token",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "https://user:pass@as.example/",
                "https://as.example/#x",
                "https:///x",
                "https://as.example:65536/token",
                "/token",
                "",
                "https://as.example/ x",
                "https://localhost/token",
                "http://127.0.0.1:8080/token"
            })
    void othersAreNot(String text) {
        assertThatThrownBy(() -> new Addresses(SERVER).checked("token endpoint", text))
                .isInstanceOf(SignInFailure.class)
                .hasMessageContaining("token endpoint");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:1/x, true",
        "http://127.0.0.1:1/x, true",
        "http://127.9.9.9/x, true",
        "http://[::1]:1/x, true",
        "http://127.0.0.1.evil.example/x, false",
        "http://127.evil/x, false",
        "http://localhost.example/x, false"
    })
    void thisMachineMayNameItself(String text, boolean local) {
        Addresses addresses = new Addresses(URI.create("http://localhost:3000/mcp"));
        assertThat(Addresses.isLoopback(URI.create(text))).isEqualTo(local);
        if (local) {
            assertThat(catchThrowable(() -> addresses.checked("x", text))).isNull();
        } else {
            assertThatThrownBy(() -> addresses.checked("x", text)).isInstanceOf(SignInFailure.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://mcp.example/a/b, true",
        "https://mcp.example/a/b/, true",
        "https://MCP.example:443/a, true",
        "https://mcp.example, true",
        "https://mcp.example/a/bc, false",
        "https://mcp.example/a/, true",
        "https://mcp.example/c, false",
        "https://mcp.example:444/a/b, false",
        "http://mcp.example/a/b, false",
        "https://mcp.example.evil/a/b, false",
        "a/b, false",
        "'', false"
    })
    void metadataAreAboutTheServerOrWhatIsAboveIt(String resource, boolean right) {
        Document document = Document.of("{\"resource\":\"" + resource + "\",\"authorization_servers\":[\"https://x\"]}")
                .orElseThrow();
        Throwable thrown = catchThrowable(() -> ResourceMetadata.of(document, SERVER));
        if (right) {
            assertThat(thrown).isNull();
        } else {
            assertThat(thrown).isInstanceOf(SignInFailure.class);
        }
    }

    @Test
    void scopesAreThoseOfTheChallengeElseAllElseNone() {
        List<String> all = List.of("a", "b");
        assertThat(Scopes.choose(Optional.of("c"), all, List.of())).isEqualTo("c");
        assertThat(Scopes.choose(Optional.empty(), all, List.of())).isEqualTo("a b");
        assertThat(Scopes.choose(Optional.empty(), List.of(), List.of("x"))).isEmpty();
        assertThat(Scopes.choose(Optional.of(" c  c "), all, List.of("offline_access")))
                .isEqualTo("c offline_access");
        assertThat(Scopes.choose(Optional.empty(), List.of(), List.of("offline_access")))
                .isEmpty();
        assertThat(Scopes.union("a b", "b c")).isEqualTo("a b c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false | '' | NONE",
                "false | client_secret_basic | NONE",
                "true | '' | BASIC",
                "true | client_secret_post | POST",
                "true | client_secret_post client_secret_basic | BASIC",
                "true | private_key_jwt | BASIC",
            })
    void aSecretIsSentAsTheServerKnowsIt(boolean secret, String known, ClientIdentity.Method method) {
        assertThat(ClientIdentity.Method.choose(secret, Scopes.of(known))).isEqualTo(method);
    }

    @Test
    void aSecretOfAnyCharactersIsSentEncoded() {
        ClientIdentity client = new ClientIdentity("a:b", Optional.of("p%s €"), ClientIdentity.Method.BASIC);
        // RFC 6749, section 2.3.1: "a%3Ab:p%25s+%E2%82%AC"
        assertThat(client.prove(new Form())).containsEntry("Authorization", "Basic YSUzQWI6cCUyNXMrJUUyJTgyJUFD");
        assertThat(client.toString()).doesNotContain("p%s");
    }

    @Test
    void formsComeBackAsTheyWere() {
        String odd = "a b&c=d+%é/?#";
        Form form = new Form().with("x", odd).with("y", Optional.empty()).with(odd, "1");
        assertThat(Form.read(form.toString())).isEqualTo(Map.of("x", odd, odd, "1"));
        assertThat(new Form().with("q", "1").in(URI.create("https://a/b?c=d"))).hasToString("https://a/b?c=d&q=1");
    }

    @Test
    void aTokenIsRenewedBeforeItsEnd() {
        Instant now = Instant.ofEpochSecond(1000);
        assertThat(Tokens.dueAfter(now, 3600)).isEqualTo(Instant.ofEpochSecond(1000 + 3540));
        assertThat(Tokens.dueAfter(now, 10)).isEqualTo(Instant.ofEpochSecond(1005));
        Tokens tokens = new Tokens("t0k3n", Optional.of("r3fr3sh"), Optional.of(now), "a");
        assertThat(tokens.isDue(now)).isTrue();
        assertThat(tokens.isDue(now.minusSeconds(1))).isFalse();
        assertThat(tokens.toString()).doesNotContain("t0k3n").doesNotContain("r3fr3sh");
    }

    @Test
    void whatIsKeptComesBack() throws Exception {
        Grant grant = new Grant(
                SERVER,
                Optional.of("https://mcp.example"),
                "https://as.example",
                URI.create("https://as.example/t"),
                Optional.of(URI.create("https://as.example/r")),
                new ClientIdentity("id", Optional.of("\"\\s€cret"), ClientIdentity.Method.POST),
                new Tokens("access", Optional.of("refresh"), Optional.of(Instant.ofEpochSecond(5)), "a b"),
                "c");
        assertThat(Grant.of(grant.toJson().toString())).isEqualTo(grant);
        assertThat(grant.toString()).doesNotContain("access").doesNotContain("refresh");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{}", "{\"v\":2}", "{\"v\":1}"})
    void whatWasNotWrittenByUsIsNotRead(String text) {
        assertThatThrownBy(() -> Grant.of(text)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "https://H.example:443/mcp/, https://h.example/mcp",
        "wss://h.example/mcp, https://h.example/mcp",
        "ws://localhost:80/, http://localhost",
        "https://h.example/mcp?a=B#c, https://h.example/mcp?a=B"
    })
    void aServerHasOneName(String spelled, String name) {
        assertThat(Grant.serverOf(URI.create(spelled))).hasToString(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3600 | 3600",
                "\"3600\" | 3600",
                "3599.7 | 3599",
                "-1 | -1",
                "1e9 | -1",
                "null | -1",
                "\"soon\" | -1",
                "99999999999999999999 | -1",
            })
    void numbersAreReadAsTheyAreSent(String json, long value) {
        assertThat(Document.of("{\"expires_in\":" + json + "}")
                        .orElseThrow()
                        .number("expires_in")
                        .orElse(-1))
                .isEqualTo(value);
    }
}
