package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

        StubProcess stub = start.controlled();
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
        StubProcess stub = sandbox.stub().controlled();
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
        sandbox.stub("--die-at-start=3", "--stderr=out of cheese\n").controlled();
        Cli enable = sandbox.lazymcp("enable", "fake");
        assertThat(enable.code()).isEqualTo(1);
        assertThat(enable.out()).contains("fake: ").contains("out of cheese").contains("3");
    }

    @Test
    void enableWithoutANameAndWithAWrongOneSaysWhatThereIs(Sandbox sandbox) throws InterruptedException {
        sandbox.stub().controlled();
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
        StubProcess stub = sandbox.stub("--gate=initialize").controlled();
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
        StubProcess stub = sandbox.stub("--gate=initialize").controlled();
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
        sandbox.stub("--gate=initialize").controlled();
        CompletableFuture<String> enable = new CompletableFuture<>();
        ControlSocket socket = ControlSocket.in(sandbox);
        Thread.ofPlatform().start(() -> enable.complete(socket.ask("{\"v\":1,\"op\":\"enable\"}")));
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
        StubProcess one = sandbox.stub().named("one").controlled();
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
        Cli alone = sandbox.lazymcp("status", "--json", "t?o", "nobody");
        assertThat(alone.code()).isEqualTo(1);
        assertThat(alone.err()).contains("no running server is called nobody");
        assertThat(alone.json().get("stubs")).hasSize(1);
        assertThat(alone.json().get("stubs").get(0).get("name").asText()).isEqualTo("two");
        assertThat(sandbox.lazymcp("enable", "two", "--timeout", "0").code()).isZero();
    }

    @Test
    void theTimeThatAStartTakesIsSavedUntilTheServerIsUsed(Sandbox sandbox) throws InterruptedException {
        StubProcess first = sandbox.stub().active();
        first.closeStdin();
        first.awaitExit();
        StubProcess second = sandbox.stub().controlled();
        JsonNode dormant =
                sandbox.lazymcp("status", "--json").json().get("stubs").get(0);
        assertThat(dormant.get("savedMillis").asLong()).isPositive();
        second.call("echo", "{}");
        JsonNode used = sandbox.lazymcp("status", "--json").json().get("stubs").get(0);
        assertThat(used.has("savedMillis")).isFalse();
    }

    @Test
    void aCommandKnowsItsSessionByItsParents(Sandbox sandbox) throws InterruptedException {
        StubProcess mine = sandbox.stub().named("docs").controlled();
        StubProcess other =
                sandbox.stub().named("docs").env("LAZYMCP_SESSION", "elsewhere").controlled();
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
        assertThat(unknown.err())
                .contains("nowhere")
                .containsPattern("SESSION +CLIENT +SINCE +DIRECTORY +SERVERS")
                .containsPattern("elsewhere +- +- +/.* docs");
        Cli both = sandbox.lazymcp("disable", "docs", "--session", "elsewhere", "--all-sessions");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("give one of them");
        assertThat(sandbox.lazymcp("disable", "docs", "--session", "elsewhere").code())
                .isZero();
        assertThat(mine.toolNames()).contains("echo");
    }

    @Test
    void aShellThatTheClientStartedBelongsToTheSession(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().controlled();
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
        StubProcess stub = sandbox.stub().with("--expose", "hidden").controlled();
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

    // Races.

    @Test
    void fiftyControllersAtOnceAreAllAnswered(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        List<Thread> controllers = new ArrayList<>();
        List<String> answers = new CopyOnWriteArrayList<>();
        List<String> requests = List.of(
                "{\"v\":1,\"op\":\"enable\"}",
                "{\"v\":1,\"op\":\"disable\"}",
                "{\"v\":1,\"op\":\"disable\",\"stop\":true}",
                "{\"v\":1,\"op\":\"restart\"}",
                "{\"v\":1,\"op\":\"stop\"}",
                "{\"v\":1,\"op\":\"status\"}");
        ControlSocket socket = ControlSocket.in(sandbox);
        for (int i = 0; i < 50; i++) {
            String request = requests.get(i % requests.size());
            controllers.add(Thread.ofPlatform().start(() -> answers.add(socket.ask(request))));
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
        assertThat(socket.ask("{\"v\":1,\"op\":\"enable\"}")).contains("\"ACTIVE\"");
        assertThat(stub.call("echo", "{\"last\":1}").toolText()).isEqualTo("{\"last\":1}");
    }

    @Test
    void enableAgainstTheIdleStopEndsInAStateThatACallCanUse(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().with("--idle", "30ms").controlled();
        ControlSocket socket = ControlSocket.in(sandbox);
        for (int i = 0; i < 15; i++) {
            assertThat(socket.ask("{\"v\":1,\"op\":\"enable\"}"))
                    .containsAnyOf("\"done\"", "\"unchanged\"", "stopped meanwhile");
            assertThat(stub.call("echo", "{\"n\":" + i + "}").toolText()).isEqualTo("{\"n\":" + i + "}");
        }
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
}
