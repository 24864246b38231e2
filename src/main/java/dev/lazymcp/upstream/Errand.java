package dev.lazymcp.upstream;

import dev.lazymcp.os.Platform;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A command line that is run to its end by the system's shell, {@code sh} or {@code cmd.exe}, with nothing to read. What it writes
 * to stdout goes the way of its stderr: to the relay, with the last of it kept.
 */
public final class Errand {
    private final Upstream process;
    private long deadline;
    private @Nullable Exit exit;

    private Errand(String commandLine, Command in, StderrSink stderr, Duration limit) throws StartFailure {
        this.deadline = System.nanoTime() + limit.toNanos();
        this.process = StdioServer.start(
                new Command(shell(commandLine), in.directory(), in.environment()), new Listener(), stderr, 0);
    }

    /** How an errand went. */
    public sealed interface Outcome {
        /** It exited with code 0. */
        record Done() implements Outcome {}

        /**
         * It did not.
         *
         * @param inWords what happened, as the end of a sentence that begins with the command
         * @param stderrTail its last lines, at most 4 KB of plain text
         */
        record Failed(String inWords, String stderrTail) implements Outcome {}
    }

    /**
     * Starts {@code commandLine}.
     *
     * @param directory where it runs; ours where there is none
     * @param environment the whole of it
     * @param stderr where its output is passed on to
     * @param limit after this time it is ended, with all that it started
     * @throws StartFailure where there is no shell, or not that directory
     */
    public static Errand start(
            String commandLine,
            Optional<String> directory,
            Map<String, String> environment,
            StderrSink stderr,
            Duration limit)
            throws StartFailure {
        return new Errand(commandLine, new Command(List.of("sh"), directory, environment), stderr, limit);
    }

    private static List<String> shell(String commandLine) {
        return Platform.current().isUnix()
                ? List.of("/bin/sh", "-c", "eval \"$0\" </dev/null >&2", commandLine)
                : List.of("cmd.exe", "/d", "/s", "/c", "(" + commandLine + ") <NUL 1>&2");
    }

    /** Waits for its end, or for the limit and the end that then is made of it. */
    public Outcome await() {
        boolean late;
        synchronized (this) {
            try {
                long left = deadline - System.nanoTime();
                while (exit == null && left > 0) {
                    wait(left / 1_000_000 + 1);
                    left = deadline - System.nanoTime();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            late = exit == null;
        }
        if (late) {
            process.stop(StopPace.TERM);
            return new Outcome.Failed("was ended, since it took too long", process.stderrTail());
        }
        return outcome();
    }

    private synchronized Outcome outcome() {
        Exit ended = exit;
        if (ended == null) {
            throw new IllegalStateException("it has not ended");
        }
        return ended instanceof Exit.Exited(int code, String _) && code == 0
                ? new Outcome.Done()
                : new Outcome.Failed(ended.inWords(), ended.stderrTail());
    }

    /** Leaves it {@code limit} from now on, if that is less than it had. */
    public synchronized void hasten(Duration limit) {
        deadline = Math.min(deadline, System.nanoTime() + limit.toNanos());
        notifyAll();
    }

    private final class Listener implements UpstreamListener {
        @Override
        public void received(FrameReader.Read read) {
            // Nothing comes this way: its stdout is its stderr.
        }

        @Override
        public void unanswered(Frame rawId, String reason) {
            throw new IllegalStateException("nothing was asked");
        }

        @Override
        public void ended(Exit how) {
            synchronized (Errand.this) {
                exit = how;
                Errand.this.notifyAll();
            }
        }
    }
}
