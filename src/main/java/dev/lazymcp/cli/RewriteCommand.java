package dev.lazymcp.cli;

import dev.lazymcp.config.Backups;
import dev.lazymcp.config.Change;
import dev.lazymcp.config.ConfigEditor;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.FileRules;
import dev.lazymcp.config.Reach;
import dev.lazymcp.config.RewritePlanner;
import dev.lazymcp.config.Selection;
import dev.lazymcp.config.StubCommand;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.policy.ClaudePermissions;
import dev.lazymcp.config.policy.Policies;
import dev.lazymcp.config.policy.RewriteNotes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lazymcp rewrite}: entries of client files to stubs. */
@Command(
        name = "rewrite",
        description = {
            "Make servers lazy: turn their commands in the clients' config files into 'lazymcp wrap … -- COMMAND'.",
            "Without names, those whose entry says autoConnect: false. 'lazymcp restore' puts every byte back."
        },
        mixinStandardHelpOptions = true)
final class RewriteCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(
            paramLabel = "FILE|NAME",
            arity = "0..*",
            description =
                    "Config files, and names of servers, in which * and ? stand for any characters. Without files: those"
                            + " of the known clients.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--all", description = "All servers that are not disabled and do not say autoConnect: true.")
    private boolean all;

    @Option(names = "--remote", description = "With --all: servers with a URL as well.")
    private boolean remote;

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            converter = ClientOption.class,
            description = "Only the files of this client.")
    private Optional<String> client = Optional.empty();

    @Option(
            names = "--expose",
            paramLabel = "MODE",
            description = "What the client sees while a server sleeps: tiny, names, full, hidden or auto.")
    private Optional<String> expose = Optional.empty();

    @Option(
            names = "--command",
            paramLabel = "COMMAND",
            description = "What to write as lazymcp's command. By default 'lazymcp' in files that a team shares, the"
                    + " path of this binary in a user's own.")
    private Optional<String> command = Optional.empty();

    @Option(names = "--dry-run", description = "Show the change, write nothing.")
    private boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Write without asking.")
    private boolean yes;

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    @Option(names = "--verbose", description = "Also show where files were looked for.")
    private boolean verbose;

    @Option(
            names = "--check",
            description =
                    "Then start each lazy server of these files once, as 'lazymcp check' does, so that its stub knows its"
                            + " tools from the first session on.")
    private boolean check;

    @Spec
    @Nullable
    private CommandSpec spec;

    RewriteCommand() {
        this(Surroundings.ofProcess());
    }

    RewriteCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (check && (json || dryRun)) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(),
                    "--check goes with neither --json nor --dry-run; run 'lazymcp check --json' afterwards");
        }
        ConfigTargets targets = ConfigTargets.of(words, surroundings.workingDirectory());
        ConfigEditor editor =
                new ConfigEditor(new Backups(surroundings.directories().state()));
        ConfigRun run = new ConfigRun(surroundings, editor, ConfigRun.manner(dryRun, yes), json);
        ClaudePermissions permissions = new ClaudePermissions(
                surroundings.machine(), surroundings.clientFiles().projectDirectories());
        RewriteNotes notes = new RewriteNotes(Policies.on(surroundings.machine()), permissions);
        List<Path> files = files(targets);
        int code = run.run(files, targets.names(), new ConfigRun.Task() {
            @Override
            public Change plan(Path file) throws IOException, ConfigException {
                return RewriteCommand.this.plan(editor, targets, file, FileRules.of(file, permissions));
            }

            @Override
            public void unchanged(Change change) throws IOException, ConfigException {
                editor.adopt(change);
            }

            @Override
            public List<String> notes(Change change) throws ConfigException {
                return notes.of(change);
            }

            @Override
            public String farewell() {
                return "Takes effect when the client starts its next session. 'lazymcp restore' undoes this.";
            }
        });
        return check && code == ConfigRun.OK ? check(files, targets.names()) : code;
    }

    private int check(List<Path> files, List<String> names) {
        Inventory inventory = Inventory.of(surroundings.clientFiles(), client, files);
        List<Server> lazy = inventory.servers().stream()
                .filter(server -> server.entry().lazy())
                .toList();
        surroundings.out().println();
        return CheckSession.usual(surroundings)
                .run(CheckSelection.of(lazy, names).servers(), inventory.findings(), false);
    }

    private List<Path> files(ConfigTargets targets) {
        if (!targets.files().isEmpty()) {
            return targets.files();
        }
        List<Path> found = surroundings.clientFiles().editable(client);
        if (found.isEmpty()) {
            surroundings.complain("no client configuration was found in " + surroundings.workingDirectory() + " and "
                    + surroundings.home() + client.map(id -> " for " + id).orElse("")
                    + "; name a file: lazymcp rewrite FILE"
                    + (verbose ? ". Looked for:" : " (--verbose shows all that were looked for)"));
        }
        if (verbose) {
            surroundings.clientFiles().candidates(client).stream()
                    .map(file -> file.path().toString())
                    .distinct()
                    .forEach(path -> surroundings.err().println("  " + TerminalText.plain(path)));
        }
        return found;
    }

    private Change plan(ConfigEditor editor, ConfigTargets targets, Path file, FileRules rules)
            throws IOException, ConfigException {
        Selection selection = Selection.of(targets.names(), all ? new Selection.All(remote) : new Selection.Lazy());
        StubCommand stub = new StubCommand(
                surroundings.home(), surroundings.binary(), surroundings.env().getOrDefault("PATH", ""));
        // What a person sees in 'lazymcp list' is what is meant where no file is named.
        Reach readers = Reach.ofReaders(file);
        Reach reach = targets.files().isEmpty()
                ? readers.and(Reach.ofProjects(surroundings.clientFiles().projectDirectories()))
                : readers;
        return editor.planRewrite(
                file,
                target -> new RewritePlanner(
                        selection,
                        command.isPresent() ? command.get() : stub.in(target),
                        command.isPresent(),
                        expose,
                        rules,
                        reach));
    }
}
