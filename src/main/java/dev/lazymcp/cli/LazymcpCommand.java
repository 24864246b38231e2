package dev.lazymcp.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The root command: names the subcommands and nothing else. */
@Command(
        name = "lazymcp",
        description = "Starts MCP servers when they are used, not when the session starts.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            WrapCommand.class,
            RewriteCommand.class,
            RestoreCommand.class,
            DemoCommand.class,
            DemoServer.class
        })
public final class LazymcpCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    /** Runs the command line {@code args} and returns the exit code. */
    public static int run(String... args) {
        return commandLine().execute(args);
    }

    /** The parser: words that begin with @ are words, and what a server is passed is never ours to read. */
    static CommandLine commandLine() {
        return new CommandLine(new LazymcpCommand()).setExpandAtFiles(false);
    }

    @Override
    public Integer call() {
        if (spec != null) {
            spec.commandLine().usage(System.err);
        }
        return CommandLine.ExitCode.USAGE;
    }
}
