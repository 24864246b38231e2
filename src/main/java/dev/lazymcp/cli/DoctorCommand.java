package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.config.doctor.Doctor;
import dev.lazymcp.config.doctor.Snapshot;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.policy.ClaudePermissions;
import dev.lazymcp.config.policy.Policies;
import dev.lazymcp.os.Directories;
import dev.lazymcp.upstream.Command;
import dev.lazymcp.upstream.StartCheck;
import dev.lazymcp.upstream.StartFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** {@code lazymcp doctor}: what is wrong with this machine's set-up. */
@picocli.CommandLine.Command(
        name = "doctor",
        description = {
            "Look for what is wrong with the clients' servers on this machine, and say of each finding what to do about it.",
            "Starts nothing and changes nothing."
        },
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            converter = ClientOption.class,
            description = "Only this client.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    private final Map<Question, Optional<String>> faults = new HashMap<>();

    private record Question(String command, Map<String, String> env, Optional<String> directory) {}

    DoctorCommand() {
        this(Surroundings.ofProcess());
    }

    DoctorCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Snapshot snapshot = snapshot();
        List<Finding> findings = Doctor.examine(snapshot);
        if (json) {
            ObjectNode root = JsonMapper.builder().build().createObjectNode();
            FindingReport.add(root.putArray("findings"), findings);
            surroundings.out().println(TerminalText.json(root));
        } else {
            FindingReport.print(surroundings.out(), surroundings.width(), findings);
            surroundings.out().println(summary(snapshot, findings));
        }
        return FindingReport.hasErrors(findings) ? ConfigRun.FAILURE : ConfigRun.OK;
    }

    private Snapshot snapshot() {
        Directories directories = surroundings.directories();
        List<Path> own =
                new ArrayList<>(List.of(directories.state(), directories.cache().resolve("catalog")));
        own.addAll(Surroundings.runPlaces(surroundings.env()));
        KnownServers known = new KnownServers(surroundings.machine(), directories, surroundings::complain);
        return new Snapshot(
                Inventory.of(surroundings.clientFiles(), client),
                surroundings.machine(),
                Policies.on(surroundings.machine()),
                new ClaudePermissions(
                        surroundings.machine(), surroundings.clientFiles().projectDirectories()),
                this::fault,
                server -> known.find(server).map(KnownServers.Known::entry),
                StubWords::read,
                own);
    }

    // Many entries start the same few programs, and one that is missing is looked for in the login shell too.
    private Optional<String> fault(String command, Map<String, String> env, Optional<String> directory) {
        return faults.computeIfAbsent(new Question(command, env, directory), DoctorCommand::look);
    }

    private static Optional<String> look(Question question) {
        try {
            StartCheck.require(new Command(List.of(question.command), question.directory, question.env));
            return Optional.empty();
        } catch (StartFailure failure) {
            return Optional.ofNullable(failure.getMessage());
        }
    }

    private static String summary(Snapshot snapshot, List<Finding> findings) {
        String looked = "Looked at " + count(snapshot.inventory().servers().size(), "entry", "entries") + " in "
                + count(snapshot.inventory().files().size(), "file", "files") + ": ";
        return looked
                + (findings.isEmpty() ? "nothing is wrong." : count(findings.size(), "finding", "findings") + ".");
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
