package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** Much at once, and peers of which one is faster than the other. */
@ExtendWith(Sandboxed.class)
class TrafficIT {
    private static final int CALLS = 200;

    @Test
    void amongManyCallsThoseThatAreCancelledTakeNoOthersAnswer(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        Gen.forAll(1, gen -> {
            List<String> ids = new ArrayList<>();
            List<String> kept = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                ids.add(stub.askCall("gate", "{\"name\":\"g" + i + "\"}"));
                kept.add(ids.getLast());
                if (gen.once(2)) {
                    String cancelled = kept.remove(gen.between(0, kept.size() - 1));
                    stub.cancel(cancelled);
                }
                if (gen.once(2)) {
                    server.go("g" + gen.between(0, i));
                }
            }
            for (int i = 0; i < CALLS; i++) {
                server.go("g" + i);
            }
            for (String id : kept) {
                assertThat(stub.awaitResponse(id).toolText()).isEqualTo("through g" + ids.indexOf(id));
            }
        });
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aServerThatWritesFasterThanTheClientReadsIsSlowedDownAndNotKeptInMemory(Sandbox sandbox) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(sandbox.stub().commandLine());
        builder.environment().put("LAZYMCP_HOME", sandbox.home().toString());
        Process stub = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (OutputStream in = stub.getOutputStream();
                InputStream out = stub.getInputStream()) {
            Lines lines = new Lines(out);
            say(in, """
                    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},\
                    "clientInfo":{"name":"slow","version":"1"}}}
                    {"jsonrpc":"2.0","method":"notifications/initialized"}
                    {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{}}}
                    """);
            await(lines, "\"id\":2,");
            long before = kibibytes(stub.pid(), "VmRSS");
            ConnectBack.Peer server = sandbox.back().await("server");
            int count = 40_000;
            Thread.ofPlatform().daemon().start(() -> emitNews(server, count));
            for (int i = 0; i < count; i++) {
                await(lines, "\"n\":" + i + ",");
            }
            long most = kibibytes(stub.pid(), "VmHWM");
            assertThat(most - before).as("KiB more than before, for 320 MB").isLessThan(160 * 1024);
        } finally {
            stub.destroy();
            stub.waitFor();
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void whatAStoppedServerDoesNotReadWaitsAndIsAnsweredWhenItGoesOn(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        Machine.signal("STOP", server.pid());
        String filler = "y".repeat(100_000);
        List<String> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(stub.askCall("echo", "{\"n\":" + i + ",\"filler\":\"" + filler + "\"}"));
        }
        Machine.signal("CONT", server.pid());
        for (int i = 0; i < calls.size(); i++) {
            assertThat(stub.awaitResponse(calls.get(i)).toolText()).startsWith("{\"n\":" + i + ",");
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aStubThatWaitsForAStoppedServerToReadStillEnds(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        Machine.signal("STOP", server.pid());
        String filler = "y".repeat(100_000);
        for (int i = 0; i < 200; i++) {
            stub.notify("x/news", "{\"filler\":\"" + filler + "\"}");
        }
        stub.signal("TERM");
        stub.awaitExit();
        server.awaitDeath();
    }

    /** Blocks while the server cannot write. */
    private static void emitNews(ConnectBack.Peer server, int count) {
        String filler = "x".repeat(8000);
        StringBuilder batch = new StringBuilder();
        for (int i = 0; i < count; i++) {
            batch.append("{\"jsonrpc\":\"2.0\",\"method\":\"x/news\",\"params\":{\"n\":")
                    .append(i)
                    .append(",\"x\":\"")
                    .append(filler)
                    .append("\"}}\n");
            if (batch.length() > 1_000_000 || i == count - 1) {
                server.emit(batch.toString());
                batch.setLength(0);
            }
        }
    }

    private static void say(OutputStream in, String lines) throws Exception {
        in.write(lines.getBytes(UTF_8));
        in.flush();
    }

    private static void await(Lines lines, String part) throws Exception {
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            if (new String(line, UTF_8).contains(part)) {
                return;
            }
        }
        throw new AssertionError("ended without " + part);
    }

    private static long kibibytes(long pid, String figure) throws Exception {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith(figure + ":"))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }
}
