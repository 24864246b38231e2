package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a session ends, nothing of it is left: no server, no child of a server, no file without reason. */
@ExtendWith(Sandboxed.class)
class ShutdownIT {
    @Test
    void theEndOfInputEndsAServerByTheEndOfItsInput(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitDeath();
        assertThat(server.events()).contains("eof ").doesNotContain("terminated ");
    }

    @Test
    void theServerIsGoneBeforeTheStubIs(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub("--ignore-eof").active();
        ConnectBack.Peer server = sandbox.back().await("server");
        stub.closeStdin();
        stub.awaitExit();
        assertThat(ProcessHandle.of(server.pid()).filter(ProcessHandle::isAlive))
                .isEmpty();
        server.awaitDeath();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aSignalEndsTheServerToo(String signal, Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        stub.end(signal);
        stub.awaitExit();
        server.awaitDeath();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aSignalEndsADormantStub(String signal, Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().initialized();
        stub.end(signal);
        stub.awaitExit();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aSignalEndsAStubWhoseServerIsStarting(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub("--never-initializes").initialized();
        stub.askCall("use_fake", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitRequest("initialize");
        stub.signal("TERM");
        stub.awaitExit();
        server.awaitDeath();
    }

    @Test
    void aStubThatIsKilledTakesItsServerWithIt(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        stub.kill();
        stub.awaitExit();
        server.awaitDeath();
    }

    @Test
    void theEndOfInputEndsAServerThatIsAtWorkAndOneThatIsStarting(Sandbox sandbox) throws Exception {
        StubProcess working = sandbox.stub().active();
        working.askCall("gate", "{}");
        sandbox.back().await("server").awaitCall("gate");
        working.closeStdin();
        StubProcess starting = sandbox.stub("--never-initializes").initialized();
        starting.askCall("use_fake", "{}");
        sandbox.back().await("server", 2).awaitRequest("initialize");
        starting.closeStdin();
        working.awaitExit();
        starting.awaitExit();
        sandbox.back().all().forEach(ConnectBack.Peer::awaitDeath);
    }

    @Test
    void aServerThatIgnoresTheEndOfItsInputIsTerminated(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub("--ignore-eof").active();
        ConnectBack.Peer server = sandbox.back().await("server");
        stub.closeStdin();
        stub.awaitExit();
        server.awaitDeath();
        assertThat(server.events()).startsWith("eof ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EOF", "TERM"})
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aServerThatIgnoresEverythingIsKilled(String end, Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub("--ignore-eof", "--ignore-term").active();
        ConnectBack.Peer server = sandbox.back().await("server");
        stub.end(end);
        stub.awaitExit();
        server.awaitDeath();
        assertThat(server.events()).contains("eof ", "terminated ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EOF", "TERM"})
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aGrandchildIsNotLeftBehind(String end, Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub("--grandchild-ignores-term").active();
        ConnectBack.Peer grandchild = sandbox.back().await("grandchild");
        stub.end(end);
        stub.awaitExit();
        sandbox.back().await("server").awaitDeath();
        grandchild.awaitDeath();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void anIdleStopLeavesNoGrandchildBehindEither(Sandbox sandbox) {
        sandbox.stub("--grandchild-ignores-term").with("--idle", "300ms").active();
        sandbox.back().await("grandchild").awaitDeath();
        sandbox.back().await("server").awaitDeath();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EOF", "TERM", "INT"})
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aServerBehindShellsIsNotLeftBehind(String end, Sandbox sandbox) throws Exception {
        Feed<Frame> shells = sandbox.pipe("shells");
        StubProcess stub = sandbox.stub("--ignore-eof", "--ignore-term")
                .behindShells(sandbox.file("shells"))
                .active();
        assertThat(stub.descendants()).as("two shells and the server").hasSize(3);
        stub.end(end);
        stub.awaitExit();
        sandbox.back().await("server").awaitDeath();
        shells.awaitClosed();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aKilledStubLeavesNoWellBehavedServerBehindShells(Sandbox sandbox) throws Exception {
        Feed<Frame> shells = sandbox.pipe("shells");
        StubProcess stub = sandbox.stub().behindShells(sandbox.file("shells")).active();
        stub.kill();
        stub.awaitExit();
        sandbox.back().await("server").awaitDeath();
        shells.awaitClosed();
    }

    @Test
    void aDeadServerDoesNotEndTheStub(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        server.halt();
        // Written into a pipe that nobody reads, before or after the stub has seen the death.
        for (int i = 0; i < 50; i++) {
            stub.notify("x/news", "{\"n\":" + i + "}");
        }
        server.awaitDeath();
        // Lost with the server or answered by the stub, as the case may be; either way the stub knows by then.
        stub.request("ping", "{}");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void aClientThatReadsNoMoreEndsTheSession(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        stub.closeStdout();
        // More than the pipe holds, so that the stub has to notice.
        server.emit(("{\"jsonrpc\":\"2.0\",\"method\":\"x/news\",\"params\":{\"x\":\"" + "y".repeat(1000) + "\"}}\n")
                .repeat(100));
        stub.awaitExit();
        server.awaitDeath();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void theDeathOfTheClientIsNoticedEvenIfSomebodyHoldsItsPipe(Sandbox sandbox) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "exec 3<&0; \"$@\" <&3 3<&- & exec 0</dev/null 3<&-; wait", "sh"));
        command.addAll(sandbox.stub().commandLine());
        StubProcess client = sandbox.start(command, Map.of());
        client.initialize();
        assertThat(client.call("use_fake", "{}").isToolError()).isFalse();
        ConnectBack.Peer server = sandbox.back().await("server");
        client.kill();
        client.awaitExit();
        server.awaitDeath();
        client.awaitEndOfOutput();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "initialize", "server/discover"})
    void aSessionThatIsOnlyAProbeLeavesNoTrace(String first, Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().start();
        switch (first) {
            case "initialize" -> stub.requestInitialize(StubProcess.LATEST, StubProcess.CLIENT, "{}");
            case "server/discover" -> stub.request(first, "{}");
            default -> {}
        }
        assertThat(stub.children()).isEmpty();
        stub.kill();
        stub.awaitExit();
        assertThat(sandbox.traces()).isEmpty();
        assertThat(sandbox.back().all()).isEmpty();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aProbeThatIsEndedInEveryWayAtOnceLeavesNoTrace(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().start();
        stub.request("server/discover", "{}");
        stub.closeStdin();
        stub.signal("TERM");
        stub.awaitExit();
        assertThat(sandbox.traces()).isEmpty();
        assertThat(sandbox.back().all()).isEmpty();
    }

    @Test
    void aClientThatStartsTwiceHasTwoSessionsOfTheirOwn(Sandbox sandbox) throws Exception {
        StubProcess probe = sandbox.stub().start();
        StubProcess session = sandbox.stub().start();
        probe.initialize();
        session.initialize();
        String probed = probe.askCall("echo", "{\"from\":1}");
        String asked = session.askCall("echo", "{\"from\":2}");
        assertThat(probe.awaitResponse(probed).toolText()).isEqualTo("{\"from\":1}");
        assertThat(session.awaitResponse(asked).toolText()).isEqualTo("{\"from\":2}");
        probe.kill();
        probe.awaitExit();
        assertThat(session.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(sandbox.back().servers()).isEqualTo(2);
    }
}
