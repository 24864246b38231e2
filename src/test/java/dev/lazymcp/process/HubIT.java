package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A hub before several servers, as its client sees it. */
@ExtendWith(Sandboxed.class)
class HubIT {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";

    @Test
    void showsOneToolAServerAndStartsTheOneThatIsCalled(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a", "b"));

        assertThat(hub.toolNames()).containsExactly("lazymcp", "a__use_a", "b__use_b");
        assertThat(sandbox.back().all()).isEmpty();

        assertThat(hub.call("a__echo", "{\"n\":1.0}").toolText()).isEqualTo("{\"n\":1.0}");
        hub.awaitNotification(LIST_CHANGED);
        assertThat(hub.toolNames())
                .contains("lazymcp", "a__echo", "a__odd", "a__use_a", "b__use_b")
                .doesNotContain("b__echo", "echo");
        assertThat(sandbox.back().all()).hasSize(1);
        assertThat(hub.call("b__echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void aRealToolIsListedAsTheServerSpellsItButForItsName(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a"));
        hub.call("a__echo", "{}");

        String listed = hub.request("tools/list", "{}").text();

        assertThat(listed).contains(FakeTools.ODD_TOOL.replace("\"name\":\"odd\"", "\"name\":\"a__odd\""));
    }

    @Test
    void idsAndProgressTokensAreThoseOfTheClient(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a", "b"));

        hub.call("a__echo", "{}");
        hub.call("b__echo", "{}");

        hub.ask("\"x\\u00e9\"", "tools/call", progress("a__progress", "\"tok\\u0065n\""));
        hub.ask("1.5e0", "tools/call", progress("b__progress", "7"));

        assertThat(hub.awaitResponse("\"x\\u00e9\"").toolText()).isEqualTo("done");
        assertThat(hub.awaitResponse("1.5e0").toolText()).isEqualTo("done");
        assertThat(hub.notifications("notifications/progress")).hasSize(6);
        assertThat(hub.notifications("notifications/progress").stream()
                        .map(frame -> frame.spelled()
                                .get("params")
                                .get("progressToken")
                                .raw())
                        .distinct())
                .containsExactlyInAnyOrder("\"tok\\u0065n\"", "7");
    }

    private static String progress(String tool, String token) {
        return "{\"name\":\"" + tool + "\",\"_meta\":{\"progressToken\":" + token + "},\"arguments\":{\"steps\":3}}";
    }

    @Test
    void requestsOfServersDoNotGetMixedUp(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a", "b"));
        String ask =
                "{\"id\":1,\"method\":\"sampling/createMessage\",\"params\":\"{\\\"_meta\\\":{\\\"progressToken\\\":5},\\\"maxTokens\\\":%s}\"}";

        String first = hub.askCall("a__ask", ask.formatted("10"));
        Frame ofA = hub.await(
                "a's request",
                frame -> frame.isRequest("sampling/createMessage")
                        && frame.text().contains("10"));
        String second = hub.askCall("b__ask", ask.formatted("20"));
        Frame ofB = hub.await(
                "b's request",
                frame -> frame.isRequest("sampling/createMessage")
                        && frame.text().contains("20"));
        assertThat(ofA.spelled().get("id").raw())
                .isNotEqualTo(ofB.spelled().get("id").raw());
        String tokenOfB =
                ofB.spelled().get("params").get("_meta").get("progressToken").raw();
        assertThat(ofA.spelled().get("params").get("_meta").get("progressToken").raw())
                .isNotEqualTo(tokenOfB);

        hub.notify("notifications/progress", "{\"progressToken\":" + tokenOfB + ",\"progress\":0.5}");
        hub.answer(ofB, "{\"of\":\"b\"}");
        assertThat(hub.awaitResponse(second).toolText()).contains("\"of\":\"b\"", "\"id\":1");
        hub.answer(ofA, "{\"of\":\"a\"}");
        assertThat(hub.awaitResponse(first).toolText()).contains("\"of\":\"a\"", "\"id\":1");
        Frame told = sandbox.back().await("b").awaitNotification("notifications/progress");
        assertThat(told.text()).contains("\"progressToken\":5");
        assertThat(hub.call("a__received", "{}").toolText()).doesNotContain("notifications/progress");
    }

    @Test
    void aCallIsCancelledWhereItRuns(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a", "b"));
        hub.call("b__echo", "{}");
        String id = hub.askCall("a__gate", "{}");
        ConnectBack.Peer server = sandbox.back().await("a");
        server.awaitCall("gate");

        hub.cancel(id);

        assertThat(server.awaitNotification("notifications/cancelled").text()).contains("\"requestId\":" + id);
        assertThat(hub.call("b__received", "{}").toolText()).doesNotContain("cancelled");
        assertThat(hub.answered(id)).isFalse();
    }

    @Test
    void aNameThatReadsLikeAnOptionIsAName(Sandbox sandbox) throws Exception {
        Map<String, List<String>> servers = new LinkedHashMap<>();
        servers.put("--config", sandbox.serverCommand("--role=odd"));
        servers.put("quick", sandbox.serverCommand("--role=quick"));
        StubProcess hub = Hubs.hub(sandbox, Hubs.file(sandbox, servers));
        assertThat(hub.toolNames()).hasSize(3).contains("quick__use_quick");
        assertThat(hub.call("quick__echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void anIdThatWaitsForItsAnswerIsRefusedToAnotherRequest(Sandbox sandbox) throws Exception {
        Map<String, List<String>> servers = new LinkedHashMap<>();
        servers.put("slow", sandbox.serverCommand("--role=slow", "--gate=initialize"));
        servers.put("quick", sandbox.serverCommand("--role=quick"));
        StubProcess hub = Hubs.hub(sandbox, Hubs.file(sandbox, servers));
        hub.ask("777", "tools/call", "{\"name\":\"slow__echo\",\"arguments\":{\"n\":1}}");
        sandbox.back().await("slow");
        hub.ask("777", "tools/call", "{\"name\":\"quick__echo\",\"arguments\":{}}");
        assertThat(hub.awaitResponse("777").toString()).contains("-32600", "not answered yet");
        sandbox.back().await("slow").go("initialize");
        hub.await("the answer to the first", frame -> frame.toString().contains("\"id\":777,\"result\""));
    }

    @Test
    void aServerThatHangsHoldsUpNobody(Sandbox sandbox) throws Exception {
        Map<String, List<String>> servers = new LinkedHashMap<>();
        servers.put("slow", sandbox.serverCommand("--role=slow", "--gate=initialize"));
        servers.put("dead", sandbox.serverCommand("--role=dead"));
        servers.put("quick", sandbox.serverCommand("--role=quick"));
        StubProcess hub = Hubs.hub(sandbox, Hubs.file(sandbox, servers));
        String never = hub.askCall("slow__echo", "{}");
        sandbox.back().await("slow");
        hub.call("dead__echo", "{}");
        assertThat(hub.call("dead__die", "{}").isToolError()).isTrue();

        for (int i = 0; i < 100; i++) {
            assertThat(hub.call("quick__echo", "{}").toolText()).isEqualTo("{}");
        }
        assertThat(hub.toolNames()).contains("slow__use_slow", "quick__echo");
        assertThat(hub.answered(never)).isFalse();
        assertThat(hub.call("dead__echo", "{}").toolText())
                .as("it is started anew")
                .isEqualTo("{}");
        sandbox.back().await("slow").go("initialize");
        assertThat(hub.awaitResponse(never).toolText()).isEqualTo("{}");
    }

    @Test
    void aServerThatDoesNotListIsListedAsItWas(Sandbox sandbox) throws Exception {
        Map<String, List<String>> servers = new LinkedHashMap<>();
        servers.put("a", sandbox.serverCommand("--role=a"));
        servers.put("b", sandbox.serverCommand("--role=b"));
        StubProcess hub = Hubs.hub(sandbox, Hubs.file(sandbox, servers));
        hub.call("a__echo", "{}");
        List<String> before = hub.toolNames();
        assertThat(before).contains("a__echo");
        // Its input is not read any more, though its process lives.
        ProcessHandle process =
                ProcessHandle.of(sandbox.back().await("a").pid()).orElseThrow();
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                .start()
                .waitFor();
        try {
            assertThat(hub.toolNames()).isEqualTo(before);
            assertThat(hub.call("b__echo", "{}").toolText()).isEqualTo("{}");
        } finally {
            new ProcessBuilder("kill", "-CONT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
    }

    @Test
    void promptsAndResourcesHaveNamesOfTheirOwn(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a", "b"));
        assertThat(hub.request("resources/list", "{}").result().get("resources"))
                .isEmpty();
        hub.call("a__echo", "{}");
        hub.call("b__echo", "{}");
        hub.awaitNotification("notifications/resources/list_changed");

        assertThat(Hubs.names(hub, "prompts/list", "prompts", "name"))
                .containsExactly("enable", "disable", "sync", "status", "a__greet", "b__greet");
        assertThat(Hubs.names(hub, "resources/list", "resources", "uri"))
                .containsExactly("a+fake://one", "a+fake://two", "b+fake://one", "b+fake://two");
        assertThat(hub.request("prompts/get", "{\"name\":\"b__greet\"}").json().has("result"))
                .isTrue();
        JsonNode read =
                hub.request("resources/read", "{\"uri\":\"b+fake://two\"}").result();
        assertThat(read.get("contents").get(0).get("uri").asText()).isEqualTo("b+fake://two");
        assertThat(hub.call("b__received", "{}").toolText()).contains("\"uri\":\"fake://two\"");
        assertThat(hub.call("a__received", "{}").toolText()).doesNotContain("fake://two");

        hub.request("resources/subscribe", "{\"uri\":\"a+fake://one\"}");
        hub.call("b__touch", "{\"uri\":\"fake://one\"}");
        assertThat(hub.call("a__touch", "{\"uri\":\"fake://one\"}").toolText()).isEqualTo("updated");
        assertThat(hub.notifications("notifications/resources/updated"))
                .singleElement()
                .satisfies(frame -> assertThat(frame.text()).contains("\"a+fake://one\""));
        assertThat(hub.request("resources/read", "{\"uri\":\"fake://one\"}").errorCode())
                .as("two have it")
                .isEqualTo(-32002);
    }

    @Test
    void linksInResultsLeadBackToTheirServer(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a"));
        String result = "{\\\"content\\\":[{\\\"uri\\\":\\\"x:1\\\",\\\"type\\\":\\\"resource_link\\\",\\\"n\\\":1.0},"
                + "{\\\"type\\\":\\\"resource\\\",\\\"resource\\\":{\\\"text\\\":\\\"t\\\",\\\"uri\\\":\\\"x:2\\\"}},"
                + "{\\\"type\\\":\\\"text\\\",\\\"uri\\\":\\\"x:3\\\",\\\"text\\\":\\\"\\\"}]}";

        String answer = hub.call("a__raw", "{\"result\":\"" + result + "\"}").text();

        assertThat(answer).contains("\"a+x:1\"", "\"n\":1.0", "\"a+x:2\"", "\"x:3\"");
    }

    @Test
    void logLinesSayWhoseTheyAre(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a"));
        hub.call("a__progress", "{\"steps\":1}");

        Frame line = hub.awaitNotification("notifications/message");

        assertThat(line.json().get("params").get("logger").asText()).isEqualTo("a");
        assertThat(line.text()).contains("\"level\":\"info\",\"data\":\"step 1\"");
    }

    @Test
    void batchesOfTheRevisionThatHasThemAreAnsweredAsOne(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.start(sandbox, List.of(Hubs.servers(sandbox, "a", "b")));
        hub.initialize("2025-03-26");

        hub.send(
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"a__echo\",\"arguments\":{}}},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"b__echo\",\"arguments\":{}}}]");

        Frame answer = hub.await("one array", frame -> frame.spelled().isArray());
        assertThat(answer.spelled().items()).hasSize(3);
    }
}
