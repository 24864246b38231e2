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
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrRelay;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** The log of a stub and its server, which begins with the first start: a stub that sleeps writes nothing. */
final class StubLog {
    /** {@code off}: nothing is kept; {@code debug}: messages are told of as well. */
    static final String VARIABLE = "LAZYMCP_LOG";

    private final LogWriter writer;
    private final StderrRelay stderr;
    private final boolean on;
    private final boolean debug;

    /** The log of the stub for {@code first} in {@code session}; that it cannot be written is told {@code trouble} once. */
    StubLog(
            Definition first,
            SessionKey session,
            Directories directories,
            StderrRelay stderr,
            Consumer<String> trouble) {
        Map<String, String> environment = first.environment();
        StubOptions options = first.options();
        String level = environment.getOrDefault(VARIABLE, "");
        this.on = !level.equals("off");
        this.debug = level.equals("debug");
        this.stderr = stderr;
        this.writer = new LogWriter(
                LogDirectory.in(directories.state()),
                new LogHeader(
                        options.name(), session.id(), ProcessHandle.current().pid(), options.version()),
                secrets(first),
                System::currentTimeMillis,
                trouble);
    }

    private static KnownSecrets secrets(Definition definition) {
        return Masking.known(definition, definition.entryEnvironment(), definition.environment());
    }

    /** The server is to be started, perhaps anew and with other secrets. */
    void prepare(Definition definition) {
        if (on) {
            writer.resume(secrets(definition));
        }
    }

    /** Where something that was started for the server writes its stderr. */
    StderrSink errors() {
        return on ? new ServerErrors(stderr, writer) : stderr;
    }

    /** Starts a server that is heard by the listener it is given. */
    @FunctionalInterface
    interface Beginning {
        /** Starts it. */
        Upstream begin(UpstreamListener listener) throws StartFailure;
    }

    /** Begins {@code beginning}, start {@code generation} of what {@code options} say, with what is kept of it. */
    Upstream start(StubOptions options, UpstreamListener listener, int generation, Beginning beginning)
            throws StartFailure {
        line("start " + generation + ": " + shown(options));
        if (!debug) {
            return beginning.begin(listener);
        }
        FrameTrace trace =
                new FrameTrace(listener, line -> writer.write(Source.FRAME, line), () -> System.nanoTime() / 1_000_000);
        return trace.over(beginning.begin(trace));
    }

    private static String shown(StubOptions options) {
        return options.remote()
                .map(remote -> Secrets.maskedUrl(remote.url()))
                .orElseGet(() -> String.join(" ", Secrets.maskedArguments(options.command())));
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
