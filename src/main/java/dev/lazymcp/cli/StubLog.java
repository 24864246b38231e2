package dev.lazymcp.cli;

import dev.lazymcp.control.SessionKey;
import dev.lazymcp.log.FrameTrace;
import dev.lazymcp.log.KnownSecrets;
import dev.lazymcp.log.LogDirectory;
import dev.lazymcp.log.LogHeader;
import dev.lazymcp.log.LogWriter;
import dev.lazymcp.log.LogWriter.Source;
import dev.lazymcp.log.ServerErrors;
import dev.lazymcp.os.Directories;
import dev.lazymcp.os.Secrets;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.ServerStarter;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.Command;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrRelay;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.StdioServer;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** A stub's server with its log, which begins with the first start: a stub that sleeps writes nothing. */
final class StubLog implements ServerStarter {
    /** {@code off}: nothing is kept; {@code debug}: messages are told of as well. */
    static final String VARIABLE = "LAZYMCP_LOG";

    private final LogWriter writer;
    private final StderrRelay stderr;
    private final boolean on;
    private final boolean debug;

    /** The log of the stub for {@code first} in {@code session}; that it cannot be written is told {@code trouble} once. */
    StubLog(Definition first, SessionKey session, Directories directories, StderrRelay stderr, Consumer<String> trouble) {
        Map<String, String> environment = first.environment();
        StubOptions options = first.options();
        String level = environment.getOrDefault(VARIABLE, "");
        this.on = !level.equals("off");
        this.debug = level.equals("debug");
        this.stderr = stderr;
        this.writer = new LogWriter(
                LogDirectory.in(directories.state()),
                new LogHeader(options.name(), session.id(), ProcessHandle.current().pid(), options.version()),
                secrets(first),
                System::currentTimeMillis,
                trouble);
    }

    private static KnownSecrets secrets(Definition definition) {
        return KnownSecrets.of(
                definition.options().command(), definition.entryEnvironment(), definition.environment());
    }

    @Override
    public void prepare(Definition definition) {
        if (on) {
            writer.resume(secrets(definition));
        }
    }

    /** Where something that was started for the server writes its stderr. */
    StderrSink errors() {
        return on ? new ServerErrors(stderr, writer) : stderr;
    }

    @Override
    public Upstream start(Definition definition, UpstreamListener listener, int generation) throws StartFailure {
        StubOptions options = definition.options();
        Command command = new Command(options.command(), options.cwd(), definition.environment());
        if (!on) {
            return StdioServer.start(command, listener, stderr, generation);
        }
        line("start " + generation + ": " + String.join(" ", Secrets.maskedArguments(options.command())));
        StderrSink errors = errors();
        if (!debug) {
            return StdioServer.start(command, listener, errors, generation);
        }
        FrameTrace trace = new FrameTrace(
                listener, line -> writer.write(Source.FRAME, line), () -> System.nanoTime() / 1_000_000);
        return trace.over(StdioServer.start(command, trace, errors, generation));
    }

    /** Keeps a line of the stub's own. */
    void line(String line) {
        if (on) {
            writer.write(Source.STUB, line);
        }
    }

    /** Waits for what is not written yet, at most {@code limit}. */
    void flush(Duration limit) {
        if (on) {
            writer.flush(limit);
        }
    }
}
