package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The server of the suite itself, without a stub: what the other tests take for granted of it. */
@ExtendWith(Sandboxed.class)
class FakeServerIT {
    @Test
    void connectsBackAndSaysWhatItReceivesByteForByte(Sandbox sandbox) {
        StubProcess server = sandbox.server();
        server.initialize();
        String odd = "{\"jsonrpc\":\"2.0\",\"id\":\"\\u00e9\",\"method\":\"ping\",\"x\":1.0, \"x\":\"\u2028\"}";
        server.send(odd);
        server.awaitResponse("\"é\"");
        ConnectBack.Peer peer = sandbox.back().await("server");
        assertThat(peer.pid()).isEqualTo(server.pid());
        assertThat(peer.awaitRequest("ping").text()).isEqualTo(odd);
    }

    @Test
    void listsItsToolsAsTheyAreWritten(Sandbox sandbox) {
        StubProcess server = sandbox.server("--page-size=5");
        server.initialize();
        Frame page = server.request("tools/list", "{}");
        assertThat(page.text()).contains(FakeTools.ODD_TOOL);
        assertThat(page.toolNames()).hasSize(5);
        assertThat(page.result().path("nextCursor").asText()).isEqualTo("page-5");
        assertThat(server.request("tools/list", "{\"cursor\":\"page-5\"}").toolNames())
                .startsWith("args");
    }

    @Test
    void waitsAtAGateUntilTheTestOpensIt(Sandbox sandbox) {
        StubProcess server = sandbox.server();
        server.initialize();
        String first = server.askCall("gate", "{\"name\":\"a\"}");
        String second = server.askCall("gate", "{\"name\":\"b\"}");
        ConnectBack.Peer peer = sandbox.back().await("server");
        peer.go("b");
        Frame b = server.awaitResponse(second);
        peer.go("a");
        Frame a = server.awaitResponse(first);
        assertThat(server.indexOf(b)).isLessThan(server.indexOf(a));
    }

    @Test
    void livesOnAfterTheEndOfItsInputAndAfterSigtermIfSoTold(Sandbox sandbox) throws Exception {
        StubProcess server = sandbox.server("--ignore-eof", "--ignore-term");
        server.initialize();
        ConnectBack.Peer peer = sandbox.back().await("server");
        server.closeStdin();
        peer.awaitEvent("eof");
        server.signal("TERM");
        peer.awaitEvent("terminated");
        assertThat(server.alive()).isTrue();
        server.signal("KILL");
        peer.awaitDeath();
    }

    @Test
    void startsAGrandchildThatOutlivesIt(Sandbox sandbox) {
        StubProcess server = sandbox.server("--grandchild-ignores-term");
        server.initialize();
        ConnectBack.Peer grandchild = sandbox.back().await("grandchild");
        ConnectBack.Peer parent = sandbox.back().await("server");
        parent.halt();
        parent.awaitDeath();
        assertThat(grandchild.alive()).isTrue();
        grandchild.halt();
    }

    @Test
    void noticesAClientThatBreaksTheOrderOfTheHandshake() throws Exception {
        Sandbox sandbox = new Sandbox();
        try {
            StubProcess server = sandbox.server();
            server.request("tools/list", "{}");
            assertThatThrownBy(sandbox::finish).hasMessageContaining("violation tools/list before initialize");
        } finally {
            sandbox.clear();
        }
    }

    @Test
    void aSessionWithAnAnswerThatNobodyAskedForIsNoticed() throws Exception {
        Sandbox sandbox = new Sandbox();
        try {
            StubProcess server = sandbox.server();
            server.initialize();
            sandbox.back().await("server").emit("{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{}}\n");
            server.awaitResponse("4711");
            assertThatThrownBy(sandbox::finish).hasMessageContaining("never asked");
        } finally {
            sandbox.clear();
        }
    }
}
