package dev.lazymcp.cli;

import dev.lazymcp.config.Backups;
import dev.lazymcp.config.Change;
import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.ConfigEditor;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lazymcp restore}: the way back from {@code rewrite}. */
@Command(
        name = "restore",
        description = {
            "Put config files back as they were before 'lazymcp rewrite', to the byte.",
            "Where a file was edited since, the edits stay and only the stubs are undone."
        },
        mixinStandardHelpOptions = true)
final class RestoreCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(
            paramLabel = "FILE|NAME",
            arity = "0..*",
            description = "Config files, and names of servers. Without files: all that lazymcp ever changed here, and"
                    + " those of the known clients.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--dry-run", description = "Show the change, write nothing.")
    private boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Write without asking.")
    private boolean yes;

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    RestoreCommand() {
        this(Surroundings.ofProcess());
    }

    RestoreCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        try {
            return restore();
        } catch (IOException | ConfigException fault) {
            surroundings.complain(ConfigRun.message(fault));
            return ConfigRun.FAILURE;
        }
    }

    private int restore() throws IOException, ConfigException {
        ConfigTargets targets = ConfigTargets.of(words, surroundings.workingDirectory());
        Backups backups = new Backups(surroundings.directories().state());
        ConfigEditor editor = new ConfigEditor(backups);
        Selection selection = Selection.of(targets.names(), new Selection.All());
        List<Path> files = targets.files().isEmpty() ? known(backups) : targets.files();
        return new ConfigRun(surroundings, editor, ConfigRun.manner(dryRun, yes), json)
                .run(files, targets.names(), new ConfigRun.Task() {
                    @Override
                    public Change plan(Path file) throws IOException, ConfigException {
                        return editor.planRestore(file, selection);
                    }

                    @Override
                    public void unchanged(Change change) {}

                    @Override
                    public String farewell() {
                        return "Takes effect when the client starts its next session.";
                    }
                });
    }

    // A client's file may hold stubs of which no backup is left; one that has a backup is known by its real path.
    private List<Path> known(Backups backups) throws IOException, ConfigException {
        SequencedSet<Path> files = new LinkedHashSet<>();
        for (Path file : backups.files()) {
            if (Files.exists(file)) {
                files.add(file);
            } else {
                surroundings.complain(file + " is gone and was passed over; its backup is in "
                                + backups.directoryOf(file) + ", remove that to forget it.");
            }
        }
        ClientFiles clients = surroundings.clientFiles();
        for (Path file : clients.editable(Optional.empty())) {
            if (!files.contains(file.toRealPath())) {
                files.add(file);
            }
        }
        return List.copyOf(files);
    }
}
