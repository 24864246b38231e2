package dev.lazymcp.cli;

import dev.lazymcp.control.SessionKey;
import dev.lazymcp.os.Background;
import dev.lazymcp.os.Directories;
import dev.lazymcp.os.NativeImage;
import dev.lazymcp.os.ParentWatch;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.Shim;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.StderrRelay;
import dev.lazymcp.upstream.StopPace;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** The running stub: {@link Shim} on this process's streams, signals and directories. */
public final class StubProgram {
    private static final Duration LAST_WORDS = Duration.ofMillis(100);

    /** How long the end of the server and {@code --shutdown} may take; a client that has no more patience sends a signal. */
    private static final Duration ON_END = Duration.ofSeconds(5);

    /** The same after a signal: the most impatient client kills us 1 s later. */
    private static final Duration ON_SIGNAL = Duration.ofMillis(800);

    private final Map<String, String> environment = System.getenv();
    private final StderrRelay stderr = StderrRelay.toOurStderr();
    private final AtomicBoolean signalsTaken = new AtomicBoolean();
    private final ParentWatch parent = ParentWatch.begin();
    private final StubOptions options;
    private final Shim shim;
    private final StubSocket socket;
    private final StubStarter starter = new StubStarter(
            this::takeSignals, this::keptLog, () -> directories().state(), this::say);

    private StubProgram(WrapArguments arguments) {
        // A stub for everybody is not to look for files before its client was answered.
        options = arguments.agents.isEmpty()
                ? arguments.options(environment, Build.THIS.version())
                : arguments.options(StubSocket.activeAgents(environment, parent.parent()), Build.THIS.version());
        shim = new Shim(
                new Definition(options, environment, Path.of("").toAbsolutePath()),
                definition -> new StubCatalog(definition, directories(), this::log),
                starter,
                new FileOutputStream(FileDescriptor.out),
                () -> System.nanoTime() / 1_000_000,
                this::log,
                new OurProcess());
        socket = new StubSocket(shim, this::log);
    }

    private StubLog keptLog(Definition definition) {
        SessionKey session = StubSocket.session(environment, parent.parent());
        return new StubLog(definition, session, directories(), stderr, this::say);
    }

    private final class OurProcess implements Shim.Host {
        @Override
        public boolean parentIsGone() {
            return parent.isGone();
        }

        @Override
        public void opened() {
            socket.open(environment, parent.parent(), options);
        }

        @Override
        public void look() {
            socket.look();
        }

        @Override
        public void exit() {
            Background.run("exit", () -> System.exit(0));
        }
    }

    /**
     * The stub for the command line {@code args}, if it is plain: the program's first word is {@code wrap}, and nothing in it
     * needs an error or help.
     *
     * @return its exit code, or -1 where nothing was run
     */
    public static int runIfPlain(String[] args) {
        if (args.length == 0 || !args[0].equals("wrap")) {
            return -1;
        }
        return WrapArguments.parse(args).map(StubProgram::run).orElse(-1);
    }

    /** Serves the client on stdin and stdout until it is gone; the exit code. */
    static int run(WrapArguments arguments) {
        return new StubProgram(arguments).serve();
    }

    private int serve() {
        // Whoever prints by mistake must not get between the frames.
        System.setOut(System.err);
        int code = 0;
        try {
            shim.serve(new FileInputStream(FileDescriptor.in));
        } catch (IOException e) {
            log(options.name() + ": cannot read from the client: " + e.getMessage());
            code = 1;
        }
        close(StopPace.EOF);
        return code;
    }

    private Directories directories() {
        return Directories.of(
                Directories.Platform.named(System.getProperty("os.name", "")),
                environment,
                Surroundings.home(environment));
    }

    /** A stub that has started nothing has nothing to end: only then do signals concern it. */
    private void takeSignals() {
        if (signalsTaken.compareAndSet(false, true)) {
            NativeImage.takeSignals();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(StopPace.SIGNAL)));
        }
    }

    private void close(StopPace pace) {
        long until = System.nanoTime() + (pace == StopPace.SIGNAL ? ON_SIGNAL : ON_END).toNanos();
        socket.close();
        starter.leave();
        shim.close(pace);
        starter.shutDown(shim.definition(), until, LAST_WORDS);
        stderr.flush(LAST_WORDS);
    }

    private void log(String line) {
        starter.log(line);
    }

    private void say(String line) {
        // A client that closed its end of our stderr is still a client.
        NativeImage.takeSignals();
        byte[] bytes = ("lazymcp: " + line + "\n").getBytes(StandardCharsets.UTF_8);
        stderr.write(bytes, 0, bytes.length);
    }
}
