package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.process.FakeRemote.Exchange;
import java.io.IOException;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers of revision 2026-07-28 that are reached by HTTP. */
@ExtendWith(Sandboxed.class)
class ModernRemoteIT {
    private static final String SQL = """
            {"name":"sql","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},\
            "deep":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}}}}""";
    private static final String WRONG = """
            {"name":"wrong","inputSchema":{"type":"object","properties":{"n":{"type":"number","x-mcp-header":"N"}}}}""";
    private static final String NAMED = """
            {"name":"h\u00e9","inputSchema":{"type":"object"}}""";

    private final AtomicReference<String> tools = new AtomicReference<>(SQL + "," + WRONG + "," + NAMED);
    private FakeRemote server;

    @BeforeEach
    void open() throws IOException {
        server = FakeRemote.open();
        server.on("initialize", exchange -> refuse(exchange, -32022, "unsupported; supported: 2026-07-28"))
                .on("server/discover", exchange -> complete(exchange, """
                        "supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}"""))
                .on("tools/list", exchange -> complete(exchange, "\"tools\":[" + tools.get() + "]"))
                .on("tools/call", exchange -> complete(exchange, "\"content\":[{\"type\":\"text\",\"text\":\"done\"}]"))
                .on("subscriptions/listen", ModernRemoteIT::acknowledge);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private static void refuse(Exchange exchange, int code, String message) throws IOException {
        exchange.json(
                400,
                "{\"jsonrpc\":\"2.0\",\"id\":" + exchange.message().get("id").raw() + ",\"error\":{\"code\":" + code
                        + ",\"message\":" + SpelledJson.quote(message) + "}}");
    }

    private static void complete(Exchange exchange, String members) throws IOException {
        exchange.json(200, exchange.result("{\"resultType\":\"complete\"," + members + "}"));
    }

    private static void acknowledge(Exchange exchange) throws IOException {
        exchange.stream().event(onStream(exchange, "notifications/subscriptions/acknowledged"));
    }

    private static String onStream(Exchange exchange, String method) {
        return "{\"jsonrpc\":\"2.0\",\"method\":" + SpelledJson.quote(method)
                + ",\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":"
                + exchange.message().get("id").raw() + "},\"notifications\":{}}}";
    }

    @Test
    void eachPostSaysWhatIsInIt(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.remote(server.url()).initialized();
        assertThat(stub.call("sql", "{\"region\":\" \u00fc \",\"deep\":{\"n\":4.2e1}}")
                        .toolText())
                .isEqualTo("done");
        Exchange call = server.await("tools/call");
        assertThat(call.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
        assertThat(call.header("Mcp-Method")).isEqualTo("tools/call");
        assertThat(call.header("Mcp-Name")).isEqualTo("sql");
        assertThat(call.header("Mcp-Param-Region")).isEqualTo(encoded(" \u00fc "));
        assertThat(call.header("Mcp-Param-N")).isEqualTo("42");
        assertThat(call.header("Mcp-Session-Id")).isEmpty();
        stub.call("h\u00e9", "{}");
        assertThat(server.await("tools/call", 2).header("Mcp-Name")).isEqualTo(encoded("h\u00e9"));
        assertThat(stub.toolNames()).contains("sql", "h\u00e9").doesNotContain("wrong");
        stub.closeStdin();
        stub.awaitExit();
        assertThat(server.count("GET")).isZero();
        assertThat(server.count("DELETE")).isZero();
        assertThat(server.count("notifications/initialized")).isZero();
    }

    private static String encoded(String text) {
        return "=?base64?" + Base64.getEncoder().encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                + "?=";
    }

    @Test
    void headersThatAreNoLongerRightAreReadAnewAndTheCallIsSentOnceMore(Sandbox sandbox) {
        StubProcess stub = sandbox.remote(server.url()).active();
        tools.set(SQL.replace("Region", "Area"));
        server.on("tools/call", exchange -> {
            if (exchange.header("Mcp-Param-Area").isEmpty()) {
                refuse(exchange, -32020, "Mcp-Param-Area is missing");
            } else {
                complete(exchange, "\"content\":[{\"type\":\"text\",\"text\":\"found\"}]");
            }
        });
        assertThat(stub.call("sql", "{\"region\":\"north\"}").toolText()).isEqualTo("found");
        server.on("tools/call", exchange -> refuse(exchange, -32020, "never right"));
        long before = server.count("tools/call");
        assertThat(stub.call("sql", "{\"region\":\"north\"}").errorCode()).isEqualTo(-32020);
        assertThat(server.count("tools/call")).isEqualTo(before + 2);
    }

    @Test
    void aStreamThatBreaksIsOpenedAnew(Sandbox sandbox) {
        CountDownLatch first = new CountDownLatch(1);
        server.on("subscriptions/listen", exchange -> {
            acknowledge(exchange);
            if (first.getCount() > 0) {
                first.countDown();
                exchange.end();
            } else {
                exchange.event(onStream(exchange, "notifications/tools/list_changed"));
            }
        });
        StubProcess stub = sandbox.remote(server.url()).active();
        server.await("subscriptions/listen", 2);
        stub.await("the change", 2, frame -> frame.isNotification("notifications/tools/list_changed"));
    }

    @Test
    void aCancelledRequestIsOneWhoseConnectionIsClosed(Sandbox sandbox) {
        CountDownLatch left = new CountDownLatch(1);
        server.on("tools/call", exchange -> {
            int end = exchange.connection().getInputStream().read(); // nothing more comes but the end
            if (end < 0) {
                left.countDown();
            }
        });
        StubProcess stub = sandbox.remote(server.url()).initialized();
        String id = stub.askCall("sql", "{}");
        server.await("tools/call");
        stub.cancel(id);
        assertThat(left)
                .satisfies(latch -> assertThat(latch.await(30, java.util.concurrent.TimeUnit.SECONDS))
                        .isTrue());
        assertThat(server.count("notifications/cancelled")).isZero();
        assertThat(stub.answered(id)).isFalse();
    }

    @Test
    void theSecondStartDiscoversAtOnceAndFallsBackWhereThatIsWrongByNow(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.remote(server.url()).active();
        stub.closeStdin();
        stub.awaitExit();
        assertThat(server.count("initialize")).isEqualTo(1);
        sandbox.remote(server.url()).active();
        assertThat(server.count("initialize")).isEqualTo(1);
        server.on("server/discover", exchange -> exchange.raw(404, "what?", "Content-Type: text/plain"));
        server.on("initialize", exchange -> exchange.json(200, exchange.result("""
                {"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"r","version":"1"}}""")));
        assertThat(sandbox.remote(server.url()).initialized().call("sql", "{}").toolText())
                .isEqualTo("done");
        assertThat(server.count("initialize")).isEqualTo(2);
        assertThat(server.await("notifications/initialized").header("MCP-Protocol-Version"))
                .isEqualTo("2025-11-25");
    }

    @Test
    void aClientOfTheSameRevisionIsMirroredAsItIs(Sandbox sandbox) {
        ModernSession client = ModernSession.of(sandbox.remote(server.url()).start());
        String params = client.params(ModernSession.call("sql", "{\"region\":\"north\"}", ""));
        client.stub().awaitResponse(client.stub().ask("tools/call", params));
        Exchange call = server.await("tools/call");
        assertThat(call.message().get("params").raw()).isEqualTo(params);
        assertThat(call.header("Mcp-Param-Region")).isEqualTo("north");
    }
}
