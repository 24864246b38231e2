package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that crash, hang, never start or are not needed any more. */
@ExtendWith(Sandboxed.class)
class LifecycleIT {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";

    // Crashes.

    @Test
    void aCallThatIsLostInACrashIsAnsweredAndNotRepeated(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer first = sandbox.back().await("server");
        String lost = stub.askCall("gate", "{}");
        first.awaitCall("gate");
        first.halt();
        Frame answer = stub.awaitResponse(lost);
        assertThat(answer.isToolError()).isTrue();
        assertThat(stub.call("echo", "{\"again\":1}").toolText()).isEqualTo("{\"again\":1}");
        ConnectBack.Peer second = sandbox.back().await("server", 2);
        assertThat(second.callsOf("gate")).as("repeated calls").isZero();
        second.awaitCall("echo");
        assertThat(second.callsOf("echo")).isEqualTo(1);
    }

    @Test
    void theAnswerToALostCallCarriesTheServersLastWords(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        Frame answer = stub.call("die", "{\"code\":3,\"stderr\":\"out of cheese\\n\"}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("out of cheese").contains("3");
    }

    @Test
    void aRequestOtherThanACallThatIsLostFailsWithAnError(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--gate=prompts/get").active();
        ConnectBack.Peer server = sandbox.back().await("server");
        String lost = stub.ask("prompts/get", "{\"name\":\"greet\"}");
        server.awaitRequest("prompts/get");
        server.halt();
        assertThat(stub.awaitResponse(lost).errorCode()).isEqualTo(-32603);
    }

    @Test
    void everyCallInFlightIsAnsweredWhenTheServerDies(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        List<String> lost =
                IntStream.range(0, 30).mapToObj(i -> stub.askCall("gate", "{}")).toList();
        server.awaitReceived("the last call", frame -> frame.text().contains("\"id\":" + lost.getLast() + ","));
        server.halt();
        assertThat(lost)
                .allSatisfy(
                        id -> assertThat(stub.awaitResponse(id).isToolError()).isTrue());
    }

    @Test
    void theListStaysAndNoChangeIsToldWhenTheServerDies(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        List<String> before = stub.toolNames();
        stub.call("die", "{}");
        assertThat(stub.toolNames()).isEqualTo(before);
        stub.call("echo", "{}");
        assertThat(stub.toolNames()).isEqualTo(before);
        assertThat(stub.notifications(LIST_CHANGED)).hasSize(1);
    }

    @Test
    void aServerThatDiesInTheMidstOfManyCallsTakesNoneOfTheirAnswersAndNotTheStub(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--die-on-call=20").active();
        List<String> ids = IntStream.range(0, 200)
                .mapToObj(i -> stub.askCall("echo", "{\"n\":" + i + "}"))
                .toList();
        assertThat(ids).allSatisfy(id -> stub.awaitResponse(id).result());
        assertThat(stub.request("ping", "{}").result()).isEmpty();
    }

    @Test
    void aServerThatClosesItsOutputIsAsGoodAsDead(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--ignore-eof").active();
        ConnectBack.Peer server = sandbox.back().await("server");
        Frame answer = stub.call("close_stdout", "{}");
        assertThat(answer.isToolError()).isTrue();
        server.awaitDeath();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(sandbox.back().servers()).isEqualTo(2);
    }

    @Test
    void aServerWhoseGrandchildHoldsThePipeIsSeenToDie(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--grandchild").active();
        sandbox.back().await("grandchild");
        String lost = stub.askCall("gate", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitCall("gate");
        server.halt();
        assertThat(stub.awaitResponse(lost).isToolError()).isTrue();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void logLevelAndSubscriptionsOutliveTheServer(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        stub.request("logging/setLevel", "{\"level\":\"warning\"}");
        stub.request("resources/subscribe", "{\"uri\":\"fake://one\"}");
        stub.request("resources/subscribe", "{\"uri\":\"fake://two\"}");
        stub.request("resources/unsubscribe", "{\"uri\":\"fake://one\"}");
        stub.call("die", "{}");
        assertThat(stub.call("touch", "{\"uri\":\"fake://two\"}").toolText()).isEqualTo("updated");
        stub.awaitNotification("notifications/resources/updated");
        ConnectBack.Peer second = sandbox.back().await("server", 2);
        assertThat(second.awaitRequest("logging/setLevel")
                        .spelled()
                        .get("params")
                        .raw())
                .isEqualTo("{\"level\":\"warning\"}");
        assertThat(second.received())
                .filteredOn(frame -> frame.isRequest("resources/subscribe"))
                .extracting(frame -> frame.spelled().get("params").get("uri").text())
                .containsExactly("fake://two");
    }

    @Test
    void theLevelSetWhileTheServerSleptIsTheServersFromItsStart(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().initialized();
        stub.request("logging/setLevel", "{\"level\":\"debug\"}");
        stub.request("logging/setLevel", "{\"level\":\"error\"}");
        stub.call("echo", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        List<Frame> received = server.received();
        List<Frame> levels = received.stream()
                .filter(frame -> frame.isRequest("logging/setLevel"))
                .toList();
        assertThat(levels).singleElement().matches(frame -> frame.text().contains("\"error\""));
        assertThat(received.indexOf(levels.getFirst())).isLessThan(received.indexOf(server.awaitCall("echo")));
    }

    @Test
    void aServerWithoutLoggingIsNotBotheredWithALevel(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--capabilities={\"tools\":{}}").initialized();
        stub.request("logging/setLevel", "{\"level\":\"debug\"}");
        stub.call("echo", "{}");
        assertThat(sandbox.back().await("server").received()).noneMatch(frame -> frame.isRequest("logging/setLevel"));
    }

    @Test
    void questionsOfADeadServerAreWithdrawnAndTheirAnswersReachNoOther(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String lost = stub.askCall("ask", "{\"id\":0,\"method\":\"elicitation/create\"}");
        Frame old = stub.awaitRequest("elicitation/create");
        sandbox.back().await("server").halt();
        assertThat(stub.awaitResponse(lost).isToolError()).isTrue();
        assertThat(stub.awaitNotification("notifications/cancelled")
                        .spelled()
                        .get("params")
                        .get("requestId")
                        .key())
                .isEqualTo(old.spelled().get("id").key());
        String call = stub.askCall("ask", "{\"id\":0,\"method\":\"sampling/createMessage\"}");
        Frame fresh = stub.awaitRequest("sampling/createMessage");
        assertThat(fresh.spelled().get("id").key())
                .isNotEqualTo(old.spelled().get("id").key());
        stub.answer(old, "{\"from\":\"the grave\"}");
        stub.answer(fresh, "{\"from\":\"the living\"}");
        assertThat(stub.awaitResponse(call).toolText()).contains("the living");
        assertThat(sandbox.back().await("server", 2).received())
                .noneMatch(frame -> frame.text().contains("the grave"));
    }

    // Starts that fail.

    @Test
    void aServerThatDiesAtStartIsReportedWithItsLastWords(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--die-at-start=41", "--stderr=cannot find the cheese\n")
                .initialized();
        Frame answer = stub.call("use_fake", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("cannot find the cheese").contains("41");
        assertThat(stub.toolNames()).containsExactly("use_fake");
        assertThat(stub.notifications(LIST_CHANGED)).isEmpty();
    }

    @Test
    void aFailedStartFailsEveryCallThatWaitedForIt(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--gate=initialize").initialized();
        String first = stub.askCall("echo", "{}");
        String second = stub.askCall("use_fake", "{}");
        String third = stub.ask("resources/read", "{\"uri\":\"fake://one\"}");
        stub.request("ping", "{}");
        sandbox.back().await("server").halt();
        assertThat(stub.awaitResponse(first).isToolError()).isTrue();
        assertThat(stub.awaitResponse(second).isToolError()).isTrue();
        assertThat(stub.awaitResponse(third).errorCode()).isEqualTo(-32603);
    }

    @Test
    void aCommandThatIsNotThereIsReportedWithWhereItWasSought(Sandbox sandbox) {
        StubProcess stub = sandbox.stub()
                .command(List.of("no-such-command-of-lazymcp", "--x"))
                .env("PATH", "/nowhere/at-all" + File.pathSeparator + "/nowhere/else")
                .initialized();
        Frame answer = stub.call("use_fake", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("no-such-command-of-lazymcp").contains("/nowhere/at-all");
    }

    @Test
    void aPathThatIsNotThereIsReported(Sandbox sandbox) {
        String path = sandbox.file("missing/server").toString();
        Frame answer = sandbox.stub().command(List.of(path)).initialized().call("use_fake", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains(path);
    }

    @Test
    void aDirectoryThatIsNotThereIsReportedAsSuch(Sandbox sandbox) {
        String directory = sandbox.file("missing").toString();
        Frame answer = sandbox.stub().with("--cwd", directory).initialized().call("use_fake", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains(directory);
    }

    @Test
    void anErrorToInitializeIsReportedInTheServersWords(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--initialize-error=only on Sundays").initialized();
        Frame answer = stub.call("use_fake", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("only on Sundays");
        sandbox.back().await("server").awaitDeath();
    }

    @Test
    void aServerThatNeverAnswersInitializeIsGivenUpAndStopped(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--never-initializes", "--stderr=still downloading\n")
                .with("--start-timeout", "2s")
                .initialized();
        Frame answer = stub.call("use_fake", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("2").contains("still downloading");
        sandbox.back().await("server").awaitDeath();
    }

    @Test
    void aRequiredServerThatDoesNotStartIsCalledRequired(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--die-at-start=1").with("--required").initialized();
        assertThat(stub.call("use_fake", "{}").toolText()).containsIgnoringCase("required");
    }

    @Test
    void afterAFailedStartTheNextOneWaitsAndSaysForHowLong(Sandbox sandbox) throws Exception {
        Path ready = sandbox.file("ready");
        StubProcess stub =
                sandbox.stub("--die-unless=" + ready, "--stderr=not ready\n").initialized();
        Frame failed = stub.call("echo", "{}");
        assertThat(failed.isToolError()).isTrue();
        Frame refused = stub.call("echo", "{}");
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.toolText()).contains("not ready").containsPattern("\\d+ ?(ms|s)");
        assertThat(sandbox.back().servers()).as("starts").isEqualTo(1);
        Files.createFile(ready);
        long deadline = System.nanoTime() + Feed.DEADLINE.toNanos();
        Frame answer = stub.call("echo", "{}");
        while (answer.isToolError() && System.nanoTime() < deadline) {
            answer = stub.call("echo", "{}");
        }
        assertThat(answer.toolText()).isEqualTo("{}");
    }

    @Test
    void aSlowStartIsReportedAsProgressToAClientThatAskedForIt(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--gate=initialize").initialized();
        String id = stub.ask(
                "tools/call", "{\"name\":\"echo\",\"arguments\":{},\"_meta\":{\"progressToken\":\"p\\u00e9\"}}");
        Frame progress = stub.awaitNotification("notifications/progress");
        assertThat(progress.spelled().get("params").get("progressToken").raw()).isEqualTo("\"p\\u00e9\"");
        assertThat(progress.json().path("params").path("progress").isNumber()).isTrue();
        sandbox.back().await("server").go("initialize");
        assertThat(stub.awaitResponse(id).toolText()).isEqualTo("{}");
    }

    @Test
    void progressOfTheStartStaysBelowThatOfTheServer(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--gate=initialize").initialized();
        String id = stub.ask("tools/call", "{\"name\":\"progress\",\"arguments\":{},\"_meta\":{\"progressToken\":1}}");
        stub.await("two notices", 2, frame -> frame.isNotification("notifications/progress"));
        sandbox.back().await("server").go("initialize");
        stub.awaitResponse(id);
        List<Double> values = stub.notifications("notifications/progress").stream()
                .map(frame -> frame.json().path("params").path("progress").asDouble())
                .toList();
        assertThat(values).isSorted().doesNotHaveDuplicates().endsWith(1.0, 2.0, 3.0);
    }

    @Test
    void aStartIsNoProgressToAClientThatDidNotAskForIt(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--gate=initialize").initialized();
        String asking =
                stub.ask("tools/call", "{\"name\":\"echo\",\"arguments\":{},\"_meta\":{\"progressToken\":\"mine\"}}");
        String silent = stub.askCall("echo", "{}");
        stub.awaitNotification("notifications/progress");
        sandbox.back().await("server").go("initialize");
        stub.awaitResponse(asking);
        stub.awaitResponse(silent);
        assertThat(stub.notifications("notifications/progress"))
                .allMatch(frame -> frame.spelled()
                        .get("params")
                        .get("progressToken")
                        .text()
                        .equals("mine"));
    }

    // Calls that take too long.

    @Test
    void aCallThatTakesTooLongIsGivenUpAndCancelled(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--answers-cancelled")
                .with("--call-timeout", "300ms")
                .active();
        ConnectBack.Peer server = sandbox.back().await("server");
        String id = stub.askCall("gate", "{}");
        Frame answer = stub.awaitResponse(id);
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("300");
        Frame cancelled = server.awaitNotification("notifications/cancelled");
        assertThat(cancelled.spelled().get("params").get("requestId").key())
                .isEqualTo(server.awaitCall("gate").spelled().get("id").key());
        server.go("gate");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    // Idle servers.

    @Test
    void anIdleServerIsStoppedAndComesBackWithTheNextCall(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--idle", "300ms").active();
        List<String> before = stub.toolNames();
        ConnectBack.Peer first = sandbox.back().await("server");
        first.awaitDeath();
        assertThat(first.events())
                .as("stopped by the end of its input")
                .contains("eof ")
                .doesNotContain("terminated ");
        assertThat(stub.toolNames()).isEqualTo(before);
        assertThat(stub.call("echo", "{\"back\":1}").toolText()).isEqualTo("{\"back\":1}");
        assertThat(stub.toolNames()).isEqualTo(before);
        assertThat(sandbox.back().servers()).isEqualTo(2);
        assertThat(stub.notifications(LIST_CHANGED))
                .as("the list did not change")
                .hasSize(1);
    }

    @Test
    void listsAndPingsDoNotWakeAServerThatWasStopped(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--idle", "300ms").active();
        sandbox.back().await("server").awaitDeath();
        stub.request("tools/list", "{}");
        stub.request("resources/list", "{}");
        stub.request("prompts/list", "{}");
        stub.request("ping", "{}");
        assertThat(stub.children()).isEmpty();
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aServerThatIsAtWorkIsNotIdle(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--idle", "200ms").initialized();
        String call = stub.askCall("gate", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitCall("gate");
        assertThat(server.diesWithin(Duration.ofSeconds(1))).isFalse();
        server.go("gate");
        assertThat(stub.awaitResponse(call).toolText()).isEqualTo("through gate");
        server.awaitDeath();
    }

    @Test
    void aServerThatWaitsForTheClientIsNotIdle(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--idle", "200ms").initialized();
        String call = stub.askCall("gate", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitCall("gate");
        server.ask("elicitation/create");
        Frame asked = stub.awaitRequest("elicitation/create");
        server.go("gate");
        stub.awaitResponse(call);
        assertThat(server.diesWithin(Duration.ofSeconds(1))).isFalse();
        stub.answer(asked, "{\"action\":\"cancel\"}");
        server.awaitEvent("answered");
        server.awaitDeath();
    }

    @Test
    void aServerWithASubscriptionIsNotIdle(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().with("--idle", "200ms").initialized();
        stub.request("resources/subscribe", "{\"uri\":\"fake://one\"}");
        ConnectBack.Peer server = sandbox.back().await("server");
        assertThat(server.diesWithin(Duration.ofSeconds(1))).isFalse();
        stub.request("resources/unsubscribe", "{\"uri\":\"fake://one\"}");
        server.awaitDeath();
    }

    @ParameterizedTest
    @ValueSource(strings = {"300", "5x", "-1s", ""})
    void aDurationThatIsNoneIsAUsageError(String duration, Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().with("--idle", duration).start();
        assertThat(stub.awaitExit()).isEqualTo(2);
        stub.awaitStderr("--idle");
    }

    @Test
    void anOptionThatIsUnknownAndACommandThatIsMissingAreUsageErrors(Sandbox sandbox) throws Exception {
        StubProcess unknown = sandbox.stub().with("--no-such-option").start();
        assertThat(unknown.awaitExit()).isEqualTo(2);
        unknown.awaitStderr("--no-such-option");
        StubProcess missing = sandbox.stub().command(List.of()).start();
        assertThat(missing.awaitExit()).isEqualTo(2);
        assertThat(missing.frames()).isEmpty();
    }

    @Test
    void whatIsKnownIsKeptInTheHomeOfTheStubsEnvironment(Sandbox sandbox) throws Exception {
        Path ann = Files.createDirectory(sandbox.file("ann"));
        StubProcess stub = sandbox.stub()
                .env("LAZYMCP_HOME", "")
                .env("XDG_CACHE_HOME", "")
                .env("XDG_STATE_HOME", "")
                .env("XDG_RUNTIME_DIR", "")
                .env("HOME", ann.toString())
                .active();
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();

        assertThat(ann.resolve(".local/state/lazymcp/salt")).isRegularFile();
        assertThat(ann.resolve(".cache/lazymcp/catalog")).isDirectoryContaining("glob:**.json");
    }

    @Test
    void aClientWhoseDirectoryIsGoneStillHasItsServers(Sandbox sandbox) {
        assumeTrue(LazymcpExecutable.isNative(), "a JVM does not start there");
        StubProcess stub = sandbox.stub().inLostDirectory().active();
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");

        Cli status = sandbox.lazymcpInLostDirectory("status", "--json");
        assertThat(status.code()).as(status.toString()).isZero();
        assertThat(status.err()).isEqualTo("lazymcp: the working directory is gone; looking from / instead\n");
        assertThat(status.json().get("stubs").get(0).get("directory").asText()).isEqualTo("/");
        assertThat(sandbox.lazymcpInLostDirectory("--version").code()).isZero();
    }
}
