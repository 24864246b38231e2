package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The socket of a running stub: who reaches it, and that no peer costs the session anything. */
@ExtendWith(Sandboxed.class)
class ControlSocketIT {
    // Hostile peers.

    @Test
    void garbageOnTheSocketIsAnsweredWithAnErrorAndCostsTheSessionNothing(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        ControlSocket socket = ControlSocket.in(sandbox);
        assertThat(socket.ask("garbage")).contains("bad_request");
        assertThat(socket.ask("{\"v\":1,\"op\":\"dance\"}"))
                .contains("unknown_op")
                .contains("dance");
        assertThat(socket.ask("{\"v\":9,\"op\":\"status\"}")).contains("unsupported_version");
        assertThat(socket.ask("{\"v\":1,\"op\":7}")).contains("bad_request");
        assertThat(socket.ask("[[[[".repeat(50_000))).contains("bad_request");
        assertThat(socket.ask("{\"v\":1,\"op\":\"redefine\",\"options\":[\"--expose\",\"x\"],\"command\":[\"c\"]}"))
                .contains("bad_request");
        assertThat(socket.ask("{\"v\":1,\"op\":\"remove\"}")).contains("bad_request");
        assertThat(socket.ask("{\"v\":1,\"op\":\"status\"}")).contains("\"state\":\"REGISTERED\"");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        assertThat(sandbox.back().servers()).isZero();
    }

    @Test
    void peersThatLeaveBeforeTheirAnswerDoNotTakeTheStubWithThem(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        ControlSocket socket = ControlSocket.in(sandbox);
        for (String op : List.of("status", "agents", "definition", "disable", "stop", "remove", "dance")) {
            for (int i = 0; i < 5; i++) {
                socket.tell("{\"v\":1,\"op\":\"" + op + "\",\"reason\":\"x\",\"salt\":\"00\"}");
            }
        }
        assertThat(socket.ask("{\"v\":1,\"op\":\"status\"}")).contains("\"state\":");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        assertThat(sandbox.back().servers()).isZero();
    }

    @Test
    void theFirstCommandAndTheFirstCallMayComeAtOnce(Sandbox sandbox) throws Exception {
        for (int i = 0; i < 20; i++) {
            StubProcess stub = sandbox.stub().controlled();
            ControlSocket socket = ControlSocket.in(sandbox);
            String call = stub.askCall("echo", "{\"n\":1}");
            assertThat(socket.ask("{\"v\":1,\"op\":\"status\"}")).contains("\"state\":");
            assertThat(stub.awaitResponse(call).toolText()).isEqualTo("{\"n\":1}");
            stub.closeStdin();
            assertThat(stub.awaitExit()).isZero();
        }
    }

    @Test
    void aStubThatHasNoDescriptorsLeftSaysSoAndKeepsItsClient(Sandbox sandbox) throws Exception {
        Assumptions.assumeTrue(LazymcpExecutable.isNative(), "a JVM without descriptors cannot load its classes");
        StubProcess stub = sandbox.stub().limitedTo(64).controlled();
        ControlSocket socket = ControlSocket.in(sandbox);
        List<SocketChannel> peers = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                peers.add(socket.connect());
            }
            stub.call("echo", "{}");
            assertThat(stub.request("ping", "{}").result()).isEmpty();
        } finally {
            for (SocketChannel peer : peers) {
                peer.close();
            }
        }
        // The stub learns that a peer has left when it reads from it next.
        long deadline = System.nanoTime() + Feed.DEADLINE.toNanos();
        String enabled = socket.ask("{\"v\":1,\"op\":\"enable\"}");
        while (enabled.contains("may open only") && System.nanoTime() < deadline) {
            enabled = socket.ask("{\"v\":1,\"op\":\"enable\"}");
        }
        assertThat(enabled).contains("\"ACTIVE\"");
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
    }

    // The directory.

    @Test
    void theSocketIsInADirectoryOfItsUserAloneAndGoesWithTheStub(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        assertThat(Files.getPosixFilePermissions(sandbox.runDirectory()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(ControlSocket.files(sandbox)).hasSize(2);
        String hint = Files.readString(ControlSocket.files(sandbox).stream()
                .filter(path -> path.toString().endsWith(".json"))
                .findFirst()
                .orElseThrow());
        assertThat(hint).contains("\"name\":\"fake\"").doesNotContain("--connect");
        stub.closeStdin();
        stub.awaitExit();
        assertThat(ControlSocket.files(sandbox)).isEmpty();
    }

    @Test
    void whatAKilledStubLeavesIsSweptByTheNextCommand(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        stub.kill();
        stub.awaitExit();
        assertThat(ControlSocket.files(sandbox)).hasSize(2);
        assertThat(sandbox.lazymcp("status").out()).isEqualTo("No stub runs.\n");
        assertThat(ControlSocket.files(sandbox)).isEmpty();
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
        assertThat(ControlSocket.files(sandbox)).isEmpty();
    }

    @Test
    void nobodyElseCanReachTheSocket(Sandbox sandbox) throws Exception {
        Assumptions.assumeTrue(isRoot(), "only root can become somebody else");
        sandbox.stub().controlled();
        // What lies above is opened as far as it goes: the run directory alone has to keep the others out.
        for (Path open : List.of(sandbox.home(), sandbox.home().resolve(".."))) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        String probe = """
                const fs = require('fs'), net = require('net'), path = require('path');
                process.setgroups([]);
                process.setgid(65534);
                process.setuid(65534);
                const how = (error) => (error.code === 'EACCES' ? 'denied' : error.code);
                const tried = (look) => { try { look(); return 'open'; } catch (error) { return how(error); } };
                const [, directory, socket] = process.argv;
                const tell = (connecting) => {
                  console.log(
                    tried(() => fs.readdirSync(directory)),
                    connecting,
                    tried(() => fs.openSync(socket.replace('.sock', '.json'))),
                    tried(() => fs.readdirSync(path.dirname(directory))));
                  process.exit(0);
                };
                net.connect(socket).on('connect', () => tell('open')).on('error', (error) => tell(how(error)));
                """;
        Cli other = Cli.startCommand(
                        Path.of("/"),
                        Map.of(),
                        List.of(
                                "node",
                                "-e",
                                probe,
                                sandbox.runDirectory().toString(),
                                ControlSocket.in(sandbox).path().toString()))
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

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }
}
