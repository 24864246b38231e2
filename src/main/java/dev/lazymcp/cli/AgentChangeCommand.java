package dev.lazymcp.cli;

import dev.lazymcp.control.ActiveAgents;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** What {@code agent set}, {@code enter}, {@code leave} and {@code clear} share. */
abstract class AgentChangeCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private AgentOptions options = new AgentOptions();

    AgentChangeCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** What becomes of {@code agents}; empty where it cannot be done. */
    abstract Optional<ActiveAgents> change(ActiveAgents agents, AgentRun run);

    /** The agent that is to be active from now on. */
    Optional<String> activated() {
        return Optional.empty();
    }

    /** Why it could not be done to {@code agents}, for people. */
    String refusal(ActiveAgents agents) {
        return "nothing was changed. " + AgentReport.text(agents);
    }

    @Override
    public final Integer call() throws IOException {
        return switch (options.choose(LiveStubs.find(surroundings), surroundings)) {
            case AgentSession.Choice.Unclear(String message) -> {
                surroundings.complainInLines(message);
                yield ConfigRun.USAGE;
            }
            case AgentSession.Choice.One(AgentSession session) -> change(session);
        };
    }

    private int change(AgentSession session) throws IOException {
        AgentRun run = new AgentRun(surroundings, surroundings.workingDirectory());
        AgentRun.Done done = run.change(session, agents -> change(agents, run));
        if (!done.change().written()) {
            String refusal = refusal(done.change().before());
            surroundings.complain(refusal);
            if (options.json) {
                surroundings
                        .out()
                        .println(TerminalText.json(AgentReport.json(done).put("error", refusal)));
            }
            return ConfigRun.FAILURE;
        }
        if (options.json) {
            surroundings.out().println(TerminalText.json(AgentReport.json(done)));
        } else {
            surroundings.out().print(AgentReport.text(done));
        }
        activated()
                .flatMap(name ->
                        run.meant(name).map(meant -> "no agent is called " + name + "; did you mean " + meant + "?"))
                .ifPresent(surroundings::complain);
        done.told().stream()
                .filter(told -> !told.fault().isEmpty())
                .forEach(told -> surroundings.complain(told.stub().name() + " could not be told: " + told.fault()));
        return done.hasFaults() ? ConfigRun.FAILURE : ConfigRun.OK;
    }
}
