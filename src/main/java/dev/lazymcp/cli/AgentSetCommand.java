package dev.lazymcp.cli;

import dev.lazymcp.control.ActiveAgents;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lazymcp agent set}. */
@Command(
        name = "set",
        description = {
            "Say which agent the person talks to now. It takes the place of the main agent; those that entered stay.",
            "Prints which servers came into scope and which went out of it."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class AgentSetCommand extends AgentChangeCommand {
    @Mixin
    private AgentName agent = new AgentName();

    AgentSetCommand() {
        this(Surroundings.ofProcess());
    }

    AgentSetCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Optional<String> activated() {
        return Optional.of(agent.name());
    }

    @Override
    Optional<ActiveAgents> change(ActiveAgents agents, AgentRun run) {
        return Optional.of(agents.set(run.byHand(agent.name())));
    }
}
