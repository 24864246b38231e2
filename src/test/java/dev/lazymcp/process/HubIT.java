package dev.lazymcp.process;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        StubProcess hub = hub(sandbox, servers(sandbox, "a", "b"));

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
        StubProcess hub = hub(sandbox, servers(sandbox, "a"));
        hub.call("a__echo", "{}");

        String listed = hub.request("tools/list", "{}").text();

        assertThat(listed).contains(FakeTools.ODD_TOOL.replace("\"name\":\"odd\"", "\"name\":\"a__odd\""));
    }

    @Test
    void idsAndProgressTokensAreThoseOfTheClient(Sandbox sandbox) throws Exception {
        StubProcess hub = hub(sandbox, servers(sandbox, "a", "b"));

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
        StubProcess hub = hub(sandbox, servers(sandbox, "a", "b"));
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
        StubProcess hub = hub(sandbox, servers(sandbox, "a", "b"));
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
    void isFoundAgainAfterItsRunDirectoryWasDeleted(Sandbox sandbox) throws Exception {
        StubProcess hub = controlled(sandbox, servers(sandbox, "a", "b"));
        RunDirectoryIT.remove(sandbox.runDirectory());
        sandbox.awaitSocket(hub);
        assertThat(sandbox.lazymcp("enable", "b").out()).contains("b: ", "tools in");
        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").isToolError()).isFalse();
    }

    @Test
    void aNameThatReadsLikeAnOptionIsAName(Sandbox sandbox) throws Exception {
        Map<String, List<String>> servers = new LinkedHashMap<>();
        servers.put("--config", sandbox.serverCommand("--role=odd"));
        servers.put("quick", sandbox.serverCommand("--role=quick"));
        StubProcess hub = hub(sandbox, file(sandbox, servers));
        assertThat(hub.toolNames()).hasSize(3).contains("quick__use_quick");
        assertThat(hub.call("quick__echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void anIdThatWaitsForItsAnswerIsRefusedToAnotherRequest(Sandbox sandbox) throws Exception {
        Map<String, List<String>> servers = new LinkedHashMap<>();
        servers.put("slow", sandbox.serverCommand("--role=slow", "--gate=initialize"));
        servers.put("quick", sandbox.serverCommand("--role=quick"));
        StubProcess hub = hub(sandbox, file(sandbox, servers));
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
        StubProcess hub = hub(sandbox, file(sandbox, servers));
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
        StubProcess hub = hub(sandbox, file(sandbox, servers));
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
        StubProcess hub = hub(sandbox, servers(sandbox, "a", "b"));
        assertThat(hub.request("resources/list", "{}").result().get("resources"))
                .isEmpty();
        hub.call("a__echo", "{}");
        hub.call("b__echo", "{}");
        hub.awaitNotification("notifications/resources/list_changed");

        assertThat(names(hub, "prompts/list", "prompts", "name"))
                .containsExactly("enable", "disable", "sync", "status", "a__greet", "b__greet");
        assertThat(names(hub, "resources/list", "resources", "uri"))
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
        StubProcess hub = hub(sandbox, servers(sandbox, "a"));
        String result = "{\\\"content\\\":[{\\\"uri\\\":\\\"x:1\\\",\\\"type\\\":\\\"resource_link\\\",\\\"n\\\":1.0},"
                + "{\\\"type\\\":\\\"resource\\\",\\\"resource\\\":{\\\"text\\\":\\\"t\\\",\\\"uri\\\":\\\"x:2\\\"}},"
                + "{\\\"type\\\":\\\"text\\\",\\\"uri\\\":\\\"x:3\\\",\\\"text\\\":\\\"\\\"}]}";

        String answer = hub.call("a__raw", "{\"result\":\"" + result + "\"}").text();

        assertThat(answer).contains("\"a+x:1\"", "\"n\":1.0", "\"a+x:2\"", "\"x:3\"");
    }

    @Test
    void logLinesSayWhoseTheyAre(Sandbox sandbox) throws Exception {
        StubProcess hub = hub(sandbox, servers(sandbox, "a"));
        hub.call("a__progress", "{\"steps\":1}");

        Frame line = hub.awaitNotification("notifications/message");

        assertThat(line.json().get("params").get("logger").asText()).isEqualTo("a");
        assertThat(line.text()).contains("\"level\":\"info\",\"data\":\"step 1\"");
    }

    @Test
    void batchesOfTheRevisionThatHasThemAreAnsweredAsOne(Sandbox sandbox) throws Exception {
        StubProcess hub = start(sandbox, List.of(servers(sandbox, "a", "b")));
        hub.initialize("2025-03-26");

        hub.send(
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"a__echo\",\"arguments\":{}}},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"b__echo\",\"arguments\":{}}}]");

        Frame answer = hub.await("one array", frame -> frame.spelled().isArray());
        assertThat(answer.spelled().items()).hasSize(3);
    }

    // control

    @Test
    void theCommandLineActsOnTheServersBehindIt(Sandbox sandbox) throws Exception {
        StubProcess hub = controlled(sandbox, servers(sandbox, "a", "b"));

        JsonNode stubs = sandbox.lazymcp("status", "--json").json().get("stubs");
        assertThat(stubs).hasSize(2);
        assertThat(stubs.get(0).get("name").asText()).isEqualTo("a");
        assertThat(stubs.get(0).get("state").asText()).isEqualTo("REGISTERED");

        Cli enabled = sandbox.lazymcp("enable", "b");
        assertThat(enabled.out()).contains("b: ", "tools in");
        assertThat(hub.toolNames()).contains("b__echo").doesNotContain("a__echo");
        assertThat(sandbox.lazymcp("disable", "b").code()).isZero();
        assertThat(hub.call("b__echo", "{}").toolText()).contains("b is disabled");
        assertThat(hub.toolNames()).contains("b__use_b", "a__use_a").doesNotContain("b__echo");
        assertThat(sandbox.lazymcp("disable", "nobody").err()).contains("there are a, b");
        assertThat(sandbox.lazymcp("call", "a", "echo", "{\"x\":1}").out()).contains("{\"x\":1}");
    }

    @Test
    void theModelHasATool(Sandbox sandbox) throws Exception {
        StubProcess hub = hub(sandbox, servers(sandbox, "a", "b"));

        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").toolText()).contains("a ", "b ", "REGISTERED");
        assertThat(hub.call("lazymcp", "{\"action\":\"enable\",\"server\":\"a\"}")
                        .toolText())
                .startsWith("a: ");
        assertThat(hub.toolNames()).contains("a__echo");
        assertThat(hub.call("lazymcp", "{\"action\":\"disable\",\"server\":\"a\"}")
                        .isToolError())
                .isFalse();
        assertThat(hub.call("a__echo", "{}").toolText()).contains("disabled");
        assertThat(hub.call("lazymcp", "{\"action\":\"restart\",\"server\":\"b\"}")
                        .isToolError())
                .isFalse();
        sandbox.back().await("b");
        Frame unknown = hub.call("lazymcp", "{\"action\":\"enable\",\"server\":\"--all-sessions\"}");
        assertThat(unknown.isToolError()).isTrue();
        assertThat(unknown.toolText()).contains("no running server is called --all-sessions");
        assertThat(hub.call("lazymcp", "{\"action\":\"enable\"}").toolText()).contains("name the \"server\"");
        assertThat(hub.call("lazymcp", "{\"action\":\"destroy\"}").toolText()).contains("status, enable");
        assertThat(hub.call("lazymcp", "{\"action\":\"agent\",\"agent\":\"reviewer\"}")
                        .toolText())
                .contains("reviewer");
    }

    @Test
    void thePersonHasPromptsAlsoWhereTheModelHasNoTool(Sandbox sandbox) throws Exception {
        StubProcess hub = start(sandbox, List.of(servers(sandbox, "a"), Path.of("--no-model-control")));
        hub.initialize();

        assertThat(hub.toolNames()).containsExactly("a__use_a");
        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").toolText()).doesNotContain("REGISTERED");
        String enabled = hub.request("prompts/get", "{\"name\":\"enable\",\"arguments\":{\"server\":\"a\"}}")
                .text();
        assertThat(enabled).contains("I ran `lazymcp enable a`", "a: ");
        assertThat(hub.toolNames()).contains("a__echo");
        assertThat(hub.request(
                                "completion/complete",
                                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"enable\"},\"argument\":{\"name\":\"server\",\"value\":\"\"}}")
                        .text())
                .contains("\"values\":[\"a\"]");
    }

    @Test
    void everythingEndsWithTheClient(Sandbox sandbox) throws Exception {
        StubProcess hub = hub(sandbox, servers(sandbox, "a", "b"));
        hub.call("a__echo", "{}");
        hub.call("b__echo", "{}");

        hub.closeStdin();

        assertThat(hub.awaitExit()).isZero();
        sandbox.back().await("a").awaitDeath();
        sandbox.back().await("b").awaitDeath();
    }

    @Test
    void aRequiredServerThatFailsEndsAStrictSession(Sandbox sandbox) throws Exception {
        Path file = sandbox.file("hub.json");
        Files.writeString(
                file,
                "{\"mcpServers\":{\"a\":{\"command\":\"/no/such/program\",\"required\":true}," + "\"b\":"
                        + entry(sandbox.serverCommand("--role=b")) + "}}");

        Frame refused = start(sandbox, List.of(file, Path.of("--strict")))
                .requestInitialize(StubProcess.LATEST, StubProcess.CLIENT, "{}");
        assertThat(refused.errorCode()).isEqualTo(-32603);
        assertThat(refused.text()).contains("a required server failed (--strict): a: ", "/no/such/program");
        assertThat(sandbox.back().all()).isEmpty();

        assertThat(start(sandbox, List.of(file)).initialize().json().has("result"))
                .isTrue();
    }

    // files

    @Test
    void syncTakesInWhatIsNewAndGivesUpWhatIsGone(Sandbox sandbox) throws Exception {
        Path file = servers(sandbox, "a", "b");
        StubProcess hub = controlled(sandbox, file);
        hub.toolNames();
        hub.call("a__echo", "{}");
        hub.toolNames();
        int before = hub.notifications(LIST_CHANGED).size();

        Map<String, List<String>> servers = new LinkedHashMap<>();
        servers.put("b", sandbox.serverCommand("--role=b"));
        servers.put("c", sandbox.serverCommand("--role=c"));
        file(sandbox, servers);
        Cli run = sandbox.lazymcp("sync");

        assertThat(run.code()).as("%s %s", run.out(), run.err()).isZero();
        assertThat(run.out()).contains("c: new, taken in", "a: taken away", "1 unchanged");
        sandbox.back().await("a").awaitDeath();
        assertThat(hub.toolNames()).containsExactly("lazymcp", "b__use_b", "c__use_c");
        assertThat(hub.notifications(LIST_CHANGED)).hasSizeBetween(before + 1, before + 2);
        assertThat(hub.call("c__echo", "{\"x\":1}").toolText()).isEqualTo("{\"x\":1}");
        assertThat(hub.call("a__echo", "{}").toolText()).contains("a: it was removed from " + file);

        servers.put("a", sandbox.serverCommand("--role=a"));
        servers.put("b", sandbox.serverCommand("--role=b", "--more"));
        file(sandbox, servers);
        assertThat(hub.call("lazymcp", "{\"action\":\"sync\"}").toolText()).contains("a: new, taken in", "b: ");
        assertThat(hub.call("a__echo", "{}").toolText()).isEqualTo("{}");
        assertThat(hub.call("b__args", "{}").toolText()).contains("--more");
    }

    @Test
    void aFileThatBreaksChangesNothing(Sandbox sandbox) throws Exception {
        Path file = servers(sandbox, "a");
        StubProcess hub = controlled(sandbox, file);
        Files.writeString(file, "{\"mcpServers\": {");

        Frame told = hub.call("lazymcp", "{\"action\":\"sync\"}");

        assertThat(told.isToolError()).isTrue();
        assertThat(told.toolText()).contains(file + ":1:", "nothing was changed");
        assertThat(hub.toolNames()).containsExactly("lazymcp", "a__use_a");
        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").toolText()).contains(file + ":1:");
        servers(sandbox, "a");
        assertThat(hub.call("lazymcp", "{\"action\":\"sync\"}").isToolError()).isFalse();
        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").toolText()).doesNotContain(file + ":1:");
    }

    @Test
    void watchTakesChangesInAsTheyHappenAndTellsOfABrokenFileOnce(Sandbox sandbox) throws Exception {
        Path file = servers(sandbox, "a");
        StubProcess hub = start(sandbox, List.of(file, Path.of("--watch")));
        hub.initialize();
        sandbox.awaitSocket(hub);
        hub.toolNames();

        Files.writeString(file, "{\"mcpServers\": {");
        hub.awaitStderr("nothing was changed");
        assertThat(hub.toolNames()).containsExactly("lazymcp", "a__use_a");
        servers(sandbox, "a", "b");
        hub.awaitNotification(LIST_CHANGED);
        assertThat(hub.toolNames()).containsExactly("lazymcp", "a__use_a", "b__use_b");
    }

    @Test
    void whatAProjectBringsWaitsForAPerson(Sandbox sandbox) throws Exception {
        Files.createDirectory(sandbox.file(".git"));
        Path file = servers(sandbox, "a");
        StubProcess hub = start(sandbox, List.of(file));
        Frame welcome = hub.initialize();
        sandbox.awaitSocket(hub);

        assertThat(welcome.result().get("instructions").asText())
                .contains("a in ", "waits for a person", "lazymcp sync");
        assertThat(hub.toolNames()).containsExactly("lazymcp");
        assertThat(hub.call("lazymcp", "{\"action\":\"sync\"}").toolText()).contains("a: ", "waits for");
        assertThat(hub.toolNames()).containsExactly("lazymcp");
        assertThat(sandbox.lazymcp("status").out()).contains("waits for");

        Cli person = sandbox.lazymcp("sync", "--yes");
        assertThat(person.code()).as("%s %s", person.out(), person.err()).isZero();
        assertThat(hub.toolNames()).containsExactly("lazymcp", "a__use_a");
        assertThat(hub.call("a__echo", "{}").toolText()).isEqualTo("{}");
        assertThat(sandbox.lazymcp("status").out()).doesNotContain("waits for");

        StubProcess next = hub(sandbox, file);
        assertThat(next.toolNames()).as("it is known by now").contains("a__use_a");
    }

    @Test
    void inAFileOfTheClientOnlyWhatCameLaterIsServed(Sandbox sandbox) throws Exception {
        Path file = sandbox.file(".mcp.json");
        String self = "\"hub\":{\"command\":\"lazymcp\",\"args\":[\"hub\"]}";
        String plain = "\"plain\":" + entry(sandbox.serverCommand("--role=plain"));
        String first = "\"first\":" + wrapped("first", sandbox.serverCommand("--role=first"));
        String late = "\"late\":" + wrapped("late", sandbox.serverCommand("--role=late"));
        String lazy = "\"lazy\":"
                + entry(sandbox.serverCommand("--role=lazy"))
                        .replace("{\"command\"", "{\"autoConnect\":false,\"command\"");
        Files.writeString(file, "{\"mcpServers\":{" + String.join(",", self, plain, first) + "}}");
        StubProcess hub = start(sandbox, List.of());
        hub.initialize();
        sandbox.awaitSocket(hub);
        sandbox.stub().named("first").controlled();
        assertThat(hub.toolNames()).containsExactly("lazymcp");

        String more = "\"more\":" + entry(sandbox.serverCommand("--role=more"));
        Files.writeString(file, "{\"mcpServers\":{" + String.join(",", self, plain, first, late, lazy, more) + "}}");
        StubProcess own = sandbox.stub().named("late").controlled();
        Cli run = sandbox.lazymcp("sync", "--yes");
        assertThat(run.out()).contains("lazy: new, taken in").doesNotContain("late: new", "more: new");
        assertThat(hub.toolNames()).containsExactly("lazymcp", "lazy__use_lazy");

        own.closeStdin();
        own.awaitExit();
        assertThat(sandbox.lazymcp("sync", "--yes").out()).contains("late: new, taken in");
        assertThat(hub.call("late__echo", "{}").toolText()).isEqualTo("{}");

        StubProcess again = sandbox.stub().named("late").controlled();
        assertThat(sandbox.lazymcp("sync", "--yes").out()).contains("late: taken away: the client has started");
        assertThat(hub.toolNames()).containsExactly("lazymcp", "lazy__use_lazy");
        assertThat(again.alive()).isTrue();
    }

    // what the tests have

    private static List<String> names(StubProcess hub, String method, String list, String member) {
        List<String> names = new ArrayList<>();
        hub.request(method, "{}")
                .result()
                .get(list)
                .forEach(element -> names.add(element.get(member).asText()));
        return names;
    }

    private static Path servers(Sandbox sandbox, String... names) throws IOException {
        Map<String, List<String>> servers = new LinkedHashMap<>();
        for (String name : names) {
            servers.put(name, sandbox.serverCommand("--role=" + name));
        }
        return file(sandbox, servers);
    }

    private static Path file(Sandbox sandbox, Map<String, List<String>> servers) throws IOException {
        String entries = servers.entrySet().stream()
                .map(server -> SpelledJson.quote(server.getKey()) + ":" + entry(server.getValue()))
                .collect(joining(","));
        return Files.writeString(sandbox.file("hub.json"), "{\"mcpServers\":{" + entries + "}}\n");
    }

    private static String entry(List<String> command) {
        return "{\"command\":" + SpelledJson.quote(command.getFirst()) + ",\"args\":["
                + command.stream().skip(1).map(SpelledJson::quote).collect(joining(",")) + "]}";
    }

    private static String wrapped(String name, List<String> command) {
        return "{\"command\":\"lazymcp\",\"args\":[\"wrap\",\"--name\"," + SpelledJson.quote(name) + ",\"--\","
                + command.stream().map(SpelledJson::quote).collect(joining(",")) + "]}";
    }

    /** A hub of {@code files}; what begins with dashes is an option. */
    private static StubProcess start(Sandbox sandbox, List<Path> files) {
        List<String> line = new ArrayList<>(LazymcpExecutable.command());
        line.add("hub");
        for (Path file : files) {
            if (!file.toString().startsWith("--")) {
                line.add("--config");
            }
            line.add(file.toString());
        }
        return sandbox.start(line, Map.of());
    }

    private static StubProcess hub(Sandbox sandbox, Path file) {
        StubProcess hub = start(sandbox, List.of(file));
        hub.initialize();
        return hub;
    }

    private static StubProcess controlled(Sandbox sandbox, Path file) throws InterruptedException {
        StubProcess hub = hub(sandbox, file);
        sandbox.awaitSocket(hub);
        return hub;
    }
}
