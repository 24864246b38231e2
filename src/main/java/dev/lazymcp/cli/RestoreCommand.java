package dev.lazymcp.cli;

import dev.lazymcp.config.Backups;
import dev.lazymcp.config.Change;
import dev.lazymcp.config.ConfigEditor;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
            description =
                    "Config files, and names of servers, in which * and ? stand for any characters. Without files: those of"
                            + " the known clients, in this project and your home.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            converter = ClientOption.class,
            description = "Only the files of this client.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--everywhere", description = "Also every other file that lazymcp ever changed on this machine.")
    private boolean everywhere;

    @Option(names = "--dry-run", description = "Show the change, write nothing.")
    private boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Write without asking.")
    private boolean yes;

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    @Spec
    @Nullable
    private CommandSpec spec;

    RestoreCommand() {
        this(Surroundings.ofProcess());
    }

    RestoreCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (everywhere && client.isPresent()) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(),
                    "--everywhere is all files of all clients; give it or --client, not both");
        }
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
        // A client's file may hold stubs of which no backup is left.
        List<Path> files =
                targets.files().isEmpty() ? surroundings.clientFiles().editable(client) : targets.files();
        if (everywhere) {
            files = Stream.concat(files.stream(), changed(backups).stream()).toList();
        }
        int code = new ConfigRun(surroundings, editor, ConfigRun.manner(dryRun, yes), json)
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
        if (!everywhere && !json && client.isEmpty() && targets.files().isEmpty()) {
            tellOthers(changed(backups), files);
        }
        return code;
    }

    // Who restores everything before removing lazymcp must not leave clients behind that start it.
    private void tellOthers(List<Path> changed, List<Path> files) {
        Set<Path> seen = files.stream().map(ConfigTargets::real).collect(Collectors.toUnmodifiableSet());
        List<String> others = changed.stream()
                .filter(file -> !seen.contains(ConfigTargets.real(file)))
                .map(Path::toString)
                .toList();
        if (!others.isEmpty()) {
            surroundings
                    .out()
                    .println(TerminalText.plain("Changed by lazymcp too, and left: " + String.join(", ", others)
                            + ". 'lazymcp restore --everywhere' restores all of them."));
        }
    }

    private List<Path> changed(Backups backups) throws IOException, ConfigException {
        List<Path> files = new ArrayList<>();
        for (Path file : backups.files()) {
            if (Files.exists(file)) {
                files.add(file);
            } else if (everywhere) {
                surroundings.complain(file + " is gone and was passed over; its backup is in "
                        + backups.directoryOf(file) + ", remove that to forget it.");
            }
        }
        return List.copyOf(files);
    }
}
