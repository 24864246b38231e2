package dev.lazymcp.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lazymcp agent}. */
@Command(
        name = "agent",
        description = {
            "Say which agents are active in a session. A server with a list of agents is in sight while one of them is active.",
            "With none active such servers are out of sight."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AgentSetCommand.class,
            AgentEnterCommand.class,
            AgentLeaveCommand.class,
            AgentClearCommand.class,
            AgentListCommand.class,
            AgentHookCommand.class
        })
final class AgentCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public Integer call() {
        if (spec != null) {
            spec.commandLine().usage(System.err);
        }
        return CommandLine.ExitCode.USAGE;
    }
}
