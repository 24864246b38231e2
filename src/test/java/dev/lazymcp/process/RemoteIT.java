package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.process.FakeRemote.Exchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers that are reached by Streamable HTTP, as they should be. What they do wrong is in {@link RemoteFaultsIT}. */
@ExtendWith(Sandboxed.class)
class RemoteIT {
    private FakeRemote server;

    @BeforeEach
    void open() throws IOException {
        server = FakeRemote.open();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void nothingIsConnectedBeforeTheFirstCall(Sandbox sandbox) {
        StubProcess stub = sandbox.remote(server.url()).initialized();
        assertThat(stub.toolNames()).containsExactly("use_fake");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        assertThat(server.connections()).isZero();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("done");
        assertThat(stub.toolNames()).containsExactly("cwd", "echo", "use_fake");
    }

    @Test
    void aHostThatDoesNotExistIsNoTroubleBeforeTheFirstCall(Sandbox sandbox) {
        StubProcess stub = sandbox.remote("http://nowhere.invalid/mcp").initialized();
        assertThat(stub.toolNames()).containsExactly("use_fake");
        assertThat(stub.call("echo", "{}").toolText())
                .contains("could not be reached")
                .contains("nowhere.invalid")
                .contains("URL: http://nowhere.invalid/mcp");
    }

    @Test
    void theSessionAndTheRevisionAreInEachRequestAfterTheFirst(Sandbox sandbox) {
        sandbox.remote(server.url()).active();
        Exchange first = server.await("initialize");
        assertThat(first.header("Mcp-Session-Id")).isEmpty();
        assertThat(first.header("MCP-Protocol-Version")).isEmpty();
        assertThat(first.header("Accept")).contains("application/json").contains("text/event-stream");
        assertThat(first.header("Upgrade")).isEmpty();
        for (String method : List.of("notifications/initialized", "tools/list", "tools/call", "GET")) {
            Exchange later = server.await(method);
            assertThat(later.header("Mcp-Session-Id")).as(method).isEqualTo("session-1");
            assertThat(later.header("MCP-Protocol-Version")).as(method).isEqualTo("2025-11-25");
        }
    }

    @Test
    void theSessionIsEndedWithTheClients(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.remote(server.url()).active();
        stub.closeStdin();
        assertThat(server.await("DELETE").header("Mcp-Session-Id")).isEqualTo("session-1");
        assertThat(stub.awaitExit()).isZero();
    }

    @Test
    void aServerThatDoesNotAnswerTheGoodByeIsLeft(Sandbox sandbox) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        server.on("DELETE", _ -> never.await());
        StubProcess stub = sandbox.remote(server.url()).active();
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();
        never.countDown();
    }

    @Test
    void headersComeFromTheEnvironmentTheCommandLineAndACommand(Sandbox sandbox) {
        sandbox.remote(server.url())
                .with("--header", "Authorization=env:TOKEN", "--header", "X-Plain=a=b")
                .with("--header", "X-Key=Token env:KEY")
                .with("--headers-helper", "printf '{\"X-Made\": \"%s\"}' \"made of $PART\"")
                .env("TOKEN", "Bearer s3cr3t\n")
                .env("KEY", "k3y")
                .env("PART", "parts")
                .active();
        for (String method : List.of("initialize", "tools/call")) {
            Exchange exchange = server.await(method);
            assertThat(exchange.header("Authorization")).isEqualTo("Bearer s3cr3t");
            assertThat(exchange.header("X-Plain")).isEqualTo("a=b");
            assertThat(exchange.header("X-Key")).isEqualTo("Token k3y");
            assertThat(exchange.header("X-Made")).isEqualTo("made of parts");
        }
    }

    @Test
    void whatComesBeforeAnAnswerComesBeforeIt(Sandbox sandbox) {
        server.on(
                "tools/call",
                exchange -> exchange.stream()
                        .write(": hello\n\n")
                        .event(
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,\"progress\":1}}")
                        .event("{\"jsonrpc\":\"2.0\",\ndata: \"id\":"
                                + exchange.message().get("id").raw() + ",\"result\":" + exchange.text("streamed") + "}")
                        .end());
        StubProcess stub = sandbox.remote(server.url()).active();
        Frame answer = stub.call("echo", "{}");
        assertThat(answer.toolText()).isEqualTo("streamed");
        assertThat(stub.indexOf(stub.awaitNotification("notifications/progress")))
                .isLessThan(stub.indexOf(answer));
    }

    @Test
    void aQuestionOfTheServerIsAnsweredByAPost(Sandbox sandbox) {
        CountDownLatch answered = new CountDownLatch(1);
        server.on("response", exchange -> {
            answered.countDown();
            exchange.raw(202, "");
        });
        server.on("tools/call", exchange -> {
            exchange.stream()
                    .event(
                            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"elicitation/create\",\"params\":{\"message\":\"Name?\"}}");
            answered.await();
            exchange.event(exchange.result(exchange.text("asked"))).end();
        });
        StubProcess stub = sandbox.remote(server.url()).initialized();
        String id = stub.askCall("echo", "{}");
        stub.answer(stub.awaitRequest("elicitation/create"), "{\"action\":\"decline\"}");
        assertThat(stub.awaitResponse(id).toolText()).isEqualTo("asked");
        assertThat(server.await("response").message().get("id").raw()).isEqualTo("0");
    }

    @Test
    void callsRunSideBySide(Sandbox sandbox) {
        StubProcess stub = sandbox.remote(server.url()).active();
        CountDownLatch second = new CountDownLatch(1);
        server.on("tools/call", exchange -> {
            if (exchange.toString().contains("\"first\"")) {
                second.await();
            }
            exchange.json(200, exchange.result(exchange.text("done")));
        });
        String first = stub.askCall("first", "{}");
        server.await("tools/call", 2);
        assertThat(stub.call("second", "{}").toolText()).isEqualTo("done");
        assertThat(stub.answered(first)).isFalse();
        second.countDown();
        assertThat(stub.awaitResponse(first).toolText()).isEqualTo("done");
    }

    @Test
    void whatTheServerSaysUnaskedIsHeard(Sandbox sandbox) {
        CountDownLatch quiet = new CountDownLatch(1);
        server.on("GET", exchange -> {
            exchange.stream()
                    .event(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"unasked\"}}");
            quiet.await();
        });
        StubProcess stub = sandbox.remote(server.url()).active();
        assertThat(stub.awaitNotification("notifications/message").text()).contains("unasked");
        quiet.countDown();
    }

    @Test
    void theStreamOfWhatIsSaidUnaskedGoesOnBehindItsLastEvent(Sandbox sandbox) {
        CountDownLatch quiet = new CountDownLatch(1);
        server.on("GET", exchange -> {
            if (exchange.header("Last-Event-ID").isEmpty()) {
                exchange.stream()
                        .write("retry: 10\nid: n1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/one\"}\n\n")
                        .write("id: n2\ndata: {\"jsonrpc\":\"2.0\",\"meth")
                        .end();
            } else {
                exchange.stream().event("n2", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/two\"}");
                quiet.await();
            }
        });
        StubProcess stub = sandbox.remote(server.url()).active();
        stub.awaitNotification("notifications/one");
        stub.awaitNotification("notifications/two");
        assertThat(server.await("GET", 2).header("Last-Event-ID")).isEqualTo("n1");
        assertThat(server.await("GET", 2).header("Mcp-Session-Id")).isEqualTo("session-1");
        quiet.countDown();
    }

    @Test
    void aServerThatSpeaksHttpTwoAloneIsSpokenToSo(Sandbox sandbox) throws Exception {
        Keys keys = Keys.of(sandbox, "localhost");
        try (HttpTwoServer two = HttpTwoServer.start(sandbox, keys)) {
            StubProcess stub = sandbox.remote(two.url())
                    .with("--cacert", keys.certificate().toString())
                    .active();
            String gated = stub.askCall("gate", "{}");
            assertThat(stub.call("version", "{}").toolText()).isEqualTo("2.0");
            assertThat(stub.answered(gated)).isFalse();
            stub.call("open", "{}");
            assertThat(stub.awaitResponse(gated).toolText()).isEqualTo("opened");
            assertThat(stub.call("streamed", "{}").toolText()).isEqualTo("1 connection");
        }
    }

    @Test
    void aSessionThatTheServerForgotIsBegunAnewAndTheCallIsAnswered(Sandbox sandbox) {
        StubProcess stub = sandbox.remote(server.url()).active();
        stub.request("logging/setLevel", "{\"level\":\"warning\"}");
        server.on("tools/call", exchange -> {
            if (exchange.header("Mcp-Session-Id").equals("session-1")) {
                exchange.json(
                        404,
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"Session not found\"}}");
            } else {
                exchange.json(200, exchange.result(exchange.text("again")));
            }
        });
        String one = stub.askCall("echo", "{\"n\":1}");
        String two = stub.askCall("echo", "{\"n\":2}");
        assertThat(stub.awaitResponse(one).toolText()).isEqualTo("again");
        assertThat(stub.awaitResponse(two).toolText()).isEqualTo("again");
        assertThat(server.await("initialize", 2).header("Mcp-Session-Id")).isEmpty();
        assertThat(server.await("logging/setLevel", 2).header("Mcp-Session-Id")).isEqualTo("session-2");
        assertThat(server.count("initialize")).isEqualTo(2);
    }

    @Test
    void aStreamThatTheServerEndedIsAskedForAgainBehindItsLastEvent(Sandbox sandbox) {
        server.on(
                "tools/call",
                exchange ->
                        exchange.stream().write("retry: 1\n").event("e1", "").end());
        server.on("GET", exchange -> {
            if (exchange.header("Last-Event-ID").isEmpty()) {
                exchange.raw(405, "");
            } else if (exchange.header("Last-Event-ID").equals("e1")) {
                exchange.stream().event("e2", "").end();
            } else {
                String id = server.await("tools/call").message().get("id").raw();
                exchange.stream()
                        .event("e3", "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + exchange.text("late") + "}")
                        .end();
            }
        });
        StubProcess stub = sandbox.remote(server.url()).initialized();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("late");
        assertThat(server.count("tools/call")).isEqualTo(1);
    }

    @Test
    void aServerThatIsBusyIsAskedAgainWhenItSaid(Sandbox sandbox) {
        StubProcess stub = sandbox.remote(server.url()).active();
        server.on("tools/call", exchange -> {
            if (server.count("tools/call") == 2) {
                exchange.raw(429, "", "Retry-After: 0");
            } else {
                exchange.json(200, exchange.result(exchange.text("at last")));
            }
        });
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("at last");
    }

    @Test
    void anErrorOfTheProtocolInAnErrorOfHttpReachesTheClient(Sandbox sandbox) {
        StubProcess stub = sandbox.remote(server.url()).active();
        server.on(
                "tools/call",
                exchange -> exchange.json(
                        400,
                        "{\n \"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32602,\"message\":\"no such tool\"}}"));
        assertThat(stub.call("echo", "{}").errorCode()).isEqualTo(-32602);
    }

    @Test
    void aServerOfTheFirstRevisionIsSpokenToByItsEventStream(Sandbox sandbox) {
        Feed<String> toClient = new Feed<>("messages for the event stream");
        server.on("initialize", exchange -> {
            if (exchange.target().equals("/mcp")) {
                exchange.raw(405, "");
            } else {
                exchange.raw(202, "");
                toClient.add(exchange.result("{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{\"tools\":{}},"
                        + "\"serverInfo\":{\"name\":\"old\",\"version\":\"1\"}}"));
            }
        });
        server.on("tools/list", exchange -> {
            exchange.raw(202, "");
            toClient.add(exchange.result("{\"tools\":[]}"));
        });
        server.on("tools/call", exchange -> {
            exchange.raw(202, "");
            toClient.add(exchange.result(exchange.text(exchange.target())));
        });
        server.on("GET", exchange -> {
            exchange.stream().write("event: endpoint\ndata: post?session=1\n\n");
            for (int n = 1; ; n++) {
                exchange.event(toClient.await("a message", n, _ -> true));
            }
        });
        StubProcess stub = sandbox.remote(server.url()).initialized();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("/post?session=1");
        toClient.close();
        stub.awaitStderr("ended its event stream");
        assertThat(server.count("DELETE")).isZero();
    }

    @Test
    void aServerIsSpokenToByWebSocket(Sandbox sandbox) throws IOException {
        try (FakeSocket socket = new FakeSocket()) {
            StubProcess stub = sandbox.remote(socket.url())
                    .with("--header", "Authorization=env:TOKEN")
                    .env("TOKEN", "Bearer s3cr3t")
                    .initialized();
            assertThat(stub.call("cwd", "{}").toolText()).isEqualTo("by socket");
            assertThat(socket.awaitHandshake())
                    .containsEntry("Authorization", "Bearer s3cr3t")
                    .containsEntry("Sec-WebSocket-Protocol", "mcp");
            assertThat(stub.call("pieces", "{}").toolText()).isEqualTo("by sockét");
            stub.awaitStderr("binary frames");
            Frame lost = stub.call("leave", "{}");
            assertThat(lost.isToolError()).isTrue();
            assertThat(lost.toolText()).contains("closed the connection (1001, bye)");
            assertThat(stub.call("cwd", "{}").toolText()).isEqualTo("by socket");
        }
    }

    @Test
    void theCatalogKeepsServersApartThatDifferInAHeaderAlone(Sandbox sandbox) throws Exception {
        assertThat(names(sandbox, "one")).containsExactly("use_fake");
        StubProcess stub = named(sandbox, "one");
        stub.call("echo", "{}");
        stub.closeStdin();
        stub.awaitExit();
        assertThat(names(sandbox, "one")).containsExactly("cwd", "echo");
        assertThat(names(sandbox, "two")).containsExactly("use_fake");
    }

    private StubProcess named(Sandbox sandbox, String token) {
        return sandbox.remote(server.url())
                .with("--expose", "full", "--header", "Authorization=env:TOKEN")
                .env("TOKEN", token)
                .initialized();
    }

    private List<String> names(Sandbox sandbox, String token) throws InterruptedException {
        StubProcess stub = named(sandbox, token);
        List<String> names = stub.toolNames();
        stub.closeStdin();
        stub.awaitExit();
        return names;
    }

    @Test
    void syncTakesARunningStubToAnotherAddress(Sandbox sandbox) throws Exception {
        try (FakeRemote other = FakeRemote.open()) {
            other.on("tools/call", exchange -> exchange.json(200, exchange.result(exchange.text("the other"))));
            Path file = sandbox.file("").toRealPath().resolve(".mcp.json");
            Files.writeString(file, entry(server.url()));
            StubProcess stub = sandbox.remote(server.url()).active();
            sandbox.awaitSocket(stub);
            Cli same = sandbox.lazymcp("sync");
            assertThat(same.out()).as("%s", same.err()).contains("1 unchanged");

            Files.writeString(file, entry(other.url()));
            Cli run = sandbox.lazymcp("sync", "--yes");
            assertThat(run.code()).as("%s", run.err()).isZero();
            assertThat(stub.call("echo", "{}").toolText()).isEqualTo("the other");
            server.await("DELETE");
        }
    }

    private static String entry(String url) {
        return "{\"mcpServers\": {\"fake\": {\"command\": \"lazymcp\", \"args\": [\"wrap\", \"--name\", \"fake\", \"--url\", \""
                + url + "\"]}}}";
    }
}
