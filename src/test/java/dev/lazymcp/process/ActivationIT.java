package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first invocation: it starts the server once, loses nothing on the way, and tells the client what changed. */
@ExtendWith(Sandboxed.class)
class ActivationIT {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";
    private static final List<String> REAL_TOOLS = FakeTools.NAMES;

    @Test
    void theStubsToolWithNothingListsTheToolsInALineEach(Sandbox sandbox) {
        StubProcess stub =
                sandbox.stub("--instructions=Be gentle with the gate.").initialized();
        Frame answer = stub.call("use_fake", "{}");
        assertThat(answer.isToolError()).isFalse();
        for (String tool : REAL_TOOLS) {
            Pattern line = Pattern.compile("[-*\u2022` ]*" + tool + "(?![A-Za-z0-9_]).*");
            assertThat(answer.toolText().lines().filter(l -> line.matcher(l).matches()))
                    .as("lines for %s", tool)
                    .hasSize(1);
        }
        assertThat(answer.toolText()).contains("Be gentle with the gate.");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void theStubsToolWithoutArgumentsMemberStartsTheServerToo(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        Frame answer = stub.request("tools/call", "{\"name\":\"use_fake\"}");
        assertThat(answer.toolText()).contains("echo").contains("gate");
    }

    @Test
    void aCallThroughIsForwardedInTheSameTurn(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        String arguments = "{\"b\":1.0,\"a\":[1E400,\"\\ud800\",\"\u2028\"],\"b\":2}";
        String meta = "{\"progressToken\":\"t-1\",\"x/y\":1.50}";
        String id = stub.ask(
                "tools/call",
                "{\"_meta\":" + meta + ",\"name\":\"use_fake\",\"arguments\":{\"tool\":\"echo\",\"arguments\":"
                        + arguments + "}}");
        assertThat(stub.awaitResponse(id).toolText()).isEqualTo(arguments);
        SpelledJson params =
                sandbox.back().await("server").awaitCall("echo").spelled().get("params");
        assertThat(params.get("arguments").raw()).isEqualTo(arguments);
        assertThat(params.get("_meta").raw()).isEqualTo(meta);
    }

    @Test
    void aCallThroughWithoutArgumentsReachesAToolThatNeedsNone(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        assertThat(stub.call("use_fake", "{\"tool\":\"cwd\"}").isToolError()).isFalse();
    }

    @Test
    void aToolTheStubHasNeverHeardOfMeansActivation(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        assertThat(stub.call("echo", "{\"x\":1.0}").toolText()).isEqualTo("{\"x\":1.0}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aToolThatTheServerDoesNotHaveIsRefusedInTheServersWords(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        Frame answer = stub.call("nonexistent", "{}");
        assertThat(answer.text()).contains("nonexistent");
        assertThat(answer.json().has("error") || answer.isToolError()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources/read", "resources/subscribe", "prompts/get"})
    void whatOnlyTheServerKnowsStartsItToo(String method, Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        Frame answer = stub.request(method, "{\"uri\":\"fake://one\",\"name\":\"greet\"}");
        assertThat(answer.json().has("result")).as("%s", answer).isTrue();
        sandbox.back().await("server").awaitRequest(method);
    }

    @Test
    void theServerMeetsTheClientItself(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        String capabilities = "{\"roots\":{\"listChanged\":true},\"x-odd\":[1.0]}";
        String info = "{\"name\":\"special\",\"version\":\"3\",\"title\":\"Sp\u00e9cial\"}";
        stub.initialize("2025-06-18", info, capabilities);
        stub.call("use_fake", "{}");
        SpelledJson params = sandbox.back()
                .await("server")
                .awaitRequest("initialize")
                .spelled()
                .get("params");
        assertThat(params.get("protocolVersion").text()).isEqualTo("2025-06-18");
        assertThat(params.get("capabilities").raw()).isEqualTo(capabilities);
        assertThat(params.get("clientInfo").raw()).isEqualTo(info);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-11-25"})
    void aServerThatAnswersInAnotherVersionIsTakenAsItIs(String version, Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--protocol-version=" + version).start();
        stub.initialize("2025-06-18");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void theListChangesOnceAndIsSaidSoBeforeTheAnswer(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--storm=50").initialized();
        Frame answer = stub.call("use_fake", "{}");
        assertThat(stub.toolNames())
                .containsAll(REAL_TOOLS)
                .contains("use_fake")
                .doesNotHaveDuplicates();
        stub.call("echo", "{}");
        List<Frame> changes = stub.notifications(LIST_CHANGED);
        assertThat(changes).hasSize(1);
        assertThat(stub.indexOf(changes.getFirst())).isLessThan(stub.indexOf(answer));
    }

    @Test
    void aClientThatListsAtOnceAfterTheNoticeSeesTheRealTools(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        String id = stub.askCall("use_fake", "{}");
        stub.awaitNotification(LIST_CHANGED);
        assertThat(stub.toolNames()).containsAll(REAL_TOOLS);
        stub.awaitResponse(id);
    }

    @Test
    void theAnswerIsHeldUntilTheClientHasListedAgain(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--gate=initialize").initialized();
        String id = stub.askCall("use_fake", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitRequest("initialize");
        long opened = System.nanoTime();
        server.go("initialize");
        stub.awaitNotification(LIST_CHANGED);
        long listed = System.nanoTime();
        Frame list = stub.request("tools/list", "{}");
        Frame answer = stub.awaitResponse(id);
        assertThat(stub.indexOf(list)).isLessThan(stub.indexOf(answer));
        // 200 ms after the client listed, or 500 ms after the notice, which cannot have come before the gate opened.
        Duration afterList = Duration.ofNanos(answer.nanoTime() - listed);
        Duration afterGate = Duration.ofNanos(answer.nanoTime() - opened);
        assertThat(afterList.toMillis() >= 200 || afterGate.toMillis() >= 500)
                .as("answered %s after the list and %s after the gate", afterList, afterGate)
                .isTrue();
    }

    @Test
    void aClientThatNeverListsAgainGetsItsAnswerAllTheSame(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        Frame answer = stub.call("use_fake", "{}");
        assertThat(answer.isToolError()).isFalse();
        assertThat(stub.notifications(LIST_CHANGED)).hasSize(1);
    }

    @Test
    void nothingIsSaidToAClientThatIsNotInitialized(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.requestInitialize(StubProcess.LATEST, StubProcess.CLIENT, "{}");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        stub.request("ping", "{}");
        assertThat(stub.notifications(LIST_CHANGED)).isEmpty();
    }

    @Test
    void manyCallsAtOnceShareOneStartAndKeepTheirOrder(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--gate=initialize").initialized();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add(
                    i % 2 == 0
                            ? stub.askCall("echo", "{\"n\":" + i + "}")
                            : stub.askCall("use_fake", "{\"tool\":\"echo\",\"arguments\":{\"n\":" + i + "}}"));
        }
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitRequest("initialize");
        assertThat(stub.toolNames()).as("the list of a stub that waits").containsExactly("use_fake");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        server.go("initialize");
        for (int i = 0; i < 20; i++) {
            assertThat(stub.awaitResponse(ids.get(i)).toolText()).isEqualTo("{\"n\":" + i + "}");
        }
        assertThat(server.received().stream()
                        .filter(frame -> frame.isRequest("tools/call"))
                        .map(frame -> frame.spelled()
                                .get("params")
                                .get("arguments")
                                .get("n")
                                .raw()))
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).mapToObj(Integer::toString).toList());
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aQueuedCallThatIsCancelledIsNeitherSentNorAnswered(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--gate=initialize").initialized();
        String first = stub.askCall("echo", "{\"n\":1}");
        String second = stub.askCall("raw", "{\"result\":\"{}\"}");
        String third = stub.askCall("echo", "{\"n\":3}");
        stub.cancel(second);
        stub.request("ping", "{}");
        sandbox.back().await("server").go("initialize");
        assertThat(stub.awaitResponse(first).toolText()).isEqualTo("{\"n\":1}");
        assertThat(stub.awaitResponse(third).toolText()).isEqualTo("{\"n\":3}");
        stub.call("echo", "{\"n\":4}");
        assertThat(stub.answered(second)).isFalse();
        assertThat(sandbox.back().await("server").callsOf("raw")).isZero();
    }

    @Test
    void aCancelledActivationGoesOnForTheOthers(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--gate=initialize").initialized();
        String activation = stub.askCall("use_fake", "{}");
        String other = stub.askCall("use_fake", "{}");
        stub.cancel(activation);
        stub.request("ping", "{}");
        sandbox.back().await("server").go("initialize");
        assertThat(stub.awaitResponse(other).isToolError()).isFalse();
        stub.call("echo", "{}");
        assertThat(stub.answered(activation)).isFalse();
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aWrongToolNameIsAnsweredWithTheRightOnes(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        Frame answer = stub.call("use_fake", "{\"tool\":\"ecko\",\"arguments\":{}}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("ecko").contains("echo").contains("gate");
        assertThat(sandbox.back().await("server").callsOf("ecko")).isZero();
    }

    @Test
    void wrongArgumentsAreAnsweredWithTheToolsSchema(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        Frame answer = stub.call("use_fake", "{\"tool\":\"add\",\"arguments\":{\"a\":1,\"b\":2}}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("augend").contains("addend").contains("required");
        Frame right = stub.call("use_fake", "{\"tool\":\"add\",\"arguments\":{\"augend\":1,\"addend\":2}}");
        assertThat(right.toolText()).isEqualTo("3");
    }

    @Test
    void aToolThatIsNoTextAndArgumentsThatAreNoObjectAreNotForwarded(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        assertThat(stub.call("use_fake", "{\"tool\":5}").toolText())
                .as("the tools there are")
                .contains("echo");
        assertThat(stub.call("use_fake", "{\"tool\":\"echo\",\"arguments\":[1]}")
                        .isToolError())
                .isTrue();
        assertThat(sandbox.back().all().stream()
                        .mapToLong(peer -> peer.callsOf("echo"))
                        .sum())
                .isZero();
    }

    @Test
    void afterOffLeavesTheListAsItIs(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--after", "off").initialized();
        assertThat(stub.call("use_fake", "{}").toolText()).contains("echo");
        assertThat(stub.toolNames()).containsExactly("use_fake");
        assertThat(stub.call("use_fake", "{\"tool\":\"echo\",\"arguments\":{}}").toolText())
                .isEqualTo("{}");
        sandbox.back().await("server").emit("{\"jsonrpc\":\"2.0\",\"method\":\"" + LIST_CHANGED + "\"}\n");
        stub.call("use_fake", "{\"tool\":\"echo\",\"arguments\":{}}");
        assertThat(stub.toolNames()).containsExactly("use_fake");
        assertThat(stub.notifications(LIST_CHANGED)).isEmpty();
    }

    @Test
    void onlyTheToolsOfTheEntryAreListedAndCalled(Sandbox sandbox) {
        StubProcess stub =
                sandbox.stub("--page-size=3").with("--tools", "echo,add").initialized();
        Frame listing = stub.call("use_fake", "{}");
        assertThat(listing.toolText()).contains("echo").contains("add").doesNotContain("last_words");
        List<String> names = new ArrayList<>();
        Frame page = stub.request("tools/list", "{}");
        names.addAll(page.toolNames());
        while (page.result().has("nextCursor")) {
            page = stub.request("tools/list", "{\"cursor\":" + page.result().get("nextCursor") + "}");
            names.addAll(page.toolNames());
        }
        assertThat(names).containsExactlyInAnyOrder("echo", "add", "use_fake");
        Frame direct = stub.call("gate", "{}");
        assertThat(direct.json().has("error") || direct.isToolError()).isTrue();
        Frame through = stub.call("use_fake", "{\"tool\":\"gate\",\"arguments\":{}}");
        assertThat(through.isToolError()).isTrue();
        assertThat(stub.call("echo", "{\"ok\":1}").toolText()).isEqualTo("{\"ok\":1}");
        assertThat(sandbox.back().await("server").callsOf("gate")).isZero();
    }

    @Test
    void aForbiddenToolIsNotForwardedByTheCallThatStartsTheServerEither(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--tools", "echo").initialized();
        Frame answer = stub.call("gate", "{}");
        assertThat(answer.json().has("error") || answer.isToolError()).isTrue();
        stub.call("echo", "{}");
        assertThat(sandbox.back().await("server").callsOf("gate")).isZero();
    }

    @Test
    void aServerWithAnEndlessCursorStillStarts(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--endless-cursor").initialized();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void theToolsOfEveryPageAreListed(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--page-size=4").initialized();
        String text = stub.call("use_fake", "{}").toolText();
        assertThat(REAL_TOOLS).allMatch(text::contains);
    }

    @Test
    void theServerRunsInTheDirectoryOfTheEntry(Sandbox sandbox) throws Exception {
        Path directory = Files.createDirectory(sandbox.file("elsewhere"));
        StubProcess stub = sandbox.stub().with("--cwd", directory.toString()).initialized();
        assertThat(Path.of(stub.call("cwd", "{}").toolText()).toRealPath()).isEqualTo(directory.toRealPath());
    }

    @Test
    void aServerOfOtherAgentsIsNotStarted(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--agents", "reviewer").initialized();
        assertThat(stub.toolNames()).as("never an empty list").isNotEmpty();
        for (String tool : List.of("use_fake", "echo")) {
            Frame answer = stub.call(tool, "{}");
            assertThat(answer.isToolError()).isTrue();
            assertThat(answer.toolText()).contains("reviewer");
        }
        assertThat(stub.children()).isEmpty();
        assertThat(sandbox.back().all()).isEmpty();
    }

    @Test
    void aServerOfAllAgentsIsStarted(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--agents", "*").initialized();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void anEagerServerStartsWithoutACall(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--eager").initialized();
        sandbox.back().await("server").awaitNotification("notifications/initialized");
        stub.awaitNotification(LIST_CHANGED);
        assertThat(stub.toolNames()).containsAll(REAL_TOOLS);
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    /** What is listed before the server runs. */
    @Nested
    class Exposure {
        @ParameterizedTest
        @ValueSource(strings = {"tiny", "names", "full", "auto"})
        void isTheStubsToolAsLongAsNothingIsKnown(String mode, Sandbox sandbox) {
            StubProcess stub = sandbox.stub().with("--expose", mode).initialized();
            assertThat(stub.toolNames()).containsExactly("use_fake");
        }

        @Test
        void isOneLineWithNoRealNameWhereTheServerIsHidden(Sandbox sandbox) {
            Sandbox.Start start = sandbox.stub().with("--expose", "hidden");
            assertThat(start.initialized().toolNames()).hasSize(1).doesNotContainAnyElementsOf(REAL_TOOLS);
            learn(sandbox);
            Frame list = start.initialized().request("tools/list", "{}");
            assertThat(list.toolNames()).hasSize(1).doesNotContainAnyElementsOf(REAL_TOOLS);
            assertThat(list.text()).doesNotContain("last_words").contains("lazymcp enable");
        }

        @Test
        void tinyNamesWhatIsInsideOnceThatIsKnown(Sandbox sandbox) {
            learn(sandbox);
            Frame list = sandbox.stub().initialized().request("tools/list", "{}");
            assertThat(list.toolNames()).containsExactly("use_fake");
            String tool = list.result().path("tools").path(0).toString();
            assertThat(tool).contains("odd").contains("echo").contains("add");
            assertThat(tool).as("some 100 tokens").hasSizeLessThanOrEqualTo(400);
        }

        @Test
        void namesHasTheRealNamesASentenceAndAnOpenSchema(Sandbox sandbox) {
            learn(sandbox);
            StubProcess stub = sandbox.stub().with("--expose", "names").initialized();
            Frame list = stub.request("tools/list", "{}");
            assertThat(list.toolNames()).containsAll(REAL_TOOLS).doesNotHaveDuplicates();
            for (JsonNode tool : list.result().path("tools")) {
                if (tool.path("name").asText().equals("echo")) {
                    assertThat(tool.path("description").asText()).isEqualTo("Answers with its arguments.");
                }
                JsonNode schema = tool.path("inputSchema");
                assertThat(schema.path("type").asText()).isEqualTo("object");
                assertThat(schema.path("additionalProperties").asBoolean(true)).isTrue();
                assertThat(schema.path("required")).isEmpty();
            }
            Frame wrong = stub.call("add", "{\"a\":1}");
            assertThat(wrong.isToolError()).isTrue();
            assertThat(wrong.toolText()).contains("augend").contains("addend");
            assertThat(stub.call("add", "{\"augend\":1,\"addend\":2}").toolText())
                    .isEqualTo("3");
        }

        @Test
        void fullIsTheRealListByteForByte(Sandbox sandbox) {
            learn(sandbox);
            StubProcess stub = sandbox.stub().with("--expose", "full").initialized();
            Frame list = stub.request("tools/list", "{}");
            assertThat(list.toolNames()).containsAll(REAL_TOOLS).doesNotHaveDuplicates();
            assertThat(list.text()).contains(FakeTools.ODD_TOOL);
            assertThat(stub.children()).isEmpty();
            assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        }

        @Test
        void fullDoesNotChangeWithTheStart(Sandbox sandbox) {
            learn(sandbox);
            StubProcess stub = sandbox.stub().with("--expose", "full").initialized();
            List<String> before = stub.toolNames();
            stub.call("echo", "{}");
            assertThat(stub.toolNames()).isEqualTo(before);
            assertThat(stub.notifications(LIST_CHANGED))
                    .as("nothing has changed")
                    .isEmpty();
        }

        @Test
        void autoIsFullForAClientThatSearchesToolsItselfAndTinyElsewhere(Sandbox sandbox) {
            learn(sandbox);
            StubProcess searching = sandbox.stub().with("--expose", "auto").start();
            searching.initialize(StubProcess.LATEST, "{\"name\":\"claude-code\",\"version\":\"2.1.332\"}", "{}");
            assertThat(searching.toolNames()).containsAll(REAL_TOOLS);
            StubProcess plain = sandbox.stub().with("--expose", "auto").initialized();
            assertThat(plain.toolNames()).containsExactly("use_fake");
        }

        @Test
        void isOfTheEntrysToolsOnly(Sandbox sandbox) {
            learn(sandbox);
            StubProcess stub = sandbox.stub()
                    .with("--expose", "full", "--tools", "echo,add")
                    .initialized();
            assertThat(stub.toolNames()).contains("echo", "add").doesNotContain("odd", "gate");
            StubProcess tiny = sandbox.stub().with("--tools", "echo,add").initialized();
            assertThat(tiny.request("tools/list", "{}").text())
                    .doesNotContain("odd")
                    .contains("echo");
        }

        @Test
        void theStubsToolNeverTakesTheNameOfARealOne(Sandbox sandbox) {
            String rival = "--tool={\"name\":\"use_fake\",\"inputSchema\":{\"type\":\"object\"}}";
            sandbox.stub(rival).initialized().call("echo", "{}");
            StubProcess stub = sandbox.stub(rival).initialized();
            List<String> names = stub.toolNames();
            assertThat(names)
                    .singleElement()
                    .asString()
                    .isNotEqualTo("use_fake")
                    .matches("[a-z0-9_]{1,24}");
            assertThat(stub.call("use_fake", "{}").toolText()).isEqualTo("called use_fake");
            assertThat(stub.toolNames()).contains(names.getFirst(), "use_fake").doesNotHaveDuplicates();
        }

        @Test
        void theHandshakeAndTheOtherListsAreThoseOfTheServerOnceTheyAreKnown(Sandbox sandbox) {
            learn(sandbox);
            StubProcess stub = sandbox.stub().start();
            JsonNode result = stub.initialize().result();
            assertThat(result.path("capabilities")
                            .path("resources")
                            .path("subscribe")
                            .asBoolean())
                    .isTrue();
            assertThat(result.path("capabilities").has("prompts")).isTrue();
            assertThat(result.path("capabilities")
                            .path("tools")
                            .path("listChanged")
                            .asBoolean())
                    .isTrue();
            assertThat(result.path("serverInfo").path("version").asText()).isEqualTo("1.0");
            assertThat(stub.request("resources/list", "{}").text()).contains(FakeTools.RESOURCES);
            assertThat(stub.request("prompts/list", "{}").text()).contains(FakeTools.PROMPTS);
            assertThat(stub.children()).isEmpty();
        }

        /** One session in which the server was used. */
        private static void learn(Sandbox sandbox) {
            StubProcess stub = sandbox.stub().initialized();
            stub.call("use_fake", "{}");
            stub.closeStdin();
            try {
                stub.awaitExit();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
