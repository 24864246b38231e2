package dev.lazymcp.cli;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.FileWatch;
import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.config.inventory.InstalledPlugins;
import dev.lazymcp.config.inventory.Plugin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lazymcp sync}. */
@Command(
        name = "sync",
        description = {
            "Read the clients' files again and bring the servers of the running session in line with them, without a new"
                    + " session. Writes no client file.",
            "Reads .mcp.json from here up to the project's root, and Copilot's mcp-config.json."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class SyncCommand implements Callable<Integer> {
    private static final Duration LOOK_EVERY = Duration.ofMillis(300);

    private final Surroundings surroundings;

    @Option(names = "--file", paramLabel = "FILE", description = "Read this file and no other.")
    private Optional<Path> file = Optional.empty();

    @Option(
            names = "--session",
            paramLabel = "ID",
            description = "The session: its client's process id, or the name that LAZYMCP_SESSION gave it. Default: the"
                    + " one this shell belongs to, or the only one.")
    private Optional<String> session = Optional.empty();

    @Option(
            names = "--watch",
            description =
                    "Go on, and do it again at each change of the files. What a project's file brings in waits for"
                            + " a person.")
    private boolean watch;

    @Option(names = "--dry-run", description = "Show what would be done, do nothing.")
    private boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Take changed definitions of a project's file without asking.")
    private boolean yes;

    @Mixin
    private OrderOptions options = new OrderOptions();

    SyncCommand() {
        this(Surroundings.ofProcess());
    }

    SyncCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        if (watch && (yes || dryRun)) {
            surroundings.complain("--watch brings in what nobody has seen yet, so it goes neither with --yes nor with"
                    + " --dry-run. Leave one of them out.");
            return ConfigRun.USAGE;
        }
        SyncFiles places = new SyncFiles(surroundings.workingDirectory(), surroundings.home(), surroundings.env());
        List<SyncFiles.Candidate> files =
                file.map(named -> List.of(places.named(named))).orElseGet(() -> candidates(places));
        SyncRun run = new SyncRun(surroundings, places, files, file.isPresent(), session, manner(), options.patience());
        return watch ? watch(run, files) : new SyncReport(surroundings, options.json).tell(run.pass());
    }

    private List<SyncFiles.Candidate> candidates(SyncFiles places) {
        List<SyncFiles.Candidate> all = new ArrayList<>(places.candidates());
        InstalledPlugins.of(surroundings.clientFiles()).all().stream()
                .filter(Plugin::enabled)
                .flatMap(plugin -> plugin.files().stream())
                .map(ClientFile::path)
                .distinct()
                .map(SyncFiles::ofPlugin)
                .forEach(all::add);
        return List.copyOf(all);
    }

    private SyncTrust.Manner manner() {
        if (dryRun) {
            return SyncTrust.Manner.DRY;
        }
        if (yes) {
            return SyncTrust.Manner.TAKE;
        }
        return watch || options.json || surroundings.prompt().isEmpty() ? SyncTrust.Manner.WAIT : SyncTrust.Manner.ASK;
    }

    private int watch(SyncRun run, List<SyncFiles.Candidate> files) throws IOException {
        List<Path> paths = files.stream().map(SyncFiles.Candidate::path).toList();
        SyncReport report = new SyncReport(surroundings, options.json);
        FileWatch watching = FileWatch.of(FileWatch.snapshot(paths));
        int code = report.tellNews(run.pass());
        while (code != ConfigRun.USAGE && !surroundings.out().checkError()) {
            try {
                Thread.sleep(LOOK_EVERY);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return code;
            }
            FileWatch.Look look = watching.look(FileWatch.snapshot(paths));
            watching = look.next();
            if (look.changed()) {
                code = report.tellNews(run.pass());
            }
        }
        return code;
    }
}
