package dev.lazymcp.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The root command: names the subcommands and nothing else. */
@Command(
        name = "lazymcp",
        description = "Starts MCP servers when they are used, not when the session starts.",
        mixinStandardHelpOptions = true,
        version = "lazymcp 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {RewriteCommand.class, RestoreCommand.class})
public final class LazymcpCommand implements Runnable {
    /** Runs the command line {@code args} and returns the exit code. */
    public static int run(String... args) {
        return new CommandLine(new LazymcpCommand()).execute(args);
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
