package dev.lazymcp.cli;

import dev.lazymcp.control.ActiveAgents;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code lazymcp agent clear}. */
@Command(
        name = "clear",
        description = {
            "Say that no agent is active: every server that is only for some agents goes out of scope.",
            "Prints which did."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class AgentClearCommand extends AgentChangeCommand {
    AgentClearCommand() {
        this(Surroundings.ofProcess());
    }

    AgentClearCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Optional<ActiveAgents> change(ActiveAgents agents, AgentRun run) {
        return Optional.of(ActiveAgents.none());
    }
}
