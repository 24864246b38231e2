package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lazymcp.process.FakeRemote.Exchange;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in to a server by OAuth, and what a stub does with the token. The browser is a program that agrees to everything. */
@ExtendWith(Sandboxed.class)
class OAuthIT {
    private FakeRemote server;
    private FakeAuthorization lock;

    @BeforeEach
    void open() throws IOException {
        server = FakeRemote.open();
        lock = FakeAuthorization.of(server);
    }

    @AfterEach
    void close() throws IOException {
        lock.close();
        server.close();
    }

    private static Cli run(Sandbox sandbox, String... arguments) {
        Map<String, String> environment = new HashMap<>();
        environment.put("LAZYMCP_BROWSER", FakeBrowser.command());
        environment.put("HOME", sandbox.home().toString());
        Cli run = sandbox.start(environment, arguments).await();
        assertThat(run.out() + run.err()).doesNotContain(FakeAuthorization.SECRET);
        return run;
    }

    private Cli login(Sandbox sandbox, String... options) {
        List<String> arguments = new ArrayList<>(List.of("login", "--url", server.url()));
        arguments.addAll(List.of(options));
        return run(sandbox, arguments.toArray(String[]::new));
    }

    private Cli loggedIn(Sandbox sandbox, String... options) {
        Cli run = login(sandbox, options);
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    private StubProcess stub(Sandbox sandbox) {
        return sandbox.remote(server.url()).initialized();
    }

    private static String failure(StubProcess stub) {
        Frame answer = stub.call("echo", "{}");
        assertThat(answer.isToolError()).as(answer.text()).isTrue();
        assertThat(stub.transcript()).doesNotContain(FakeAuthorization.SECRET);
        return answer.toolText();
    }

    private static List<Path> grants(Sandbox sandbox) throws IOException {
        Path directory = sandbox.home().resolve("state").resolve("auth");
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    /** A start that failed is not tried again at once. */
    private static String afterTheSignIn(StubProcess stub) {
        long deadline = System.nanoTime() + Feed.DEADLINE.toNanos();
        String said = stub.call("echo", "{}").toolText();
        while (said.contains("The next call from") && System.nanoTime() < deadline) {
            said = stub.call("echo", "{}").toolText();
        }
        return said;
    }

    /** Makes the time come in which the token is to be renewed. */
    private static void expire(Sandbox sandbox) throws IOException {
        Path file = grants(sandbox).getFirst();
        String text = Files.readString(file);
        String expired = text.replaceAll("\"renew_at\":\\d+", "\"renew_at\":1");
        assertThat(expired).isNotEqualTo(text);
        Files.writeString(file, expired);
    }

    @Test
    void aCallWithoutATokenNamesTheCommandAndSucceedsAfterIt(Sandbox sandbox) throws IOException {
        StubProcess stub = stub(sandbox);
        assertThat(failure(stub)).contains("asks for authorization (HTTP 401)").contains("run: lazymcp login fake");
        Cli run = loggedIn(sandbox);
        assertThat(run.out())
                .contains("Signed in to")
                .contains(lock.issuer().origin())
                .contains("for: read");
        assertThat(afterTheSignIn(stub)).isEqualTo("done");
    }

    @Test
    void theServerIsFoundByItsNameAndTheEntrySaysWhoWeAre(Sandbox sandbox) throws IOException {
        Files.writeString(
                sandbox.file(".mcp.json"),
                "{\"mcpServers\": {\"far\": {\"type\": \"http\", \"url\": \"" + server.url()
                        + "\", \"oauth\": {\"clientId\": \"known\", \"scopes\": \"read special\"}}}}");
        Cli run = run(sandbox, "login", "far", "--client", "claude-code", "--json");
        Exchange asked = lock.issuer().await("/oauth/authorize");
        assertThat(asked.field("client_id")).isEqualTo("known");
        assertThat(asked.field("scope")).isEqualTo("read special");
        assertThat(lock.issuer().count("/oauth/register")).isZero();
        // The fake knows nobody by that name and gives no token, which is what is to be said.
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("gave no token: invalid_request (something is wrong with it)");
    }

    @Test
    void whatIsAskedForIsWhatTheSpecificationSays(Sandbox sandbox) {
        loggedIn(sandbox);
        Exchange asked = lock.issuer().await("/oauth/authorize");
        assertThat(asked.field("response_type")).isEqualTo("code");
        assertThat(asked.field("code_challenge_method")).isEqualTo("S256");
        assertThat(asked.field("resource")).isEqualTo(server.url());
        assertThat(asked.field("scope")).isEqualTo("read");
        assertThat(asked.field("redirect_uri")).startsWith("http://127.0.0.1:");
        SpelledJson registered = lock.issuer().await("/oauth/register").message();
        assertThat(registered.get("application_type").text()).isEqualTo("native");
        assertThat(registered.get("token_endpoint_auth_method").text()).isEqualTo("none");
        assertThat(registered.get("grant_types").raw()).contains("refresh_token");
    }

    @Test
    void tokensAreForTheirOwnerAlone(Sandbox sandbox) throws IOException {
        loggedIn(sandbox);
        Path file = grants(sandbox).getFirst();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        assertThat(file.getFileName().toString()).doesNotContain("localhost");
        assertThat(grants(sandbox)).hasSize(1);
    }

    @Test
    void aTokenThatIsDueIsRenewedBeforeItIsSent(Sandbox sandbox) throws IOException {
        loggedIn(sandbox);
        expire(sandbox);
        assertThat(stub(sandbox).call("echo", "{}").toolText()).isEqualTo("done");
        assertThat(lock.refreshed()).isEqualTo(1);
        assertThat(server.await("initialize", 2).header("Authorization"))
                .as("the first is that of login")
                .startsWith("Bearer " + FakeAuthorization.SECRET);
    }

    @Test
    void aTokenThatLooksGoodAndIsRefusedIsRenewedOnce(Sandbox sandbox) throws IOException {
        loggedIn(sandbox);
        StubProcess stub = sandbox.remote(server.url()).active();
        lock.forgetTokens();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("done");
        assertThat(lock.refreshed()).isEqualTo(1);

        server.guardedBy(exchange -> {
            exchange.raw(401, "no token is good enough");
            return true;
        });
        assertThat(failure(stub))
                .contains("refuses the token of your sign-in (HTTP 401)")
                .contains("run: lazymcp login fake");
        assertThat(lock.refreshed()).isEqualTo(2);
    }

    @Test
    void twoStubsThatNeedANewTokenAskForOne(Sandbox sandbox) throws Exception {
        loggedIn(sandbox);
        expire(sandbox);
        StubProcess one = stub(sandbox);
        StubProcess two = stub(sandbox);
        CountDownLatch both = new CountDownLatch(1);
        FakeRemote issuer = lock.issuer();
        FakeRemote.Script usual = issuer.script("/oauth/token");
        issuer.on("/oauth/token", exchange -> {
            both.await();
            usual.answer(exchange);
        });
        String first = one.askCall("echo", "{}");
        issuer.await("/oauth/token", 2);
        String second = two.askCall("echo", "{}");
        assertThat(two.request("ping", "{}").result()).isEmpty();
        both.countDown();
        assertThat(one.awaitResponse(first).toolText()).isEqualTo("done");
        assertThat(two.awaitResponse(second).toolText()).isEqualTo("done");
        assertThat(lock.refreshed()).isEqualTo(1);
    }

    @Test
    void aRefreshTokenThatWasRevokedIsAskedForOnceAndNamesTheRemedy(Sandbox sandbox) throws IOException {
        loggedIn(sandbox);
        expire(sandbox);
        lock.forgetTokens();
        lock.forgetRefreshTokens();
        StubProcess stub = stub(sandbox);
        assertThat(failure(stub))
                .contains("run out or was taken back")
                .contains("invalid_grant (it was revoked)")
                .contains("run: lazymcp login fake");
        assertThat(failure(stub)).contains("run: lazymcp login fake");
        assertThat(lock.refreshed()).isEqualTo(1);
        loggedIn(sandbox);
        assertThat(afterTheSignIn(stub)).isEqualTo("done");
    }

    @Test
    void anAuthorizationServerThatIsDownIsNoReasonToSignInAgain(Sandbox sandbox) throws IOException {
        loggedIn(sandbox);
        lock.forgetTokens();
        lock.issuer().on("/oauth/token", exchange -> exchange.raw(503, ""));
        assertThat(failure(stub(sandbox)))
                .contains("could not be renewed")
                .contains("HTTP 503")
                .contains("Try again later")
                .doesNotContain("lazymcp login");
    }

    @Test
    void moreRightsAreAskedForWithThoseThatWereGranted(Sandbox sandbox) {
        loggedIn(sandbox);
        StubProcess stub = sandbox.remote(server.url()).active();
        lock.need("write");
        assertThat(failure(stub))
                .contains("wants more rights than your sign-in has (HTTP 403): write")
                .contains("run: lazymcp login fake");
        loggedIn(sandbox);
        assertThat(lock.issuer().await("/oauth/authorize", 2).field("scope")).isEqualTo("read write");
        assertThat(afterTheSignIn(stub)).isEqualTo("done");
    }

    @Test
    void aHeaderThatIsConfiguredGoesBeforeTheToken(Sandbox sandbox) {
        loggedIn(sandbox);
        StubProcess stub = sandbox.remote(server.url())
                .with("--header", "Authorization=env:TOKEN")
                .env("TOKEN", "Bearer mine")
                .initialized();
        assertThat(failure(stub)).contains("refuses the Authorization header that is configured");
        assertThat(lock.refreshed()).isZero();
    }

    @Test
    void signingOutGivesTheTokenBackAndForgetsIt(Sandbox sandbox) throws IOException {
        loggedIn(sandbox);
        Cli run = run(sandbox, "logout", "--url", server.url());
        assertThat(run.out()).contains("has taken the token back");
        assertThat(lock.issuer().await("/oauth/revoke").field("token_type_hint"))
                .isEqualTo("refresh_token");
        assertThat(grants(sandbox)).isEmpty();
        assertThat(run(sandbox, "logout", "--url", server.url()).out()).contains("Nobody was signed in");
        assertThat(failure(stub(sandbox))).contains("run: lazymcp login fake");
    }

    @Test
    void theReportIsJsonWhereThatIsAskedFor(Sandbox sandbox) {
        JsonNode report = loggedIn(sandbox, "--json").json();
        assertThat(report.get("signed_in").asBoolean()).isTrue();
        assertThat(report.get("issuer").asText()).isEqualTo(lock.issuer().origin());
        assertThat(report.get("renewable").asBoolean()).isTrue();
        JsonNode left = run(sandbox, "logout", "--json", "--url", server.url()).json();
        assertThat(left.get("signed_out").asBoolean()).isTrue();
        assertThat(left.get("revoked").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "iss=ISSUER&state=STATE&error=access_denied | was declined (access_denied)",
                "iss=ISSUER&state=STATE&error=server_error&error_description=it+broke | refused: server_error (it broke)",
                "iss=https://evil.example&state=STATE&code=CODE | of another authorization server (iss): https://evil.example",
                "state=STATE&code=CODE | does not say whose it is (iss)",
                "iss=ISSUER&state=STATE | has no code",
                "iss=CODE&state=STATE&code=CODE | of another authorization server (iss): ***, not",
                "iss=ISSUER&state=STATE&code=CODE&error=no&error_description=STATE+and+CODE | refused: no (*** and ***)",
            })
    void anAnswerThatIsNotOursIsNotUsed(String query, String message, Sandbox sandbox) throws IOException {
        lock.issuer()
                .on(
                        "/oauth/authorize",
                        exchange -> FakeAuthorization.back(
                                exchange,
                                query.replace("ISSUER", lock.issuer().origin())
                                        .replace("STATE", exchange.field("state"))
                                        .replace("CODE", lock.code(exchange))));
        Cli run = login(sandbox);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains(message);
        assertThat(lock.issuer().count("/oauth/token")).isZero();
        assertThat(grants(sandbox)).isEmpty();
    }

    @Test
    void whoSendsAnotherAnswerFirstIsSentAwayAndTheRightOneIsUsed(Sandbox sandbox) {
        List<Integer> told = new CopyOnWriteArrayList<>();
        FakeRemote.Script usual = lock.issuer().script("/oauth/authorize");
        lock.issuer().on("/oauth/authorize", exchange -> {
            for (String query : List.of("x=1", "code=evil&state=guessed")) {
                told.add(((HttpURLConnection) URI.create(exchange.field("redirect_uri") + "?" + query)
                                .toURL()
                                .openConnection())
                        .getResponseCode());
            }
            usual.answer(exchange);
        });
        loggedIn(sandbox);
        assertThat(told).containsExactly(400, 400);
    }

    @Test
    void whatTheAuthorizationServerRepeatsOfTheRequestIsNotShown(Sandbox sandbox) {
        lock.issuer()
                .on(
                        "/oauth/token",
                        exchange -> exchange.json(
                                400,
                                "{\"error\":\"invalid_grant\",\"error_description\":\"no grant x."
                                        + exchange.field("code") + " with " + exchange.field("code_verifier") + "\"}"));
        Cli run = login(sandbox);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("gave no token: invalid_grant (no grant x.*** with ***)")
                .doesNotContain(lock.issuer().await("/oauth/token").field("code_verifier"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void scopesAreShownWithoutTokensAndWhatATerminalObeys(String option, Sandbox sandbox) {
        lock.issuer()
                .on(
                        "/oauth/token",
                        exchange -> exchange.json(
                                200,
                                "{\"access_token\":\"" + FakeAuthorization.SECRET
                                        + "a\",\"token_type\":\"bearer\",\"scope\":\"read \u009b31m\u202e "
                                        + FakeAuthorization.SECRET + "a " + "write ".repeat(9) + "w".repeat(5000)
                                        + "\"}"));
        Cli run = option.isEmpty() ? loggedIn(sandbox) : loggedIn(sandbox, option);
        assertThat(run.out()).contains("read write").doesNotContain("\u009b", "\u202e", "31m", "www");
    }

    @Test
    void metadataOfAnotherServerAreNotBelieved(Sandbox sandbox) {
        server.on(
                "/.well-known/oauth-protected-resource/mcp",
                exchange -> exchange.json(
                        200,
                        "{\"resource\":\"https://elsewhere.example/mcp\",\"authorization_servers\":[\""
                                + lock.issuer().origin() + "\"]}"));
        Cli run = login(sandbox);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("about another server").contains("https://elsewhere.example/mcp");
        assertThat(lock.issuer().connections()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"issuer\":\"ISSUER\" | \"issuer\":\"https://evil.example\" | calls itself https://evil.example",
                "[\"S256\"] | [\"plain\"] | does not say that it knows PKCE",
                "ISSUER/oauth/token | http://evil.example/token | does not begin with https://",
                "\"registration_endpoint\" | \"nothing\" | does not let programs register",
            })
    void metadataThatAreNotToBeUsedAreNot(String right, String wrong, String message, Sandbox sandbox) {
        String issuer = lock.issuer().origin();
        String metadata = lock.metadata().replace(right.replace("ISSUER", issuer), wrong.replace("ISSUER", issuer));
        assertThat(metadata).isNotEqualTo(lock.metadata());
        lock.issuer().on("/.well-known/oauth-authorization-server", exchange -> exchange.json(200, metadata));
        Cli run = login(sandbox);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains(message);
        assertThat(lock.issuer().count("/oauth/authorize")).isZero();
    }

    @Test
    void aServerThatAsksNobodyIsNotSignedInTo(Sandbox sandbox) throws IOException {
        try (FakeRemote open = FakeRemote.open()) {
            Cli run = run(sandbox, "login", "--url", open.url());
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("asks nobody to sign in");
            assertThat(open.await("DELETE").header("Mcp-Session-Id")).isEqualTo("session-1");
        }
    }

    @Test
    void whoDoesNotComeBackIsNotWaitedForForever(Sandbox sandbox) {
        lock.issuer().on("/oauth/authorize", exchange -> exchange.raw(200, "a page with a form"));
        Cli run = login(sandbox, "--timeout", "1ms");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("Nobody signed in within");
    }

    @Test
    void checkTellsTheCommandThatHelps(Sandbox sandbox) throws IOException {
        Files.writeString(
                sandbox.file(".mcp.json"),
                "{\"mcpServers\": {\"far\": {\"type\": \"http\", \"url\": \"" + server.url() + "\"}}}");
        Cli before = run(sandbox, "check", "far", "--client", "claude-code", "--json");
        assertThat(before.code()).isEqualTo(10);
        assertThat(before.out()).contains("\"initialize\"").contains("lazymcp login far");
        JsonNode failed = before.json().findValue("failed_servers").get(0);
        assertThat(failed.get("recoverable").asBoolean()).isTrue();
        loggedIn(sandbox);
        Cli after = run(sandbox, "check", "far", "--client", "claude-code");
        assertThat(after.code()).as(after.out() + after.err()).isZero();
    }
}
