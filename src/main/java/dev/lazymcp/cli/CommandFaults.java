package dev.lazymcp.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Tells people what went wrong with a command: a sentence and what to do, no usage of thirty lines and no trace.
 *
 * @param env the environment
 */
record CommandFaults(Map<String, String> env) implements IParameterExceptionHandler, IExecutionExceptionHandler {
    /** The variable that has traces printed. */
    private static final String DEBUG = "LAZYMCP_DEBUG";

    @Override
    public int handleParseException(ParameterException fault, String[] args) {
        CommandLine commandLine = fault.getCommandLine();
        PrintWriter err = commandLine.getErr();
        err.println("lazymcp: " + TerminalText.plain(message(fault)));
        String command = commandLine.getCommandSpec().qualifiedName();
        err.println("See '" + command + " --help'.");
        return ConfigRun.USAGE;
    }

    @Override
    public int handleExecutionException(Exception fault, CommandLine commandLine, ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        boolean debug = !env.getOrDefault(DEBUG, "").isBlank();
        if (debug) {
            fault.printStackTrace(err);
        }
        err.println("lazymcp: " + TerminalText.plain(ConfigRun.message(fault)));
        if (!(fault instanceof IOException || fault instanceof UncheckedIOException)) {
            err.println("lazymcp: that is an error of lazymcp itself"
                    + (debug ? "." : "; " + DEBUG + "=1 in the environment shows where."));
        }
        return ConfigRun.FAILURE;
    }

    private static String message(ParameterException fault) {
        if (!(fault instanceof UnmatchedArgumentException unmatched)) {
            return ConfigRun.message(fault);
        }
        CommandSpec command = fault.getCommandLine().getCommandSpec();
        List<String> words = unmatched.getUnmatched();
        String first = words.getFirst();
        if (command.userObject() instanceof WrapCommand) {
            // What stands behind an option that is not known may be a secret, and so may a server's arguments.
            return words.stream()
                    .filter(word -> !word.startsWith("-"))
                    .findFirst()
                    .filter(word -> word.equals(first))
                    .map(word -> "the server's command stands behind --, as in: lazymcp wrap … -- " + word + " …")
                    .orElseGet(() -> unknownOption(command, first));
        }
        if (first.startsWith("-")) {
            return unknownOption(command, first);
        }
        if (command.subcommands().isEmpty()) {
            return command.qualifiedName() + " takes no such word: " + first;
        }
        return "there is no command " + first + Spelling.hint(first, names(command));
    }

    private static String unknownOption(CommandSpec command, String word) {
        String option = word.split("=", 2)[0];
        return command.qualifiedName() + " has no option " + option
                + Spelling.hint(option, command.optionsMap().keySet());
    }

    private static Set<String> names(CommandSpec command) {
        return command.subcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
