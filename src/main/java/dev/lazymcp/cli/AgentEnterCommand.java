package dev.lazymcp.cli;

import dev.lazymcp.control.ActiveAgents;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lazymcp agent enter}. */
@Command(
        name = "enter",
        description = {
            "Say that one more agent is active beside the main one. Agents are counted: who enters twice leaves twice.",
            "Prints which servers came into scope."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class AgentEnterCommand extends AgentChangeCommand {
    @Mixin
    private AgentName agent = new AgentName();

    AgentEnterCommand() {
        this(Surroundings.ofProcess());
    }

    AgentEnterCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Optional<String> activated() {
        return Optional.of(agent.name());
    }

    @Override
    Optional<ActiveAgents> change(ActiveAgents agents, AgentRun run) {
        return Optional.of(agents.enter(run.byHand(agent.name())));
    }
}
