package dev.lazymcp.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What the exit code of each command means: at the end of its help, and nowhere else. */
final class ExitCodes {
    private static final String USUAL = "0 fine, 1 failed, 2 a wrong command line.";

    private ExitCodes() {}

    /** Puts it into the help of {@code commandLine} and of all commands below. */
    static void describe(CommandLine commandLine) {
        UsageMessageSpec usage = commandLine.getCommandSpec().usageMessage();
        List<String> footer = new ArrayList<>(List.of(usage.footer()));
        footer.add("");
        footer.add("Exit code: " + of(commandLine.getCommandSpec().qualifiedName()));
        usage.footer(footer.toArray(String[]::new));
        commandLine.getSubcommands().values().forEach(ExitCodes::describe);
    }

    private static String of(String command) {
        return switch (command) {
            case "lazymcp wrap" ->
                "0 the client has left, 1 it cannot be read, 2 a wrong command line. It says nothing of the server, whose"
                        + " failures are answers.";
            case "lazymcp rewrite", "lazymcp restore" ->
                "0 fine, 1 something was not done, each thing with its reason, 2 a wrong command line, or nobody to ask.";
            case "lazymcp list" -> "0 fine, 1 a file cannot be read, 2 a wrong command line.";
            case "lazymcp doctor" -> "0 fine, 1 something does not work, 2 a wrong command line.";
            case "lazymcp plugins" ->
                "0 fine, 2 a wrong command line, 10 something of a plugin could not be loaded.";
            case "lazymcp check" ->
                "0 all work, 1 a name is unknown, 2 a wrong command line, 10 one that is not required failed, 11 a required"
                        + " one failed.";
            case "lazymcp call" -> "0 fine, 1 failed, or the result is an error, 2 a wrong command line.";
            case "lazymcp sync" ->
                "0 fine, 1 something failed or waits for a person, 2 a wrong command line or no clear session.";
            case "lazymcp status", "lazymcp enable", "lazymcp disable", "lazymcp restart", "lazymcp stop" ->
                "0 fine, 1 a server failed or a name is unknown, 2 a wrong command line or no clear session.";
            case "lazymcp agent set", "lazymcp agent enter", "lazymcp agent clear", "lazymcp agent list" ->
                "0 fine, 1 failed, 2 a wrong command line or no clear session.";
            case "lazymcp agent leave" ->
                "0 fine, 1 no agent of that name is active, or a stub could not be told, 2 a wrong command line or no clear"
                        + " session.";
            default -> USUAL;
        };
    }
}
