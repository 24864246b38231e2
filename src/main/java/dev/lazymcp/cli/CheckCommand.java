package dev.lazymcp.cli;

import dev.lazymcp.config.inventory.Inventory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lazymcp check}: starts every server once and says what works. */
@Command(
        name = "check",
        description = {
            "Start every configured server once, list what it has, end it, and report what works and what does not.",
            "Fills the catalog, so that stubs know their servers before the first start."
        },
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    @org.jspecify.annotations.Nullable
    private CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Names of servers; * and ? stand for any characters. Without any: all.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            converter = ClientOption.class,
            description = "Only this client.")
    private Optional<String> client = Optional.empty();

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "A config file; may be given more than once. Without any: those of the known clients.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "How many servers to start at a time. Default: as many as there are cores.")
    private Optional<Integer> jobs = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = CheckSession.USUAL_LIMIT,
            description = "How long a server may take until its last list is read; 0: as long as it does. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String timeout = CheckSession.USUAL_LIMIT;

    @Option(names = "--accept", description = "Accept the tools that the named servers have now, for stubs with --pin.")
    private boolean accept;

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    CheckCommand() {
        this(Surroundings.ofProcess());
    }

    CheckCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Duration limit = Durations.parse(timeout)
                .map(Durations::orEndless)
                .orElseThrow(() -> usage("--timeout must be a duration such as 300ms, 5s or 2m, or 0 for none"));
        int atOnce = jobs.orElseGet(CheckSession::cores);
        if (atOnce < 1) {
            throw usage("--jobs must be at least 1");
        }
        if (accept && names.isEmpty()) {
            throw usage("--accept goes with the names of the servers whose tools you have looked at");
        }
        List<Path> paths =
                files.stream().map(surroundings.workingDirectory()::resolve).toList();
        Inventory inventory = paths.isEmpty()
                ? Inventory.of(surroundings.clientFiles(), client)
                : Inventory.of(surroundings.clientFiles(), client, paths);
        CheckSelection selection = CheckSelection.of(inventory.servers(), names);
        if (!selection.unknown().isEmpty()) {
            selection.unknown().forEach(surroundings::complain);
            return ConfigRun.FAILURE;
        }
        return new CheckSession(surroundings, atOnce, limit, accept)
                .run(selection.servers(), inventory.findings(), json);
    }

    private ParameterException usage(String message) {
        return new ParameterException(java.util.Objects.requireNonNull(spec).commandLine(), message);
    }
}
