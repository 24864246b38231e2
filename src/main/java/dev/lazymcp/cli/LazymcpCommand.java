package dev.lazymcp.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
            HubCommand.class,
            RewriteCommand.class,
            RestoreCommand.class,
            ListCommand.class,
            TokensCommand.class,
            ToolsCommand.class,
            CallCommand.class,
            LogsCommand.class,
            PluginsCommand.class,
            DoctorCommand.class,
            CheckCommand.class,
            StatusCommand.class,
            EnableCommand.class,
            DisableCommand.class,
            RestartCommand.class,
            StopCommand.class,
            AgentCommand.class,
            SyncCommand.class,
            CompletionCommand.class,
            ManCommand.class,
            CompleteCommand.class,
            DemoCommand.class,
            DemoServer.class
        })
public final class LazymcpCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    /** Runs the command line {@code args} and returns the exit code. */
    public static int run(String... args) {
        CommandLine commandLine = commandLine();
        return commandLine.execute(own(commandLine, asOptions(args)));
    }

    /** The parser. */
    static CommandLine commandLine() {
        return commandLine(CommandLine.defaultFactory(), System.getenv());
    }

    /** The parser with commands of {@code factory}. Words that begin with @ are words. */
    static CommandLine commandLine(CommandLine.IFactory factory, Map<String, String> env) {
        CommandFaults faults = new CommandFaults(env);
        CommandLine commandLine = new CommandLine(new LazymcpCommand(), factory);
        ExitCodes.describe(commandLine);
        return commandLine
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(faults)
                .setExecutionExceptionHandler(faults);
    }

    /** {@code help [COMMAND...]} and {@code version}, which people try, as the options that do the same. */
    static String[] asOptions(String... args) {
        List<String> words = new ArrayList<>(List.of(args));
        if (words.equals(List.of("version"))) {
            return new String[] {"--version"};
        }
        if (!words.isEmpty() && words.getFirst().equals("help")) {
            words.removeFirst();
            words.add("--help");
        }
        return words.toArray(String[]::new);
    }

    /** The words that are ours to read; those of a server, behind the first {@code --}, are given to its command as they are. */
    static String[] own(CommandLine commandLine, String... args) {
        int dashes = Arrays.asList(args).indexOf("--");
        CommandLine subcommand = commandLine.getSubcommands().get(args.length == 0 ? "" : args[0]);
        if (dashes < 0 || subcommand == null || !(subcommand.getCommand() instanceof WrapCommand wrap)) {
            return args;
        }
        wrap.command = List.of(args).subList(dashes + 1, args.length);
        return Arrays.copyOf(args, dashes);
    }

    @Override
    public Integer call() {
        if (spec != null) {
            spec.commandLine().usage(System.err);
        }
        return CommandLine.ExitCode.USAGE;
    }
}
