package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can go wrong with a server that is reached by HTTP: each a clear error or a recovery, and no secret in any text. */
@ExtendWith(Sandboxed.class)
class RemoteFaultsIT {
    private static final String SECRET = "t0p-s3cr3t-value";

    private FakeRemote server;

    @BeforeEach
    void open() throws IOException {
        server = FakeRemote.open();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private Sandbox.Start remote(Sandbox sandbox) {
        return sandbox.remote(server.url())
                .with("--header", "Authorization=env:TOKEN")
                .env("TOKEN", "Bearer " + SECRET);
    }

    /** The error that a call gets; the call after the next is to be answered by {@code recovered}. */
    private static String failure(StubProcess stub) {
        Frame answer = stub.call("echo", "{}");
        assertThat(answer.isToolError()).as(answer.text()).isTrue();
        assertThat(stub.transcript()).doesNotContain(SECRET);
        return answer.toolText();
    }

    @Test
    void aStreamThatBreaksIsAnErrorAndTheCallIsNotRepeated(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on(
                "tools/call",
                exchange -> exchange.stream()
                        .event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}")
                        .end());
        assertThat(failure(stub)).contains("fake broke off before its answer").contains("not repeated");
        assertThat(server.count("tools/call")).isEqualTo(2);
        assertThat(server.count("initialize")).isEqualTo(1);
    }

    @Test
    void anAnswerThatBreaksOffIsAnError(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> {
            exchange.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"jsonrpc\"");
            exchange.end();
        });
        assertThat(failure(stub)).contains("broke off within its answer");
    }

    @Test
    void halfAMessageIsAnError(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> exchange.json(200, "{\"jsonrpc\":\"2.0\",\"id\":"));
        assertThat(failure(stub))
                .contains("no message")
                .contains("invalid JSON")
                .contains("application/json");
        server.on(
                "tools/call",
                exchange ->
                        exchange.stream().event("{\"jsonrpc\":\"2.0\",\"id\":").end());
        assertThat(failure(stub)).contains("broke off before its answer");
    }

    @Test
    void anAnswerThatIsAPageOrNothingIsAnError(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> exchange.raw(200, "<html>Sign in</html>", "Content-Type: text/html"));
        assertThat(failure(stub)).contains("no message").contains("text/html");
        server.on("tools/call", exchange -> exchange.raw(202, ""));
        assertThat(failure(stub)).contains("without an answer").contains("202");
    }

    @Test
    void aServerThatFailsAtItsStartSaysHowAndIsTriedAgain(Sandbox sandbox) {
        server.on("initialize", exchange -> exchange.raw(500, "out of cheese, " + exchange.header("Authorization")));
        StubProcess stub = remote(sandbox).initialized();
        assertThat(failure(stub))
                .contains("fake could not be reached: it failed (HTTP 500): out of cheese, Bearer ***")
                .contains("URL: http://localhost:");
        assertThat(server.count("GET")).as("500 is no sign of an older server").isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "401, refuses the Authorization header",
        "403, forbids",
        "503, too busy",
        "418, refuses the request (HTTP 418)"
    })
    void aRefusalIsSaidInWords(int status, String words, Sandbox sandbox) {
        server.on("initialize", exchange -> exchange.raw(status, "", "Retry-After: 3600"));
        assertThat(failure(remote(sandbox).initialized())).contains(words);
    }

    @Test
    void authorizationThatIsWantedAndNotConfiguredIsSaidToBe(Sandbox sandbox) {
        server.on("initialize", exchange -> exchange.raw(401, "", "WWW-Authenticate: Bearer"));
        assertThat(failure(sandbox.remote(server.url()).initialized()))
                .contains("asks for authorization")
                .contains("--header Authorization=env:VARIABLE")
                .contains("run: lazymcp login fake");
    }

    @Test
    void aHeaderWhoseVariableIsNotSetIsSaidToBe(Sandbox sandbox) {
        assertThat(failure(sandbox.remote(server.url())
                        .with("--header", "Authorization=env:NOT_THERE")
                        .initialized()))
                .contains("Authorization")
                .contains("NOT_THERE, which is not set");
        assertThat(server.connections()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"exit 3, exited with code 3", "echo no, no JSON object", "'echo {\\\"a\\\":1}', is no string"})
    void aCommandForHeadersThatFailsIsSaidTo(String command, String words, Sandbox sandbox) {
        assertThat(failure(sandbox.remote(server.url())
                        .with("--headers-helper", command)
                        .initialized()))
                .contains(words);
    }

    @Test
    void aTokenThatHasRunOutIsMadeAnew(Sandbox sandbox) {
        server.on("tools/call", exchange -> {
            if (exchange.header("X-Run").equals("1")) {
                exchange.raw(401, "");
            } else {
                exchange.json(200, exchange.result(exchange.text(exchange.header("X-Run"))));
            }
        });
        String counting =
                "n=$(cat runs 2>/dev/null || echo 0); n=$((n+1)); echo $n > runs; echo \"{\\\"X-Run\\\":\\\"$n\\\"}\"";
        StubProcess stub =
                sandbox.remote(server.url()).with("--headers-helper", counting).initialized();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("2");
    }

    @Test
    void aRedirectWithinTheServerIsFollowedAndOneWithoutEndIsNot(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> {
            if (exchange.target().equals("/mcp")) {
                exchange.raw(307, "", "Location: /moved");
            } else {
                exchange.json(
                        200,
                        exchange.result(
                                exchange.text(exchange.header("Authorization").isEmpty() ? "no" : "yes")));
            }
        });
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("yes");
        server.on("tools/call", exchange -> exchange.raw(308, "", "Location: " + exchange.at("/again")));
        assertThat(failure(stub)).contains("redirects");
    }

    @Test
    void aRedirectToAnotherServerIsNotFollowed(Sandbox sandbox) throws IOException {
        try (FakeRemote other = FakeRemote.open()) {
            server.on("initialize", exchange -> exchange.raw(302, "", "Location: " + other.url() + "?token=x"));
            assertThat(failure(remote(sandbox).initialized()))
                    .contains("another server")
                    .contains(other.url() + "?***");
            assertThat(other.connections()).isZero();
        }
    }

    @Test
    void anEndpointOnAnotherServerIsNotUsed(Sandbox sandbox) throws IOException {
        try (FakeRemote other = FakeRemote.open()) {
            CountDownLatch over = new CountDownLatch(1);
            server.on("GET", exchange -> {
                exchange.stream().write("event: endpoint\ndata: " + other.url() + "\n\n");
                over.await();
            });
            assertThat(failure(remote(sandbox).with("--transport", "sse").initialized()))
                    .contains("an endpoint on another server");
            assertThat(other.connections()).isZero();
            over.countDown();
        }
    }

    @Test
    void aServerThatIsNoMcpServerIsSaidToBeNeitherOneNorTheOther(Sandbox sandbox) {
        server.on("initialize", exchange -> exchange.raw(404, "<html>"));
        server.on("GET", exchange -> exchange.raw(404, "<html>"));
        assertThat(failure(remote(sandbox).initialized()))
                .contains("is not at " + server.url() + " (HTTP 404)")
                .contains("HTTP+SSE");
    }

    @Test
    void anEventThatIsTooLargeCostsItsRequestAlone(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> {
            exchange.stream()
                    .write("data: {\"jsonrpc\":\"2.0\",\"id\":"
                            + exchange.message().get("id").raw() + ",\"result\":\"");
            String megabyte = "x".repeat(1024 * 1024);
            for (int i = 0; i < 65; i++) {
                exchange.write(megabyte);
            }
            exchange.write("\"}\n\n").end();
        });
        assertThat(failure(stub)).contains("over the limit");
        server.on("tools/call", exchange -> exchange.json(200, exchange.result(exchange.text("well"))));
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("well");
    }

    @Test
    void anAnswerThatDoesNotEndIsGivenUpByItsLimit(Sandbox sandbox) {
        CountDownLatch never = new CountDownLatch(1);
        StubProcess stub = remote(sandbox).with("--call-timeout", "5s").active();
        server.on("tools/call", exchange -> {
            if (exchange.toString().contains("\"slow\"")) {
                exchange.stream().write("data: {\"jso");
                never.await();
            }
            exchange.json(200, exchange.result(exchange.text("quick")));
        });
        String slow = stub.askCall("slow", "{}");
        server.await("tools/call", 2);
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("quick");
        assertThat(stub.awaitResponse(slow).toolText()).contains("--call-timeout");
        assertThat(server.await("notifications/cancelled").toString()).contains("\"requestId\":" + slow);
        never.countDown();
    }

    @Test
    void anAnswerThatDripsInIsAnAnswer(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> {
            String answer = exchange.result(exchange.text("één"));
            boolean stream = exchange.toString().contains("\"stream\"");
            exchange.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: "
                    + (stream ? "text/event-stream" : "application/json; charset=utf-8") + "\r\n\r\n");
            exchange.drip(stream ? "\uFEFFid: 1\r\ndata: " + answer + "\r\n\r\n" : answer)
                    .end();
        });
        assertThat(stub.call("body", "{}").toolText()).isEqualTo("één");
        assertThat(stub.call("stream", "{}").toolText()).isEqualTo("één");
    }

    @Test
    void anEncodingThatWasNotAskedForIsSaid(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> exchange.json(200, "x", "Content-Encoding: gzip"));
        assertThat(failure(stub)).contains("in the encoding gzip");
        assertThat(server.await("tools/call", 2).header("Accept-Encoding")).isEmpty();
    }

    @Test
    void aServerThatIsBusyForGoodIsAskedThreeTimesMore(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> exchange.raw(503, "come back", "Retry-After: 0"));
        assertThat(failure(stub)).contains("too busy (HTTP 503)").contains("come back");
        assertThat(server.count("tools/call")).isEqualTo(1 + 4);
    }

    @Test
    void aServerThatAsksForPatienceBeyondReasonIsNotWaitedFor(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> exchange.raw(429, "", "Retry-After: 31"));
        assertThat(failure(stub)).contains("asks to wait 31 s");
        assertThat(server.count("tools/call")).isEqualTo(1 + 1);
    }

    @Test
    void cookiesAreNotKept(Sandbox sandbox) {
        server.on("notifications/initialized", exchange -> exchange.raw(202, "", "Set-Cookie: who=ann; Path=/"));
        remote(sandbox).active();
        assertThat(server.await("tools/call").header("Cookie")).isEmpty();
    }

    @Test
    void aServerThatForgetsEachSessionAtOnceIsNotAskedForEver(Sandbox sandbox) {
        StubProcess stub = remote(sandbox).active();
        server.on("tools/call", exchange -> exchange.raw(404, ""));
        assertThat(failure(stub)).contains("has ended the session");
        assertThat(server.count("initialize")).isEqualTo(2);
        assertThat(server.count("tools/call")).isEqualTo(3);
    }

    @Test
    void aServerThatIsGoneIsAnErrorForEachCallUntilItIsBack(Sandbox sandbox) throws IOException {
        StubProcess stub = remote(sandbox).active();
        server.close();
        assertThat(failure(stub)).contains("cannot be reached").contains("localhost:");
    }

    @Test
    void aCertificateThatNobodyKnowsIsRefusedUntilItIsNamed(Sandbox sandbox) throws Exception {
        Keys keys = Keys.of(sandbox, "localhost");
        try (FakeRemote secure = FakeRemote.open(keys.sockets())) {
            assertThat(failure(sandbox.remote(secure.url()).initialized()))
                    .contains("no authority that is known here")
                    .contains("--cacert");
            String pem = keys.certificate().toString();
            sandbox.remote(secure.url()).with("--cacert", pem).active();
            sandbox.remote(secure.url()).env("SSL_CERT_FILE", pem).active();
            sandbox.remote(secure.url()).env("NODE_EXTRA_CA_CERTS", pem).active();
            assertThat(failure(sandbox.remote(secure.url())
                            .with("--cacert", pem + "x")
                            .initialized()))
                    .contains(pem + "x (--cacert) cannot be read");
        }
    }

    @Test
    void aCertificateForAnotherNameIsRefused(Sandbox sandbox) throws Exception {
        Keys keys = Keys.of(sandbox, "other.example");
        try (FakeRemote secure = FakeRemote.open(keys.sockets())) {
            assertThat(failure(sandbox.remote(secure.url())
                            .with("--cacert", keys.certificate().toString())
                            .initialized()))
                    .contains("its certificate is for another name than localhost");
        }
    }

    @Test
    void aProxyIsUsedWhereTheEnvironmentNamesOneAndItsRefusalIsSaid(Sandbox sandbox) throws IOException {
        try (FakeRemote proxy = FakeRemote.open()) {
            String address =
                    "http://ann:" + SECRET + "@localhost:" + proxy.url().replaceAll("\\D", "");
            sandbox.remote("http://server.invalid/mcp")
                    .env("HTTP_PROXY", address)
                    .active();
            assertThat(proxy.await("initialize").target()).isEqualTo("http://server.invalid/mcp");
            proxy.on("CONNECT", exchange -> exchange.raw(403, ""));
            assertThat(failure(sandbox.remote("https://server.invalid/mcp")
                            .env("HTTPS_PROXY", address)
                            .initialized()))
                    .contains("403");
        }
        assertThat(failure(sandbox.remote("http://server.invalid/mcp")
                        .env("http_proxy", server.url().replace("/mcp", ""))
                        .env("no_proxy", "server.invalid")
                        .initialized()))
                .contains("no address is known for server.invalid");
        server.close();
        assertThat(failure(sandbox.remote("http://server.invalid/mcp")
                        .env("http_proxy", server.url().replace("/mcp", ""))
                        .initialized()))
                .contains("the proxy localhost:")
                .contains("refused the connection");
    }
}
