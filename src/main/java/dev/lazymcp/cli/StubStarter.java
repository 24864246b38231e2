package dev.lazymcp.cli;

import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.ServerStarter;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.Command;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.StdioServer;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import dev.lazymcp.upstream.http.RemoteServer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts the server of a stub, with its log and its chores, which begin with the first start. */
final class StubStarter implements ServerStarter {
    private final Runnable onFirstStart;
    private final Function<Definition, StubLog> logs;
    private final Consumer<String> say;
    private volatile @Nullable StubLog keptLog;
    private @Nullable StubChores chores;

    /**
     * A starter that has started nothing.
     *
     * @param onFirstStart runs before each start; the first has something to end later
     * @param logs makes the log
     * @param say takes lines for people
     */
    StubStarter(Runnable onFirstStart, Function<Definition, StubLog> logs, Consumer<String> say) {
        this.onFirstStart = onFirstStart;
        this.logs = logs;
        this.say = say;
    }

    @Override
    public void prepare(Definition definition) throws StartFailure {
        onFirstStart.run();
        keptLog(definition).prepare(definition);
        chores(keptLog(definition)).prepare(definition);
    }

    @Override
    public Upstream start(Definition definition, UpstreamListener listener, int generation) throws StartFailure {
        StubLog kept = keptLog(definition);
        return kept.start(
                definition.options(),
                listener,
                generation,
                heard -> begin(definition, heard, kept.errors(), generation));
    }

    private Upstream begin(Definition definition, UpstreamListener listener, StderrSink errors, int generation)
            throws StartFailure {
        StubOptions now = definition.options();
        if (now.remote().isPresent()) {
            return RemoteServer.start(
                    now.remote().get(),
                    definition.environment(),
                    definition.directory(),
                    listener,
                    line -> log(now.name() + ": " + line),
                    generation);
        }
        Command command = new Command(now.command(), now.cwd(), definition.environment());
        return StdioServer.start(command, listener, errors, generation);
    }

    private synchronized StubLog keptLog(Definition definition) {
        StubLog kept = keptLog;
        if (kept == null) {
            kept = logs.apply(definition);
            keptLog = kept;
        }
        return kept;
    }

    private synchronized StubChores chores(StubLog kept) {
        StubChores made = chores == null ? new StubChores(kept::errors, this::log) : chores;
        chores = made;
        return made;
    }

    private synchronized @Nullable StubChores begunChores() {
        return chores;
    }

    /** Tells people {@code line}, and keeps it where there is a log by now. */
    void log(String line) {
        say.accept(line);
        StubLog kept = keptLog;
        if (kept != null) {
            kept.line(line);
        }
    }

    /** The session ends: nothing else is begun. Does not block. */
    void leave() {
        StubChores begun = begunChores();
        if (begun != null) {
            begun.leave();
        }
    }

    /** The server is gone for good: does what is to be done then, until {@code until} in {@link System#nanoTime}; blocks. */
    void shutDown(Definition definition, long until, Duration lastWords) {
        StubChores begun = begunChores();
        if (begun != null) {
            begun.shutDown(definition, until);
        }
        StubLog kept = keptLog;
        if (kept != null) {
            kept.flush(lastWords);
        }
    }

    /** Whether anything was started. */
    boolean hasBegun() {
        return keptLog != null;
    }
}
