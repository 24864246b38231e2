package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Commands that act on running stubs: the state of a server changes inside a session that goes on. */
@ExtendWith(Sandboxed.class)
class ControlIT {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";

    // list

    @Test
    void listTellsTheStateOfTheStubThatRunsForAnEntryAndStartsNothing(Sandbox sandbox) throws Exception {
        Sandbox.Start start = sandbox.stub();
        List<String> line = start.commandLine();
        List<String> arguments = line.subList(line.indexOf("wrap"), line.size());
        Path file = sandbox.file(".mcp.json");
        Files.writeString(
                file,
                JsonMapper.builder()
                        .build()
                        .writeValueAsString(
                                Map.of("mcpServers", Map.of("fake", Map.of("command", "lazymcp", "args", arguments)))));
        assertThat(listed(sandbox, file).get("state").asText()).isEqualTo("registered");
        assertThat(listed(sandbox, file).has("stubs")).isFalse();

        StubProcess stub = controlled(start);
        assertThat(listed(sandbox, file).get("stubs")).hasSize(1);
        assertThat(listed(sandbox, file).get("state").asText()).isEqualTo("registered");
        assertThat(sandbox.back().servers()).isZero();

        sandbox.lazymcp("enable", "fake");
        assertThat(listed(sandbox, file).get("state").asText()).isEqualTo("active");
        assertThat(sandbox.lazymcp("list", file.toString()).out()).containsPattern("fake +project +active");

        sandbox.lazymcp("disable", "fake");
        assertThat(listed(sandbox, file).get("stubs").get(0).get("state").asText())
                .isEqualTo("suspended");
        stub.closeStdin();
        stub.awaitExit();
        assertThat(listed(sandbox, file).has("stubs")).isFalse();
    }

    private static JsonNode listed(Sandbox sandbox, Path file) {
        return sandbox.lazymcp("list", "--json", "--client", "claude-code", file.toString())
                .json()
                .get("servers")
                .get(0);
    }

    // enable

    @Test
    void enableStartsADormantServerAndSaysWhatBecameAvailable(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = controlled(sandbox.stub());
        List<String> before = stub.toolNames();
        Cli enable = sandbox.lazymcp("enable", "fake", "--json");
        assertThat(enable.code()).as(enable.toString()).isZero();
        JsonNode server = enable.json().get("servers").get(0);
        assertThat(server.get("result").asText()).isEqualTo("done");
        assertThat(server.get("state").asText()).isEqualTo("ACTIVE");
        assertThat(strings(server.get("tools"))).contains("echo");
        sandbox.back().await("server").awaitNotification("notifications/initialized");
        stub.awaitNotification(LIST_CHANGED);
        assertThat(before).containsExactly("use_fake");
        assertThat(stub.toolNames()).contains("echo");
        assertThat(stub.notifications(LIST_CHANGED)).hasSize(1);
        assertThat(stub.call("echo", "{\"a\":1}").toolText()).isEqualTo("{\"a\":1}");
    }

    @Test
    void enableOfAnActiveServerChangesNothing(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        Cli enable = sandbox.lazymcp("enable", "fake");
        assertThat(enable.code()).isZero();
        assertThat(enable.out()).contains("fake: active already");
        assertThat(stub.notifications(LIST_CHANGED)).hasSize(1);
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void enableOfAServerThatWillNotStartFailsWithItsLastWords(Sandbox sandbox) throws InterruptedException {
        controlled(sandbox.stub("--die-at-start=3", "--stderr=out of cheese\n"));
        Cli enable = sandbox.lazymcp("enable", "fake");
        assertThat(enable.code()).isEqualTo(1);
        assertThat(enable.out()).contains("fake: ").contains("out of cheese").contains("3");
    }

    @Test
    void enableWithoutANameAndWithAWrongOneSaysWhatThereIs(Sandbox sandbox) throws InterruptedException {
        controlled(sandbox.stub());
        Cli none = sandbox.lazymcp("enable");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("--all").contains("fake");
        Cli wrong = sandbox.lazymcp("enable", "fkae");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("fkae").contains("there are fake");
        assertThat(sandbox.back().servers()).isZero();
    }

    @Test
    void enableDuringAStartWaitsForThatStart(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = controlled(sandbox.stub("--gate=initialize"));
        String call = stub.askCall("echo", "{\"n\":1}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitRequest("initialize");
        Cli.Running enable = sandbox.start(Map.of(), "enable", "fake");
        server.go("initialize");
        assertThat(enable.await().code()).isZero();
        assertThat(stub.awaitResponse(call).toolText()).isEqualTo("{\"n\":1}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    // disable

    @Test
    void disableEvictsTheToolsKeepsTheProcessAndRefusesCalls(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        ConnectBack.Peer server = sandbox.back().await("server");
        List<String> real = stub.toolNames();

        Cli disable = sandbox.lazymcp("disable", "fake");
        assertThat(disable.code()).isZero();
        assertThat(disable.out()).contains("fake: disabled; its process is kept");
        stub.await("the second change", 2, frame -> frame.isNotification(LIST_CHANGED));
        assertThat(stub.toolNames()).containsExactly("use_fake");
        Frame refused = stub.call("echo", "{}");
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.toolText()).contains("fake is disabled").contains("lazymcp enable fake");
        assertThat(stub.call("use_fake", "{\"tool\":\"echo\"}").isToolError()).isTrue();
        assertThat(server.alive()).isTrue();

        assertThat(sandbox.lazymcp("disable", "fake").out()).contains("disabled already");

        Cli enable = sandbox.lazymcp("enable", "fake", "--json");
        assertThat(enable.code()).isZero();
        assertThat(strings(enable.json().get("servers").get(0).get("tools"))).contains("echo");
        stub.await("the third change", 3, frame -> frame.isNotification(LIST_CHANGED));
        assertThat(stub.toolNames()).isEqualTo(real);
        assertThat(stub.call("echo", "{\"back\":1}").toolText()).isEqualTo("{\"back\":1}");
        assertThat(sandbox.back().servers()).as("the same process").isEqualTo(1);
        assertThat(stub.notifications(LIST_CHANGED)).hasSize(3);
        server.awaitCall("echo");
        assertThat(server.callsOf("echo")).isEqualTo(1);
    }

    @Test
    void disableWithStopEndsTheProcessAndAnswersWhatItWasDoing(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        ConnectBack.Peer server = sandbox.back().await("server");
        String lost = stub.askCall("gate", "{}");
        server.awaitCall("gate");
        assertThat(sandbox.lazymcp("disable", "--all", "--stop").code()).isZero();
        Frame answer = stub.awaitResponse(lost);
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("not repeated").contains("disabled");
        server.awaitDeath();
        assertThat(sandbox.lazymcp("enable", "f*").code()).isZero();
        assertThat(stub.call("echo", "{\"n\":2}").toolText()).isEqualTo("{\"n\":2}");
    }

    @Test
    void aCallThatRunsWhenItsServerIsDisabledIsAnsweredAllTheSame(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        ConnectBack.Peer server = sandbox.back().await("server");
        String running = stub.askCall("gate", "{}");
        server.awaitCall("gate");
        assertThat(sandbox.lazymcp("disable", "fake").code()).isZero();
        server.go("gate");
        assertThat(stub.awaitResponse(running).isToolError()).isFalse();
    }

    @Test
    void disableDuringAStartAnswersWhoWaits(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = controlled(sandbox.stub("--gate=initialize"));
        String call = stub.askCall("echo", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitRequest("initialize");
        assertThat(sandbox.lazymcp("disable", "fake").code()).isZero();
        assertThat(stub.awaitResponse(call).isToolError()).isTrue();
        assertThat(stub.awaitResponse(call).toolText()).contains("disabled");
        server.awaitDeath();
        assertThat(state(sandbox)).isEqualTo("SUSPENDED");
    }

    @Test
    void whoWaitsForEnableIsToldWhenTheServerIsDisabledMeanwhile(Sandbox sandbox) throws Exception {
        controlled(sandbox.stub("--gate=initialize"));
        CompletableFuture<String> enable = new CompletableFuture<>();
        Path socket = socket(sandbox);
        Thread.ofPlatform().start(() -> enable.complete(ask(socket, "{\"v\":1,\"op\":\"enable\"}")));
        sandbox.back().await("server").awaitRequest("initialize");
        assertThat(sandbox.lazymcp("disable", "fake").code()).isZero();
        assertThat(enable.get(30, TimeUnit.SECONDS)).contains("\"failed\"").contains("is disabled");
    }

    @Test
    void whatTheClientChangedWhileItWasDisabledIsToldToTheServer(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        ConnectBack.Peer server = sandbox.back().await("server");
        assertThat(sandbox.lazymcp("disable", "fake").code()).isZero();
        stub.request("logging/setLevel", "{\"level\":\"error\"}");
        stub.request("resources/subscribe", "{\"uri\":\"fake://one\"}");
        stub.notify("notifications/roots/list_changed", "{}");
        assertThat(server.received()).noneMatch(frame -> frame.isRequest("logging/setLevel"));
        assertThat(sandbox.lazymcp("enable", "fake").code()).isZero();
        server.awaitRequest("logging/setLevel");
        server.awaitRequest("resources/subscribe");
        server.awaitNotification("notifications/roots/list_changed");
    }

    // restart and stop

    @Test
    void restartReplacesTheProcessAndTheListStays(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        List<String> before = stub.toolNames();
        ConnectBack.Peer first = sandbox.back().await("server");
        Cli restart = sandbox.lazymcp("restart", "fake");
        assertThat(restart.code()).isZero();
        assertThat(restart.out()).contains("fake: restarted");
        first.awaitDeath();
        assertThat(stub.call("echo", "{\"n\":3}").toolText()).isEqualTo("{\"n\":3}");
        assertThat(sandbox.back().servers()).isEqualTo(2);
        assertThat(stub.toolNames()).isEqualTo(before);
        assertThat(stub.notifications(LIST_CHANGED))
                .as("the list never changed")
                .hasSize(1);
    }

    @Test
    void stopEndsTheProcessAndTheNextCallStartsAnother(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        ConnectBack.Peer first = sandbox.back().await("server");
        assertThat(sandbox.lazymcp("stop", "fake").out()).contains("the next call starts another");
        first.awaitDeath();
        assertThat(state(sandbox)).isEqualTo("REGISTERED");
        assertThat(sandbox.lazymcp("stop", "fake").out()).contains("no process to stop");
        assertThat(stub.call("echo", "{\"n\":4}").toolText()).isEqualTo("{\"n\":4}");
        assertThat(stub.notifications(LIST_CHANGED)).hasSize(1);
    }

    // status and sessions

    @Test
    void statusTellsHowEachServerStandsAndStartsNothing(Sandbox sandbox) throws InterruptedException {
        StubProcess one = controlled(sandbox.stub().named("one"));
        StubProcess two = sandbox.stub().named("two").active();
        sandbox.awaitSocket(two);
        two.call("echo", "{}");
        String failure = "{\"content\":[{\"type\":\"text\",\"text\":\"no cheese\"}],\"isError\":true}";
        two.call("raw", "{\"result\":" + SpelledJson.quote(failure) + "}");
        JsonNode stubs = sandbox.lazymcp("status", "--json").json().get("stubs");
        assertThat(stubs).hasSize(2);
        JsonNode first = stubs.get(0);
        assertThat(first.get("name").asText()).isEqualTo("one");
        assertThat(first.get("state").asText()).isEqualTo("REGISTERED");
        assertThat(first.get("pid").asLong()).isEqualTo(one.pid());
        assertThat(first.get("calls").asInt()).isZero();
        assertThat(first.has("serverPid")).isFalse();
        JsonNode second = stubs.get(1);
        assertThat(second.get("state").asText()).isEqualTo("ACTIVE");
        assertThat(second.get("calls").asInt()).isEqualTo(3);
        assertThat(second.get("errors").asInt()).isEqualTo(1);
        assertThat(second.get("lastError").asText()).isEqualTo("no cheese");
        assertThat(second.get("serverPid").asLong())
                .isEqualTo(sandbox.back().await("server").pid());
        assertThat(second.get("serverMemoryBytes").asLong()).isPositive();
        assertThat(second.get("memoryBytes").asLong()).isPositive();
        assertThat(second.get("startMillis").asLong()).isPositive();
        assertThat(second.get("client").asText()).isEqualTo("process-suite");
        assertThat(sandbox.back().servers()).isEqualTo(1);
        assertThat(sandbox.lazymcp("status").out())
                .contains("SESSION")
                .contains("one")
                .contains("ACTIVE");
    }

    @Test
    void theTimeThatAStartTakesIsSavedUntilTheServerIsUsed(Sandbox sandbox) throws InterruptedException {
        StubProcess first = sandbox.stub().active();
        first.closeStdin();
        first.awaitExit();
        StubProcess second = controlled(sandbox.stub());
        JsonNode dormant =
                sandbox.lazymcp("status", "--json").json().get("stubs").get(0);
        assertThat(dormant.get("savedMillis").asLong()).isPositive();
        second.call("echo", "{}");
        JsonNode used = sandbox.lazymcp("status", "--json").json().get("stubs").get(0);
        assertThat(used.has("savedMillis")).isFalse();
    }

    @Test
    void aCommandKnowsItsSessionByItsParents(Sandbox sandbox) throws InterruptedException {
        StubProcess mine = controlled(sandbox.stub().named("docs"));
        StubProcess other = controlled(sandbox.stub().named("docs").env("LAZYMCP_SESSION", "elsewhere"));
        assertThat(sandbox.lazymcp("enable", "docs").code()).isZero();
        assertThat(mine.toolNames()).contains("echo");
        assertThat(other.toolNames()).containsExactly("use_docs");

        Cli named = sandbox.start(Map.of("LAZYMCP_SESSION", "elsewhere"), "status", "--json")
                .await();
        assertThat(named.json().get("stubs")).hasSize(1);
        assertThat(named.json().get("stubs").get(0).get("pid").asLong()).isEqualTo(other.pid());
        assertThat(sandbox.lazymcp("status", "--json", "--all-sessions").json().get("stubs"))
                .hasSize(2);

        Cli unknown = sandbox.lazymcp("disable", "docs", "--session", "nowhere");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("nowhere").contains("elsewhere");
        assertThat(sandbox.lazymcp("disable", "docs", "--session", "elsewhere").code())
                .isZero();
        assertThat(mine.toolNames()).contains("echo");
    }

    @Test
    void aShellThatTheClientStartedBelongsToTheSession(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = controlled(sandbox.stub());
        List<String> command = new ArrayList<>(List.of("sh", "-c", "sh -c '\"$@\"; exit $?' sh \"$@\"; exit $?", "sh"));
        command.addAll(LazymcpExecutable.command());
        command.addAll(List.of("enable", "fake"));
        Cli enable = Cli.startCommand(
                        sandbox.home(), Map.of("LAZYMCP_HOME", sandbox.home().toString()), command)
                .await();
        assertThat(enable.code()).as(enable.toString()).isZero();
        assertThat(stub.toolNames()).contains("echo");
    }

    @Test
    void theNextProcessBeginsWhenTheOneBeforeIsGone(Sandbox sandbox) throws InterruptedException {
        // Both live on after the end of their input, until they are made to end.
        StubProcess stub = sandbox.stub("--ignore-eof").active();
        sandbox.awaitSocket(stub);
        ConnectBack.Peer first = sandbox.back().await("server");
        assertThat(sandbox.lazymcp("restart", "fake").code()).isZero();
        ConnectBack.Peer second = sandbox.back().await("server", 2);
        assertThat(ProcessHandle.of(first.pid()).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(sandbox.lazymcp("stop", "fake").out()).contains("its process was ended");
        assertThat(ProcessHandle.of(second.pid()).filter(ProcessHandle::isAlive))
                .isEmpty();
        assertThat(stub.call("echo", "{\"n\":3}").toolText()).isEqualTo("{\"n\":3}");
        ConnectBack.Peer third = sandbox.back().await("server", 3);
        assertThat(sandbox.lazymcp("disable", "fake", "--stop").out()).contains("its process was ended");
        assertThat(ProcessHandle.of(third.pid()).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void aHiddenServerIsBroughtOutByNothingButEnable(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = controlled(sandbox.stub().with("--expose", "hidden"));
        for (String tool : List.of("use_fake", "echo", "nothing")) {
            Frame refused = stub.call(tool, "{}");
            assertThat(refused.isToolError()).isTrue();
            assertThat(refused.toolText()).contains("fake is hidden").contains("lazymcp enable fake");
        }
        assertThat(stub.request("resources/read", "{\"uri\":\"fake://one\"}").toString())
                .contains("\"error\"")
                .contains("fake is hidden");
        assertThat(sandbox.back().servers()).isZero();
        assertThat(sandbox.lazymcp("status").out())
                .contains("the last error, at ")
                .contains("fake is hidden");
        assertThat(sandbox.lazymcp("enable", "fake").code()).isZero();
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
        assertThat(sandbox.lazymcp("stop", "fake").code()).isZero();
        assertThat(stub.call("echo", "{\"n\":2}").toolText()).isEqualTo("{\"n\":2}");
    }

    // lazyRegistration

    @Test
    void aClientThatTakesInToolsLaterIsShownNoneUntilTheServerIsEnabled(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().start();
        Frame hello =
                stub.initialize(StubProcess.LATEST, StubProcess.CLIENT, "{\"lazyRegistration\":{\"supported\":true}}");
        assertThat(hello.result()
                        .get("capabilities")
                        .get("supportsLazyRegistration")
                        .asBoolean())
                .isTrue();
        sandbox.awaitSocket(stub);
        assertThat(stub.toolNames()).isEmpty();
        assertThat(sandbox.lazymcp("enable", "fake").code()).isZero();
        stub.awaitNotification(LIST_CHANGED);
        assertThat(stub.toolNames()).contains("echo").doesNotContain("use_fake");
        assertThat(sandbox.lazymcp("disable", "fake").code()).isZero();
        stub.await("the second change", 2, frame -> frame.isNotification(LIST_CHANGED));
        assertThat(stub.toolNames()).isEmpty();
    }

    @Test
    void aClientThatTakesInToolsLaterMayCallWhatItKnows(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.initialize(StubProcess.LATEST, StubProcess.CLIENT, "{\"lazyRegistration\":{\"supported\":true}}");
        assertThat(stub.toolNames()).isEmpty();
        String call = stub.askCall("echo", "{\"n\":5}");
        stub.awaitNotification(LIST_CHANGED);
        assertThat(stub.toolNames()).contains("echo");
        assertThat(stub.awaitResponse(call).toolText()).isEqualTo("{\"n\":5}");
    }

    // Races and hostile peers.

    @Test
    void fiftyControllersAtOnceAreAllAnswered(Sandbox sandbox) throws Exception {
        StubProcess stub = controlled(sandbox.stub());
        List<Thread> controllers = new ArrayList<>();
        List<String> answers = new CopyOnWriteArrayList<>();
        List<String> requests = List.of(
                "{\"v\":1,\"op\":\"enable\"}",
                "{\"v\":1,\"op\":\"disable\"}",
                "{\"v\":1,\"op\":\"disable\",\"stop\":true}",
                "{\"v\":1,\"op\":\"restart\"}",
                "{\"v\":1,\"op\":\"stop\"}",
                "{\"v\":1,\"op\":\"status\"}");
        Path socket = socket(sandbox);
        for (int i = 0; i < 50; i++) {
            String request = requests.get(i % requests.size());
            controllers.add(Thread.ofPlatform().start(() -> answers.add(ask(socket, request))));
        }
        List<String> calls = IntStream.range(0, 20)
                .mapToObj(i -> stub.askCall("echo", "{\"n\":" + i + "}"))
                .toList();
        for (Thread controller : controllers) {
            controller.join();
        }
        assertThat(answers)
                .hasSize(50)
                .allMatch(answer -> answer.contains("\"state\":"))
                .noneMatch(answer -> answer.contains("\"state\":\"CONNECTING\"") && answer.contains("\"failed\""));
        assertThat(calls).allSatisfy(id -> stub.awaitResponse(id).result());
        assertThat(ask(socket, "{\"v\":1,\"op\":\"enable\"}")).contains("\"ACTIVE\"");
        assertThat(stub.call("echo", "{\"last\":1}").toolText()).isEqualTo("{\"last\":1}");
    }

    @Test
    void enableAgainstTheIdleStopEndsInAStateThatACallCanUse(Sandbox sandbox) throws Exception {
        StubProcess stub = controlled(sandbox.stub().with("--idle", "30ms"));
        Path socket = socket(sandbox);
        for (int i = 0; i < 15; i++) {
            assertThat(ask(socket, "{\"v\":1,\"op\":\"enable\"}"))
                    .containsAnyOf("\"done\"", "\"unchanged\"", "stopped meanwhile");
            assertThat(stub.call("echo", "{\"n\":" + i + "}").toolText()).isEqualTo("{\"n\":" + i + "}");
        }
    }

    @Test
    void garbageOnTheSocketIsAnsweredWithAnErrorAndCostsTheSessionNothing(Sandbox sandbox) throws Exception {
        StubProcess stub = controlled(sandbox.stub());
        Path socket = socket(sandbox);
        assertThat(ask(socket, "garbage")).contains("bad_request");
        assertThat(ask(socket, "{\"v\":1,\"op\":\"dance\"}"))
                .contains("unknown_op")
                .contains("dance");
        assertThat(ask(socket, "{\"v\":9,\"op\":\"status\"}")).contains("unsupported_version");
        assertThat(ask(socket, "{\"v\":1,\"op\":7}")).contains("bad_request");
        assertThat(ask(socket, "[[[[".repeat(50_000))).contains("bad_request");
        assertThat(ask(socket, "{\"v\":1,\"op\":\"redefine\",\"options\":[\"--expose\",\"x\"],\"command\":[\"c\"]}"))
                .contains("bad_request");
        assertThat(ask(socket, "{\"v\":1,\"op\":\"remove\"}")).contains("bad_request");
        assertThat(state(sandbox)).isEqualTo("REGISTERED");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        assertThat(sandbox.back().servers()).isZero();
    }

    @Test
    void peersThatLeaveBeforeTheirAnswerDoNotTakeTheStubWithThem(Sandbox sandbox) throws Exception {
        StubProcess stub = controlled(sandbox.stub());
        Path socket = socket(sandbox);
        for (String op : List.of("status", "agents", "definition", "disable", "stop", "remove", "dance")) {
            for (int i = 0; i < 5; i++) {
                leave(socket, "{\"v\":1,\"op\":\"" + op + "\",\"reason\":\"x\",\"salt\":\"00\"}\n");
            }
        }
        assertThat(ask(socket, "{\"v\":1,\"op\":\"status\"}")).contains("\"state\":");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        assertThat(sandbox.back().servers()).isZero();
    }

    private static void leave(Path socket, String line) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void aStubThatHasNoDescriptorsLeftSaysSoAndKeepsItsClient(Sandbox sandbox) throws Exception {
        Assumptions.assumeTrue(LazymcpExecutable.isNative(), "a JVM without descriptors cannot load its classes");
        StubProcess stub = controlled(sandbox.stub().limitedTo(64));
        Path socket = socket(sandbox);
        List<SocketChannel> peers = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                SocketChannel peer = SocketChannel.open(StandardProtocolFamily.UNIX);
                peer.connect(UnixDomainSocketAddress.of(socket));
                peers.add(peer);
            }
            stub.call("echo", "{}");
            assertThat(stub.request("ping", "{}").result()).isEmpty();
        } finally {
            for (SocketChannel peer : peers) {
                peer.close();
            }
        }
        assertThat(ask(socket, "{\"v\":1,\"op\":\"enable\"}")).contains("\"ACTIVE\"");
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
    }

    // The directory.

    @Test
    void theSocketIsInADirectoryOfItsUserAloneAndGoesWithTheStub(Sandbox sandbox) throws Exception {
        StubProcess stub = controlled(sandbox.stub());
        assertThat(Files.getPosixFilePermissions(sandbox.runDirectory()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(files(sandbox)).hasSize(2);
        String hint = Files.readString(files(sandbox).stream()
                .filter(path -> path.toString().endsWith(".json"))
                .findFirst()
                .orElseThrow());
        assertThat(hint).contains("\"name\":\"fake\"").doesNotContain("--connect");
        stub.closeStdin();
        stub.awaitExit();
        assertThat(files(sandbox)).isEmpty();
    }

    @Test
    void whatAKilledStubLeavesIsSweptByTheNextCommand(Sandbox sandbox) throws Exception {
        StubProcess stub = controlled(sandbox.stub());
        stub.kill();
        stub.awaitExit();
        assertThat(files(sandbox)).hasSize(2);
        assertThat(sandbox.lazymcp("status").out()).isEqualTo("No stub runs.\n");
        assertThat(files(sandbox)).isEmpty();
    }

    @Test
    void aRunDirectoryThatCannotBeUsedIsAWarningAndNotTheEndOfTheStub(Sandbox sandbox) throws Exception {
        Files.createDirectories(sandbox.home());
        Files.createDirectory(
                sandbox.runDirectory(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        StubProcess stub = sandbox.stub().initialized();
        stub.awaitStderr("chmod 700 " + sandbox.runDirectory());
        Cli status = sandbox.lazymcp("status");
        assertThat(status.code()).isZero();
        assertThat(status.out()).contains("error: " + sandbox.runDirectory()).contains("chmod 700");
        JsonNode finding =
                sandbox.lazymcp("status", "--json").json().get("findings").get(0);
        assertThat(finding.get("check").asText()).isEqualTo("directory");
        assertThat(finding.get("where").asText())
                .isEqualTo(sandbox.runDirectory().toString());
        assertThat(stub.call("echo", "{\"n\":6}").toolText()).isEqualTo("{\"n\":6}");
        assertThat(files(sandbox)).isEmpty();
    }

    @Test
    void nobodyElseCanReachTheSocket(Sandbox sandbox) throws Exception {
        Assumptions.assumeTrue(isRoot(), "only root can become somebody else");
        controlled(sandbox.stub());
        // What lies above is opened as far as it goes: the run directory alone has to keep the others out.
        for (Path open : List.of(sandbox.home(), sandbox.home().resolve(".."))) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        String probe = "import socket,sys,os\n"
                + "os.setgid(65534); os.setuid(65534)\n"
                + "def tried(f):\n"
                + "    try: f(); return 'open'\n"
                + "    except PermissionError: return 'denied'\n"
                + "s=socket.socket(socket.AF_UNIX)\n"
                + "print(tried(lambda: os.listdir(sys.argv[1])), tried(lambda: s.connect(sys.argv[2])),"
                + " tried(lambda: open(sys.argv[2].replace('.sock','.json'))), tried(lambda: os.listdir(os.path.dirname(sys.argv[1]))))\n";
        Cli other = Cli.startCommand(
                        Path.of("/"),
                        Map.of(),
                        List.of(
                                "python3",
                                "-c",
                                probe,
                                sandbox.runDirectory().toString(),
                                socket(sandbox).toString()))
                .await();
        assertThat(other.out().strip()).as(other.err()).isEqualTo("denied denied denied open");
    }

    @Test
    void aProbeThatLeavesBeforeItIntroducesItselfBindsNothing(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().start();
        stub.request("ping", "{}");
        stub.closeStdin();
        stub.awaitExit();
        assertThat(sandbox.traces()).isEmpty();
    }

    private static StubProcess controlled(Sandbox.Start start) throws InterruptedException {
        StubProcess stub = start.initialized();
        start.sandbox().awaitSocket(stub);
        return stub;
    }

    private static String state(Sandbox sandbox) {
        return sandbox.lazymcp("status", "--json")
                .json()
                .get("stubs")
                .get(0)
                .get("state")
                .asText();
    }

    private static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(element -> strings.add(element.asText()));
        return strings;
    }

    private static List<Path> files(Sandbox sandbox) throws IOException {
        try (Stream<Path> files = Files.list(sandbox.runDirectory())) {
            return files.toList();
        }
    }

    private static Path socket(Sandbox sandbox) throws IOException {
        return files(sandbox).stream()
                .filter(path -> path.toString().endsWith(".sock"))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    private static String ask(Path socket, String line) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            ByteBuffer out = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (out.hasRemaining()) {
                channel.write(out);
            }
            ByteBuffer in = ByteBuffer.allocate(1 << 20);
            while (channel.read(in) >= 0) {
                if (!in.hasRemaining()) {
                    break;
                }
            }
            return new String(in.array(), 0, in.position(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
