package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Lines of a kept corpus, damaged, from each side of a stub: no crash, no hang, every request answered once, and what is right is still
 * answered afterwards. {@code -Drounds=N} goes on for longer; a line that once did harm is added to the corpus as it was.
 */
@ExtendWith(Sandboxed.class)
class FuzzIT {
    private static final int LINES = 300;

    @Test
    void whateverAPeerSaysOnTheSocketIsAnsweredOnce(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        ControlSocket socket = ControlSocket.in(sandbox);
        List<String> corpus = corpus("control");
        Gen.forAll(LINES, gen -> {
            String line = damaged(gen, corpus);
            String answer = socket.ask(line);
            assertThat(answer.lines().filter(said -> said.contains("\"ok\":")).count())
                    .as("answers to %s: %s", line, answer)
                    .isLessThanOrEqualTo(1);
        });
        assertThat(socket.ask("{\"v\":1,\"op\":\"status\"}")).contains("\"state\":");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
    }

    @Test
    void whateverTheClientSaysIsAnsweredAtMostOnce(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        List<String> corpus = corpus("client");
        Gen.forAll(LINES, gen -> {
            stub.send(damaged(gen, corpus));
            if (gen.once(20)) {
                stub.request("ping", "{}"); // answered by a server that may be lost to what it was sent
            }
        });
        Frame last = stub.call("echo", "{\"n\":1}");
        assertThat(last.isToolError() || last.toolText().equals("{\"n\":1}"))
                .as(last.toString())
                .isTrue();
        assertThat(stub.alive()).isTrue();
    }

    @Test
    void whateverTheServerWritesCostsTheSessionNothing(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        List<String> corpus = corpus("server");
        Gen.forAll(LINES, gen -> {
            server.emit(damaged(gen, corpus) + "\n");
            if (gen.once(20)) {
                assertThat(stub.request("ping", "{}").result()).isEmpty();
            }
        });
        assertThat(stub.call("echo", "{\"n\":2}").toolText()).isEqualTo("{\"n\":2}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    /** A line of the corpus with some harm done to it, or with the tail of another. */
    private static String damaged(Gen gen, List<String> corpus) {
        String line = corpus.get(gen.between(0, corpus.size() - 1));
        String other = corpus.get(gen.between(0, corpus.size() - 1));
        return switch (gen.between(0, 7)) {
            case 0 -> line;
            case 1 -> line.substring(0, gen.between(0, line.length()));
            case 2 ->
                line.substring(0, gen.between(0, line.length())) + other.substring(gen.between(0, other.length()));
            case 3 -> line.replace("{\"", "{" + gen.string(8) + ":" + gen.json(3) + ",\"");
            case 4 -> line.replace(":1", ":" + gen.json(2)).replace(":\"", ":" + gen.string(3) + "\"");
            default -> gen.damaged(line);
        };
    }

    private static List<String> corpus(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(FuzzIT.class.getResourceAsStream("fuzz/" + name + ".txt"), name)) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
