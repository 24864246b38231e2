package dev.lazymcp.cli;

import dev.lazymcp.os.Secrets;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.upstream.Errand;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrSink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs what {@code --init} and {@code --shutdown} say, once in a session. */
final class StubChores {
    private final Supplier<StderrSink> stderr;
    private final Consumer<String> log;
    private final Object turn = new Object();
    private @Nullable List<String> prepared;
    private @Nullable Errand running;
    private boolean leaving;
    private boolean left;
    private long deadline = Long.MAX_VALUE;

    /** What the commands write goes to a new one of {@code stderr} each, what is to be said of them to {@code log}. */
    StubChores(Supplier<StderrSink> stderr, Consumer<String> log) {
        this.stderr = stderr;
        this.log = log;
    }

    /**
     * Before a start of the server: runs {@code --init} if that has not succeeded yet; blocks, each command for
     * {@code --start-timeout} at most.
     *
     * @throws StartFailure where one fails; the next start tries all of them again
     */
    void prepare(Definition definition) throws StartFailure {
        List<String> init = definition.options().chores().init();
        // A start that was given up may still be at it.
        synchronized (turn) {
            if (isPrepared(init)) {
                return;
            }
            for (String line : init) {
                Errand.Outcome outcome = begin(
                                line, definition, definition.options().startTimeout())
                        .await();
                ended();
                if (outcome instanceof Errand.Outcome.Failed(String inWords, String tail)) {
                    throw StartFailure.ofInit(sentence("init", inWords, line, definition.environment()), tail);
                }
            }
            synchronized (this) {
                prepared = init;
            }
        }
    }

    private synchronized boolean isPrepared(List<String> init) {
        return prepared != null && (prepared.equals(init) || init.isEmpty());
    }

    private synchronized Errand begin(String line, Definition definition, Duration limit) throws StartFailure {
        if (leaving) {
            throw StartFailure.ofInit("the client left before its command for init was run", "");
        }
        return start(line, definition, limit);
    }

    private synchronized Errand start(String line, Definition definition, Duration limit) throws StartFailure {
        Errand errand = Errand.start(line, definition.options().cwd(), definition.environment(), stderr.get(), limit);
        running = errand;
        return errand;
    }

    private synchronized void ended() {
        running = null;
    }

    /** The session ends: an init that runs is ended, and none begins. Does not block. */
    synchronized void leave() {
        if (!leaving && running != null) {
            running.hasten(Duration.ZERO);
        }
        leaving = true;
    }

    /**
     * After the last stop: runs {@code --shutdown} if a server was started; blocks. May be called while it is at it, to hasten it.
     *
     * @param until when it must be over, in {@link System#nanoTime}
     */
    void shutDown(Definition definition, long until) {
        if (!isFirst(until)) {
            awaitOther();
            return;
        }
        try {
            for (String line : definition.options().chores().shutdown()) {
                if (remaining().isNegative()) {
                    log.accept(definition.options().name() + ": no time is left for its command for shutdown");
                    return;
                }
                if (!run(line, definition)) {
                    return;
                }
            }
        } finally {
            synchronized (this) {
                left = true;
                notifyAll();
            }
        }
    }

    private synchronized boolean isFirst(long until) {
        boolean first = deadline == Long.MAX_VALUE;
        deadline = Math.min(deadline, until);
        if (!first && running != null) {
            running.hasten(remaining());
        }
        if (first && prepared == null) {
            left = true;
        }
        return first && !left;
    }

    private synchronized Duration remaining() {
        return Duration.ofNanos(deadline - System.nanoTime());
    }

    private boolean run(String line, Definition definition) {
        String name = definition.options().name() + ": ";
        try {
            Errand.Outcome outcome = start(line, definition, remaining()).await();
            if (outcome instanceof Errand.Outcome.Failed(String inWords, String _)) {
                log.accept(name + sentence("shutdown", inWords, line, definition.environment()));
                return false;
            }
            return true;
        } catch (StartFailure none) {
            log.accept(name + "its command for shutdown could not be started: " + none.getMessage());
            return false;
        } finally {
            ended();
        }
    }

    private synchronized void awaitOther() {
        try {
            while (!left) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String sentence(String phase, String inWords, String line, Map<String, String> environment) {
        String shown = Secrets.maskedArguments(List.of(line)).getFirst();
        return "its command for " + phase + " " + inWords + ": " + Secrets.masked(shown, environment);
    }
}
