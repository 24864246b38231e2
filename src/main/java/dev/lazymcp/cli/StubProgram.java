package dev.lazymcp.cli;

import dev.lazymcp.control.SessionKey;
import dev.lazymcp.os.Directories;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.Shim;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.StopPace;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The running stub: {@link Shim} on this process's streams, signals and directories. */
public final class StubProgram {
    private static final Duration LAST_WORDS = Duration.ofMillis(100);

    private final Map<String, String> environment = System.getenv();
    private final ServerProcess process = new ServerProcess(this::close);
    private final StubOptions options;
    private final Shim shim;
    private final StubSocket socket;
    private final StubStarter starter = new StubStarter(
            process::takeSignals, this::keptLog, () -> directories().state(), process::say);

    private StubProgram(WrapArguments arguments) {
        // A stub for everybody is not to look for files before its client was answered.
        options = arguments.agents.isEmpty()
                ? arguments.options(environment, Build.THIS.version())
                : arguments.options(
                        StubSocket.activeAgents(environment, process.parent().parent()), Build.THIS.version());
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
        SessionKey session = StubSocket.session(environment, process.parent().parent());
        return new StubLog(definition, session, directories(), process.stderr(), process::say);
    }

    private final class OurProcess implements Shim.Host {
        @Override
        public boolean parentIsGone() {
            return process.parent().isGone();
        }

        @Override
        public void opened() {
            socket.open(environment, process.parent().parent(), options);
        }

        @Override
        public void look() {
            socket.look();
        }

        @Override
        public void exit() {
            process.exitSoon();
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
        return process.serve(shim::serve, line -> log(options.name() + ": " + line));
    }

    private Directories directories() {
        return Directories.of(
                Directories.Platform.named(System.getProperty("os.name", "")),
                environment,
                Surroundings.home(environment));
    }

    private void close(StopPace pace) {
        long until = ServerProcess.deadline(pace);
        socket.close();
        starter.leave();
        shim.close(pace);
        starter.shutDown(shim.definition(), until, LAST_WORDS);
        process.stderr().flush(LAST_WORDS);
    }

    private void log(String line) {
        starter.log(line);
    }
}
