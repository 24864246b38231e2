package dev.lazymcp.cli;

import dev.lazymcp.log.LogDirectory;
import dev.lazymcp.log.LogLine;
import dev.lazymcp.log.ServerLogs;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lazymcp logs}. */
@Command(
        name = "logs",
        description = {
            "Show what a server behind a stub wrote to stderr, and what its stub did: time, session, who speaks, text.",
            "A log begins with the first start of the server. LAZYMCP_LOG=debug in the client's environment adds a line for each"
                    + " message, without what is in it; LAZYMCP_LOG=off keeps none."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class LogsCommand implements Callable<Integer> {
    private static final Duration EVERY = Duration.ofMillis(200);

    private final Surroundings surroundings;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The server. Without one: which have logs.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what is written from now on, until interrupted.")
    private boolean follow;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            description = "So many of the last lines. Default: 100.")
    private int lines = 100;

    @Option(names = "--session", paramLabel = "ID", description = "Only what stubs of this session wrote.")
    private Optional<String> session = Optional.empty();

    LogsCommand() {
        this(Surroundings.ofProcess());
    }

    LogsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        LogDirectory directory = LogDirectory.in(surroundings.directories().state());
        if (lines < 0) {
            surroundings.complain("--lines is a number from 0, not " + lines);
            return ConfigRun.USAGE;
        }
        if (name.isEmpty()) {
            ServerLogs.names(directory).forEach(each -> surroundings.out().println(TerminalText.plain(each)));
            return ConfigRun.OK;
        }
        try (ServerLogs logs = new ServerLogs(directory, name.get(), session)) {
            List<LogLine> written = logs.more(!follow);
            if (logs.isEmpty() && !follow) {
                surroundings.complain(none(directory, name.get()));
                return ConfigRun.FAILURE;
            }
            print(written.subList(Math.max(0, written.size() - lines), written.size()));
            return follow ? follow(logs) : ConfigRun.OK;
        }
    }

    private int follow(ServerLogs logs) throws IOException {
        while (!surroundings.out().checkError()) {
            try {
                Thread.sleep(EVERY);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return ConfigRun.OK;
            }
            print(logs.more(false));
        }
        return ConfigRun.OK;
    }

    private void print(List<LogLine> some) {
        PrintStream out = surroundings.out();
        for (LogLine line : some) {
            out.println(line.time() + " " + TerminalText.plain(line.session()) + " " + TerminalText.plain(line.text()));
        }
        out.flush();
    }

    private String none(LogDirectory directory, String server) throws IOException {
        List<String> others = ServerLogs.names(directory);
        return "there is no log of " + server
                + session.map(id -> " in session " + id).orElse("")
                + "; one begins when the server is first started behind a stub. "
                + (others.isEmpty() ? "No server has one yet." : "There are logs of: " + String.join(", ", others));
    }
}
