package dev.lazymcp.cli;

import dev.lazymcp.control.ActiveAgents;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lazymcp agent leave}. */
@Command(
        name = "leave",
        description = {
            "Say that one agent of that name is not active any more.",
            "Prints which servers went out of scope. Fails where no agent of that name is active."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class AgentLeaveCommand extends AgentChangeCommand {
    @Mixin
    private AgentName agent = new AgentName();

    AgentLeaveCommand() {
        this(Surroundings.ofProcess());
    }

    AgentLeaveCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Optional<ActiveAgents> change(ActiveAgents agents, AgentRun run) {
        return agents.leave(agent.name());
    }

    @Override
    String refusal(ActiveAgents agents) {
        return agent.name() + " is not active. " + AgentReport.text(agents);
    }
}
