package dev.lazymcp.upstream;

import dev.lazymcp.rpc.Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs real processes and leaves none behind. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
abstract class ServerTest {
    /** What a busy machine may add to a time that is promised. */
    static final Duration BUSY = Duration.ofMillis(700);

    @TempDir
    Path folder = Path.of("replaced by JUnit");

    final Recording recording = new Recording();
    final ByteArrayOutputStream ourStderr = new ByteArrayOutputStream();
    final StderrRelay relay = new StderrRelay(ourStderr);
    private final List<StdioServer> started = new ArrayList<>();

    final Lifeline lifeline(String name) throws IOException, InterruptedException {
        return Lifeline.in(folder, name);
    }

    /** A server that is this shell script. */
    final StdioServer sh(String script) throws StartFailure {
        return start(script(script), recording, relay);
    }

    final StdioServer start(Command command, UpstreamListener listener, StderrRelay to) throws StartFailure {
        StdioServer server = StdioServer.start(command, listener, to, started.size());
        started.add(server);
        return server;
    }

    static Command script(String script) {
        return Command.inherit(List.of("/bin/sh", "-c", script));
    }

    static void say(StdioServer server, String line) throws IOException {
        server.send(Frame.of(line));
        server.flush();
    }

    static Duration timed(Runnable action) {
        long start = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @AfterEach
    void endAll() {
        started.forEach(server -> server.stop(StopPace.NOW));
    }
}
