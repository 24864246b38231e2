package dev.lazymcp.cli;

import dev.lazymcp.config.AgentFiles;
import dev.lazymcp.control.AgentsFile;
import dev.lazymcp.control.AgentsStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lazymcp agent list}. */
@Command(
        name = "list",
        description = {
            "Show the agents that are active or defined, and which server is for which.",
            "Agents are defined by files of the project and of the user. Warns of a server for an agent that nobody is called."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class AgentListCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Surroundings surroundings;

    @Mixin
    private AgentOptions options = new AgentOptions();

    AgentListCommand() {
        this(Surroundings.ofProcess());
    }

    AgentListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        return switch (options.choose(LiveStubs.find(surroundings), surroundings)) {
            case AgentSession.Choice.Unclear(String message) -> {
                surroundings.complainInLines(message);
                yield ConfigRun.USAGE;
            }
            case AgentSession.Choice.One(AgentSession session) -> {
                show(list(session));
                yield ConfigRun.OK;
            }
        };
    }

    private AgentList list(AgentSession session) {
        List<StatusReport.Row> rows = LiveStubs.askAll(session.stubs(), stub -> StatusReport.row(stub, PATIENCE));
        Optional<AgentsFile> written = AgentsStore.find(Surroundings.runPlaces(surroundings.env()), session.key());
        AgentFiles.Found found =
                new AgentFiles(surroundings.workingDirectory(), surroundings.home(), surroundings.env()).find();
        return AgentList.of(session.key(), written.map(AgentsFile::agents), rows, found);
    }

    private void show(AgentList list) {
        if (options.json) {
            surroundings.out().println(TerminalText.json(list.json()));
        } else {
            surroundings.out().print(list.text(surroundings.workingDirectory(), surroundings.home()));
        }
        list.warnings().forEach(surroundings::complain);
    }
}
