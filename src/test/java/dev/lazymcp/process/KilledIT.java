package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SIGKILL and SIGSTOP, which nobody can catch, for each process and in each state. */
@ExtendWith(Sandboxed.class)
@EnabledOnOs({OS.LINUX, OS.MAC})
class KilledIT {
    /** How far a server has come. */
    enum Moment {
        CONNECTING,
        ACTIVE,
        AT_WORK,
        SUSPENDED;

        /** A stub whose server has come so far. */
        StubProcess reached(Sandbox sandbox) throws InterruptedException {
            if (this == CONNECTING) {
                StubProcess stub = sandbox.stub("--gate=initialize").controlled();
                stub.askCall("use_fake", "{}");
                sandbox.back().await("server").awaitRequest("initialize");
                return stub;
            }
            StubProcess stub = sandbox.stub().active();
            if (this == AT_WORK) {
                stub.askCall("gate", "{}");
                sandbox.back().await("server").awaitCall("gate");
            }
            sandbox.awaitSocket(stub);
            if (this == SUSPENDED) {
                assertThat(sandbox.lazymcp("disable", "fake").code()).isZero();
            }
            return stub;
        }
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void aServerThatIsKilledIsReplacedByTheNextOneThatIsWanted(Moment moment, Sandbox sandbox) throws Exception {
        StubProcess stub = moment.reached(sandbox);
        ConnectBack.Peer server = sandbox.back().await("server");
        Machine.signal("KILL", server.pid());
        server.awaitDeath();
        switch (moment) {
            case CONNECTING, AT_WORK -> {
                Frame lost = stub.await(
                        "the answer to the call",
                        frame -> frame.isResponse()
                                && frame.json().path("result").path("isError").asBoolean());
                assertThat(lost.toolText()).contains("signal 9");
            }
            case ACTIVE -> {}
            case SUSPENDED -> assertThat(stub.call("echo", "{}").isToolError()).isTrue();
        }
        // enable waits for no back-off, and is right in each state.
        Cli.Running enable = sandbox.start(Map.of(), "enable", "fake");
        sandbox.back().await("server", 2).go("initialize");
        assertThat(enable.await().code()).isZero();
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void aStubThatIsKilledTakesItsServerWithIt(Moment moment, Sandbox sandbox) throws Exception {
        StubProcess stub = moment.reached(sandbox);
        stub.kill();
        stub.awaitExit();
        sandbox.back().await("server").awaitDeath();
        assertThat(sandbox.lazymcp("status").out()).isEqualTo("No stub runs.\n");
        assertThat(ControlSocket.files(sandbox)).isEmpty();
    }

    @Test
    void aWrapperThatIsKilledIsAServerThatEndedAndLeavesNothing(Sandbox sandbox) throws Exception {
        Feed<Frame> shells = sandbox.pipe("shells");
        StubProcess stub = sandbox.stub("--ignore-eof", "--ignore-term")
                .behindShells(sandbox.file("shells"))
                .active();
        String lost = stub.askCall("gate", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitCall("gate");
        Machine.signal("KILL", stub.children().getFirst().pid());
        assertThat(stub.awaitResponse(lost).isToolError()).isTrue();
        server.awaitDeath();
        shells.awaitClosed();
    }

    @Test
    void aGrandchildThatIsKilledIsTheServersOwnMatter(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--grandchild").active();
        ConnectBack.Peer grandchild = sandbox.back().await("grandchild");
        Machine.signal("KILL", grandchild.pid());
        grandchild.awaitDeath();
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aStoppedServerCostsItsCallsTheirTimeAndNothingElse(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().with("--call-timeout", "5s").active();
        sandbox.awaitSocket(stub);
        ConnectBack.Peer server = sandbox.back().await("server");
        Machine.signal("STOP", server.pid());
        String call = stub.askCall("echo", "{\"n\":1}");
        assertThat(stub.awaitResponse(call).toolText()).contains("--call-timeout");
        assertThat(sandbox.lazymcp("status", "--json")
                        .json()
                        .at("/stubs/0/state")
                        .asText())
                .isEqualTo("ACTIVE");
        Machine.signal("CONT", server.pid());
        assertThat(stub.call("echo", "{\"n\":2}").toolText()).isEqualTo("{\"n\":2}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aServerThatStandsStillDuringItsStartIsGivenUp(Sandbox sandbox) {
        StubProcess stub =
                sandbox.stub("--gate=initialize").with("--start-timeout", "1s").initialized();
        String call = stub.askCall("use_fake", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitRequest("initialize");
        Machine.signal("STOP", server.pid());
        assertThat(stub.awaitResponse(call).toolText()).contains("--start-timeout");
        server.awaitDeath();
    }

    @Test
    void aServerThatStandsStillIsEndedWithTheSession(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        Machine.signal("STOP", server.pid());
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();
        server.awaitDeath();
    }

    @Test
    void aStubThatStoodStillGoesOnWhereItWas(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        stub.signal("STOP");
        List<String> calls = List.of(stub.askCall("echo", "{\"n\":1}"), stub.askCall("echo", "{\"n\":2}"));
        stub.signal("CONT");
        assertThat(calls)
                .allSatisfy(call ->
                        assertThat(stub.awaitResponse(call).isToolError()).isFalse());
    }
}
