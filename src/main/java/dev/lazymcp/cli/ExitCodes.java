package dev.lazymcp.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** What the exit codes of each command mean: in its help and its page of the manual, and nowhere else. */
final class ExitCodes {
    private static final List<String> USUAL = List.of("0:fine", "1:failed", "2:a wrong command line");

    private ExitCodes() {}

    /** Puts it into the model of {@code commandLine} and of all commands below. */
    static void describe(CommandLine commandLine) {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (String line : of(commandLine.getCommandSpec().qualifiedName())) {
            int colon = line.indexOf(':');
            meanings.put(line.substring(0, colon), line.substring(colon + 1));
        }
        commandLine.getCommandSpec().usageMessage().exitCodeListHeading("%nExit codes:%n");
        commandLine.getCommandSpec().usageMessage().exitCodeList(meanings);
        commandLine.getSubcommands().values().forEach(ExitCodes::describe);
    }

    private static List<String> of(String command) {
        return switch (command) {
            case "lazymcp" ->
                List.of(
                        "0:fine",
                        "1:something failed; it says what",
                        "2:a wrong command line",
                        "10:degraded: a server failed that is not required",
                        "11:a required server failed");
            case "lazymcp wrap" ->
                List.of(
                        "0:the client has left; failures of the server are answers, and change nothing here",
                        "1:the client cannot be read",
                        "2:a wrong command line");
            case "lazymcp rewrite", "lazymcp restore" ->
                List.of(
                        "0:fine",
                        "1:something was not done, each thing with its reason",
                        "2:a wrong command line, or nobody to ask");
            case "lazymcp list" -> List.of("0:fine", "1:a file cannot be read", "2:a wrong command line");
            case "lazymcp doctor" -> List.of("0:fine", "1:something does not work", "2:a wrong command line");
            case "lazymcp plugins" ->
                List.of("0:fine", "2:a wrong command line", "10:something of a plugin could not be loaded");
            case "lazymcp check" ->
                List.of(
                        "0:all work",
                        "1:a name is unknown",
                        "2:a wrong command line",
                        "10:one that is not required failed",
                        "11:a required one failed");
            case "lazymcp call" -> List.of("0:fine", "1:failed, or the result is an error", "2:a wrong command line");
            case "lazymcp sync" ->
                List.of(
                        "0:fine",
                        "1:something failed or waits for a person",
                        "2:a wrong command line or no clear session");
            case "lazymcp status", "lazymcp enable", "lazymcp disable", "lazymcp restart", "lazymcp stop" ->
                List.of(
                        "0:fine",
                        "1:a server failed or a name is unknown",
                        "2:a wrong command line or no clear session");
            case "lazymcp agent set", "lazymcp agent enter", "lazymcp agent clear", "lazymcp agent list" ->
                List.of("0:fine", "1:failed", "2:a wrong command line or no clear session");
            case "lazymcp agent leave" ->
                List.of(
                        "0:fine",
                        "1:no agent of that name is active, or a stub could not be told",
                        "2:a wrong command line or no clear session");
            default -> USUAL;
        };
    }
}
