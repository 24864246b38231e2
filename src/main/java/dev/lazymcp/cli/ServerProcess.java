package dev.lazymcp.cli;

import dev.lazymcp.os.Background;
import dev.lazymcp.os.NativeImage;
import dev.lazymcp.os.ParentWatch;
import dev.lazymcp.upstream.StderrRelay;
import dev.lazymcp.upstream.StopPace;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** This process as an MCP server that a client has started: its streams, its signals and who started it. */
final class ServerProcess {
    /** How long the end of the servers behind and {@code --shutdown} may take; a client that has no more patience sends a signal. */
    private static final Duration ON_END = Duration.ofSeconds(5);

    /** The same after a signal: the most impatient client kills us 1 s later. */
    private static final Duration ON_SIGNAL = Duration.ofMillis(800);

    private final Consumer<StopPace> close;
    private final StderrRelay stderr = StderrRelay.toOurStderr();
    private final AtomicBoolean signalsTaken = new AtomicBoolean();
    private final ParentWatch parent = ParentWatch.begin();

    /** What serves the client. */
    interface Serving {
        /** Serves until {@code in} ends; blocks. */
        void serve(InputStream in) throws IOException;
    }

    /** This process; {@code close} ends what there is to end, and may be called twice. */
    ServerProcess(Consumer<StopPace> close) {
        this.close = close;
    }

    /** Serves the client on stdin until it is gone, and ends; the exit code. */
    int serve(Serving server, Consumer<String> log) {
        // Whoever prints by mistake must not get between the frames.
        System.setOut(System.err);
        int code = 0;
        try {
            server.serve(new FileInputStream(FileDescriptor.in));
        } catch (IOException e) {
            log.accept("cannot read from the client: " + e.getMessage());
            code = 1;
        }
        close.accept(StopPace.EOF);
        return code;
    }

    /** Has signals end what there is to end. A server that has started nothing needs none: only then do they concern it. */
    void takeSignals() {
        if (signalsTaken.compareAndSet(false, true)) {
            NativeImage.takeSignals();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close.accept(StopPace.SIGNAL)));
        }
    }

    /** When the end has to be over, by {@link System#nanoTime}. */
    static long deadline(StopPace pace) {
        return System.nanoTime() + (pace == StopPace.SIGNAL ? ON_SIGNAL : ON_END).toNanos();
    }

    /** Ends this program in an orderly way. Does not block. */
    void exitSoon() {
        Background.run("exit", () -> System.exit(0));
    }

    /** Tells people {@code line}. */
    void say(String line) {
        // A client that closed its end of our stderr is still a client.
        NativeImage.takeSignals();
        byte[] bytes = ("lazymcp: " + line + "\n").getBytes(StandardCharsets.UTF_8);
        stderr.write(bytes, 0, bytes.length);
    }

    StderrRelay stderr() {
        return stderr;
    }

    ParentWatch parent() {
        return parent;
    }
}
