package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A stub whose server was not needed yet: it answers everything a client asks at its start, and starts nothing. */
@ExtendWith(Sandboxed.class)
class DormantIT {
    private static final String UNKNOWN_REQUEST = "x/unheard-of";

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    void initializeIsAnsweredInTheVersionOfTheClient(String version, Sandbox sandbox) {
        JsonNode result = sandbox.stub().start().initialize(version).result();
        assertThat(result.path("protocolVersion").asText()).isEqualTo(version);
        assertThat(result.path("serverInfo").path("name").asText()).isEqualTo("fake");
        assertThat(result.path("serverInfo").path("version").asText()).isNotEmpty();
        assertThat(result.path("capabilities").toString())
                .as("a cold stub promises tools and nothing else")
                .isEqualTo("{\"tools\":{\"listChanged\":true}}");
        assertThat(result.path("instructions").asText()).hasSizeLessThanOrEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1999-01-01", "2026-07-28", "latest"})
    void initializeInAVersionNobodyKnowsIsAnsweredInTheNewestOfItsEra(String version, Sandbox sandbox) {
        JsonNode result = sandbox.stub().start().initialize(version).result();
        assertThat(result.path("protocolVersion").asText()).isEqualTo("2025-11-25");
    }

    @Test
    void aSecondInitializeIsRefused(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        Frame second = stub.requestInitialize(StubProcess.LATEST, StubProcess.CLIENT, "{}");
        assertThat(second.errorCode()).isEqualTo(-32600);
        assertThat(stub.request("ping", "{}").result()).isEmpty();
    }

    @Test
    void theProbeOfANewerClientIsTurnedDownAndTheHandshakeFollowsOnTheSamePipe(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.ask("\"server-discover-probe-1\"", "server/discover", """
                {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
                "io.modelcontextprotocol/clientCapabilities":{},\
                "io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}}""");
        assertThat(stub.awaitResponse("\"server-discover-probe-1\"").errorCode())
                .isEqualTo(-32601);
        assertThat(stub.initialize().result().path("protocolVersion").asText()).isEqualTo(StubProcess.LATEST);
    }

    @Test
    void nothingIsStartedByAnythingAClientAsksAtItsStart(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().start();
        stub.ask("\"probe\"", "server/discover", "{}");
        stub.awaitResponse("\"probe\"");
        assertThat(stub.children()).isEmpty();
        stub.initialize();
        for (String method : List.of(
                "ping",
                "tools/list",
                "resources/list",
                "resources/templates/list",
                "prompts/list",
                "tasks/list",
                UNKNOWN_REQUEST)) {
            stub.request(method, "{}");
            assertThat(stub.children()).as("children after %s", method).isEmpty();
        }
        stub.request("logging/setLevel", "{\"level\":\"debug\"}");
        stub.request("completion/complete", completion());
        stub.request("resources/unsubscribe", "{\"uri\":\"fake://one\"}");
        stub.request("tasks/get", "{\"taskId\":\"t\"}");
        stub.notify("notifications/roots/list_changed", "{}");
        stub.request("ping", "{}");
        assertThat(stub.children()).isEmpty();
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();
        assertThat(sandbox.back().all()).as("servers that ran").isEmpty();
    }

    @Test
    void aPingIsAnsweredEvenBeforeTheHandshake(Sandbox sandbox) {
        assertThat(sandbox.stub().start().request("ping", "{}").result()).isEmpty();
    }

    @Test
    void theListHoldsOneSmallTool(Sandbox sandbox) {
        Frame list = sandbox.stub().initialized().request("tools/list", "{}");
        assertThat(list.toolNames()).containsExactly("use_fake");
        assertThat(list.result().has("nextCursor")).isFalse();
        JsonNode tool = list.result().path("tools").path(0);
        JsonNode schema = tool.path("inputSchema");
        assertThat(schema.path("type").asText()).isEqualTo("object");
        assertThat(schema.path("properties").properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("tool", "arguments");
        assertThat(schema.path("required")).as("both may be left out").isEmpty();
        assertThat(tool.has("outputSchema"))
                .as("a promise of structured results")
                .isFalse();
        assertThat(tool.path("description").asText()).isNotBlank();
        assertThat(tool.toString()).as("some 100 tokens").hasSizeLessThanOrEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "My Server.v2, use_my_server_v2",
        "a-very-long-name-of-a-server-indeed, use_a_very_long_name_of",
        "UPPER_case, use_upper_case"
    })
    void theToolIsNamedAfterTheEntryInCharactersEveryClientTakes(String name, String tool, Sandbox sandbox) {
        List<String> names = sandbox.stub().named(name).initialized().toolNames();
        assertThat(names).singleElement().asString().matches("[a-z0-9_]{1,24}").startsWith(tool);
    }

    @Test
    void aCursorThatWasNeverGivenIsRefused(Sandbox sandbox) {
        Frame page = sandbox.stub().initialized().request("tools/list", "{\"cursor\":\"page-5\"}");
        assertThat(page.errorCode()).isEqualTo(-32602);
    }

    @Test
    void listsOfWhatIsNotKnownAreEmpty(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        assertThat(stub.request("resources/list", "{}").result().toString()).isEqualTo("{\"resources\":[]}");
        assertThat(stub.request("resources/templates/list", "{}").result().toString())
                .isEqualTo("{\"resourceTemplates\":[]}");
        assertThat(stub.request("prompts/list", "{}").result().toString()).isEqualTo("{\"prompts\":[]}");
        assertThat(stub.request("tasks/list", "{}").result().toString()).isEqualTo("{\"tasks\":[]}");
    }

    @Test
    void whatNeedsNoServerIsAnsweredWithoutOne(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        assertThat(stub.request("ping", "{}").result().toString()).isEqualTo("{}");
        assertThat(stub.request("logging/setLevel", "{\"level\":\"debug\"}")
                        .result()
                        .toString())
                .isEqualTo("{}");
        assertThat(stub.request("resources/unsubscribe", "{\"uri\":\"fake://one\"}")
                        .result()
                        .toString())
                .isEqualTo("{}");
        JsonNode completion =
                stub.request("completion/complete", completion()).result().path("completion");
        assertThat(completion.path("values").isArray()).isTrue();
        assertThat(completion.path("values")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/result", "tasks/cancel"})
    void aTaskOfNobodyIsUnknown(String method, Sandbox sandbox) {
        Frame answer = sandbox.stub().initialized().request(method, "{\"taskId\":\"t-1\"}");
        assertThat(answer.errorCode()).isEqualTo(-32602);
    }

    @Test
    void anUnknownMethodIsNotFound(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        assertThat(stub.request(UNKNOWN_REQUEST, "{}").errorCode()).isEqualTo(-32601);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"jsonrpc\":\"2.0\",\"id\":1,", "nonsense", "{\"id\":1}}", "{'id':1}", "\u0000"})
    void whatIsNoJsonIsAParseErrorAndTheConnectionLives(String line, Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        stub.send(line);
        Frame answer = stub.await("a parse error", DormantIT::isErrorWithoutId);
        assertThat(answer.errorCode()).isEqualTo(-32700);
        assertThat(stub.request("ping", "{}").result()).isEmpty();
    }

    @Test
    void whoTypesIntoItIsToldWhatItIs(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().start();
        stub.send("help");
        stub.awaitStderr("Ctrl-D ends it");
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"42", "\"text\"", "null", "true", "{\"jsonrpc\":\"2.0\",\"method\":5,\"params\":{}}"})
    void whatIsNoRequestIsInvalidAndTheConnectionLives(String line, Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        stub.send(line);
        Frame answer = stub.await("an error", DormantIT::isErrorWithoutId);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(stub.request("ping", "{}").result()).isEmpty();
    }

    @Test
    void blankLinesAndLineEndsOfWindowsAndAByteOrderMarkAreNoOffence(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.send("\ufeff{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r");
        stub.send("");
        stub.send("\r");
        stub.send("   ");
        stub.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\r");
        stub.awaitResponse("2");
        assertThat(stub.frames()).extracting(Frame::text).allMatch(line -> line.contains("\"result\":{}"));
        assertThat(stub.frames()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "\"1\"",
                "-7",
                "1.5",
                "1.0",
                "1e3",
                "1152921504606846976",
                "123456789012345678901234567890",
                "\"\"",
                "\"\u0442\u0435\u0441\u0442-\u00e9-\ud83d\ude00\"",
                "\"s-\\u00e9\"",
                "\"a\\/b\\\"c\"",
                "\"\u2028\""
            })
    void anIdComesBackAsItWasSpelled(String id, Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        stub.ask(id, "tools/list", "{}");
        assertThat(stub.awaitResponse(id).spelled().get("id").raw()).isEqualTo(id);
        stub.ask("\"other\"", UNKNOWN_REQUEST, "{}");
        assertThat(stub.awaitResponse("\"other\"").errorCode()).isEqualTo(-32601);
    }

    @Test
    void anIdThatIsANumberAndOneThatIsTextAreTwo(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        stub.ask("1", "ping", "{}");
        stub.ask("\"1\"", UNKNOWN_REQUEST, "{}");
        assertThat(stub.awaitResponse("1").result()).isEmpty();
        assertThat(stub.awaitResponse("\"1\"").errorCode()).isEqualTo(-32601);
    }

    @Test
    void membersInAnyOrderAndWithAnySpacingAreUnderstood(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        stub.send(" { \"params\" : { \"method\" : \"x\", \"id\" : 5 } ,\t\"method\":\"p\\u0069ng\", \"id\" : 31 ,"
                + "\"jsonrpc\":\"2.0\" } ");
        assertThat(stub.awaitResponse("31").result()).isEmpty();
    }

    @Test
    void aNotificationIsNeverAnswered(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        int before = stub.frames().size();
        stub.notify(UNKNOWN_REQUEST, "{}");
        stub.notify("notifications/unheard_of", "{}");
        stub.notify("notifications/roots/list_changed", "{}");
        stub.notify("notifications/progress", "{\"progressToken\":1,\"progress\":1}");
        stub.cancel("4711");
        stub.notify("tools/call", "{\"name\":\"use_fake\",\"arguments\":{}}");
        stub.send("{\"jsonrpc\":\"2.0\",\"id\":\"nobody-asked\",\"result\":{}}");
        stub.request("ping", "{}");
        assertThat(stub.frames()).hasSize(before + 1);
        assertThat(stub.children()).isEmpty();
    }

    @Test
    void theHandshakeCannotBeCancelled(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.ask(
                "0",
                "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":" + StubProcess.CLIENT + "}");
        stub.cancel("0");
        stub.awaitResponse("0");
        assertThat(stub.toolNames()).isNotEmpty();
    }

    @Test
    void aBatchIsAnsweredAsOneWhereTheRevisionHasBatches(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.initialize("2025-03-26");
        stub.send("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard_of\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":\"two\",\"method\":\"tools/list\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":3.0,\"method\":\"" + UNKNOWN_REQUEST + "\"}]");
        Frame batch = stub.await("a batch", frame -> frame.spelled().isArray());
        assertThat(batch.spelled().items())
                .extracting(item -> item.get("id").raw())
                .containsExactlyInAnyOrder("1", "\"two\"", "3.0");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        assertThat(stub.children()).isEmpty();
    }

    @Test
    void aBatchOfNotificationsIsNotAnsweredAndAnEmptyOneIsInvalid(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.initialize("2025-03-26");
        int before = stub.frames().size();
        stub.send("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard_of\"}]");
        stub.request("ping", "{}");
        assertThat(stub.frames()).hasSize(before + 1);
        stub.send("[]");
        assertThat(stub.await("an error", DormantIT::isErrorWithoutId).errorCode())
                .isEqualTo(-32600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-06-18", "2025-11-25"})
    void aBatchIsInvalidWhereTheRevisionHasNone(String version, Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.initialize(version);
        stub.send("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]");
        Frame answer = stub.await("an error", DormantIT::isErrorWithoutId);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(stub.answered("1")).isFalse();
        assertThat(stub.request("ping", "{}").result()).isEmpty();
    }

    @Test
    void aRequestTooLargeToHoldIsRefusedByItsIdAndTheConnectionLives(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        stub.ask("\"large\"", "tools/list", "{\"x\":\"" + "x".repeat(68 << 20) + "\"}");
        Frame answer = stub.awaitResponse("\"large\"");
        assertThat(answer.json().has("error")).as("%s", answer).isTrue();
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        assertThat(stub.children()).isEmpty();
    }

    @Test
    void whatWasAskedBeforeTheEndOfInputIsStillAnswered(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().start();
        stub.ask(
                "0",
                "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":" + StubProcess.CLIENT + "}");
        stub.ask("1", "tools/list", "{}");
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();
        assertThat(stub.awaitResponse("0").result().path("protocolVersion").asText())
                .isEqualTo("2025-11-25");
        assertThat(stub.awaitResponse("1").toolNames()).containsExactly("use_fake");
    }

    private static boolean isErrorWithoutId(Frame frame) {
        SpelledJson id = frame.spelled().get("id");
        return frame.spelled().get("error").present()
                && (!id.present() || id.raw().equals("null"));
    }

    private static String completion() {
        return "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}}";
    }
}
