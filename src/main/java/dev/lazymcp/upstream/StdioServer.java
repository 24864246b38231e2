package dev.lazymcp.upstream;

import dev.lazymcp.os.Background;
import dev.lazymcp.os.Platform;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.FrameSink;
import dev.lazymcp.upstream.ProcessTree.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server that runs as a child process and speaks over its standard streams (MCP, "Transports", stdio).
 *
 * <p>Three threads serve it: one reads its stdout and calls the listener, one reads its stderr, one waits for its exit, which
 * the end of its stdout need not come with.
 */
public final class StdioServer implements Upstream {
    /** From the end of a server's output to its exit there are milliseconds, where the one is because of the other. */
    private static final Duration EXIT_AFTER_OUTPUT = Duration.ofMillis(500);

    /** How long after a server's exit a silent pipe is taken for drained, where something it started may hold it. */
    private static final Duration QUIET_IF_SHARED = Duration.ofMillis(100);

    /** The same where nothing is known to hold it, so that its end is to come: no more than a guard. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    private final Process process;
    private final boolean unix;
    private final FrameSink stdin;
    private final AtomicBoolean stdinClosed = new AtomicBoolean();
    private final Drain stdout;
    private final Drain stderr;
    private final StderrTail tail = new StderrTail();
    private final StderrSink relay;
    private final ProcessTree tree;
    private final Shutdown shutdown;
    private final Delivery delivery;
    private final String suffix;

    private StdioServer(Process process, UpstreamListener listener, StderrSink relay, int generation) {
        this.process = process;
        this.unix = Platform.current().isUnix();
        this.stdin = new FrameSink(process.getOutputStream());
        this.stdout = new Drain(process.getInputStream());
        this.stderr = new Drain(process.getErrorStream());
        this.relay = relay;
        this.tree = new SnapshotTree(process.toHandle());
        this.shutdown = new Shutdown(tree, this::closeInput);
        this.delivery = new Delivery(listener);
        this.suffix = "-" + generation;
    }

    /**
     * Starts {@code command}.
     *
     * @param listener hears what the server says, perhaps before this returns
     * @param stderr where the server's stderr is passed on to
     * @param generation tells the threads of one start from those of the next
     * @throws StartFailure when there is no such process afterwards
     */
    public static StdioServer start(Command command, UpstreamListener listener, StderrSink stderr, int generation)
            throws StartFailure {
        Process process = Launch.prepare(command, Launch.Surroundings.real()).start();
        StdioServer server = new StdioServer(process, listener, stderr, generation);
        try {
            Background.run("server-stderr" + server.suffix, server::readErrors);
            Background.run("server-stdout" + server.suffix, server::readOutput);
            Background.run("server-exit" + server.suffix, server::awaitExit);
        } catch (OutOfMemoryError noThread) {
            server.tree.signal(Signal.KILL); // nobody would hear it, nor end it
            throw noThread;
        }
        return server;
    }

    @Override
    public void send(Frame frame) {
        stdin.offer(frame);
    }

    @Override
    public boolean hasWaiting() {
        return !stdin.isEmpty();
    }

    @Override
    public void flush() throws IOException {
        stdin.flush();
    }

    @Override
    public boolean stop(StopPace pace) {
        long deadline = System.nanoTime() + pace.budget().toNanos();
        boolean gone = shutdown.stop(pace);
        delivery.awaitEnded(deadline);
        return gone;
    }

    @Override
    public String stderrTail() {
        return tail.text();
    }

    @Override
    public Optional<Long> pid() {
        return Optional.of(process.pid());
    }

    private void readOutput() {
        try {
            deliverAll();
            stdout.finished();
            tellEnd();
        } catch (IOException e) {
            stdout.finished();
            // On Unix Java closes the pipe of a process that has exited, perhaps while it is read.
            if (process.isAlive()) {
                tellUnreadable(e);
            } else {
                tellEnd();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            stdout.finished();
            tellUnreadable(e);
            throw e;
        }
    }

    private void deliverAll() throws IOException {
        FrameReader reader = new FrameReader(stdout);
        boolean first = true;
        FrameReader.Read read = reader.next();
        while (!(read instanceof FrameReader.End)) {
            delivery.received(read);
            if (first) {
                // npx and its like have started the server by now; if one of them dies, nobody can tell what was its.
                tree.signal(Signal.NONE);
                first = false;
            }
            read = reader.next();
        }
    }

    private void tellUnreadable(Throwable reason) {
        shutdown.stop(StopPace.SIGNAL);
        delivery.ended(new Exit.Unreadable(reason.toString(), tail.text()));
    }

    /** There is no more output: finds out why, and sees to it that the server ends too. */
    private void tellEnd() {
        try {
            boolean stopping = shutdown.isRequested();
            if (!process.waitFor(stopping ? StopPace.EOF.budget() : EXIT_AFTER_OUTPUT)) {
                shutdown.stop(StopPace.SIGNAL);
                stderr.awaitQuiet(quiet());
                delivery.ended(new Exit.ClosedOutput(tail.text()));
            } else {
                stderr.awaitQuiet(quiet());
                delivery.ended(exit(process.exitValue()));
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }

    private Duration quiet() {
        return tree.isAlive() ? QUIET_IF_SHARED : QUIET;
    }

    private void readErrors() {
        byte[] chunk = new byte[8 * 1024];
        try (InputStream in = stderr) {
            for (int n; (n = in.read(chunk, 0, chunk.length)) >= 0; ) {
                tail.write(chunk, 0, n);
                relay.write(chunk, 0, n);
            }
        } catch (IOException e) {
            // As with stdout, unless the process has exited; the server goes on without being heard.
            if (process.isAlive()) {
                byte[] note = ("[lazymcp: the server's stderr cannot be read: " + e.getMessage() + "]\n")
                        .getBytes(StandardCharsets.UTF_8);
                tail.write(note, 0, note.length);
                relay.write(note, 0, note.length);
            }
        } finally {
            relay.ended();
            stderr.finished();
        }
    }

    private void awaitExit() {
        try {
            int code = process.waitFor();
            shutdown.ended();
            if (!stdout.awaitQuiet(quiet())) {
                stderr.awaitQuiet(quiet());
                delivery.ended(exit(code));
            }
            if (!shutdown.isRequested()) {
                // What an exited server has left behind would live on without anybody to stop it.
                shutdown.stop(StopPace.SIGNAL);
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }

    private Exit exit(int code) {
        // waitpid(2) as Java reports it: 0x80 and the signal.
        boolean signal = unix && code > 0x80 && code <= 0x80 + 31;
        return signal ? new Exit.Signalled(code - 0x80, tail.text()) : new Exit.Exited(code, tail.text());
    }

    /** In a thread of its own: closing waits for a write that the server does not read. */
    private void closeInput() {
        if (stdinClosed.compareAndSet(false, true)) {
            // Where there is no thread, signals end it.
            stdinClosed.set(Background.tryRun("server-stdin-close" + suffix, () -> {
                try {
                    process.getOutputStream().close();
                } catch (IOException e) {
                    // EPIPE for bytes that a server which is gone has not taken; what they were is told by its exit.
                }
            }));
        }
    }
}
