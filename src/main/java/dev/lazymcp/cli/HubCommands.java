package dev.lazymcp.cli;

import dev.lazymcp.hub.Action;
import dev.lazymcp.hub.Commands;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/**
 * The commands of the command line, run in the hub for its client. What they say is what they would say in a shell where nobody can
 * be asked, and so what waits for a person waits.
 *
 * @param surroundings of the hub
 * @param session the hub's
 * @param ready waits until commands can reach the hub
 */
record HubCommands(Surroundings surroundings, String session, Runnable ready) implements Commands {
    @Override
    public Said run(Action action, String subject) {
        ready.run();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
        Surroundings here = new Surroundings(
                surroundings.env(),
                surroundings.workingDirectory(),
                surroundings.home(),
                surroundings.binary(),
                Optional.empty(),
                out,
                out);
        CommandFaults faults = new CommandFaults(surroundings.env());
        int code = new CommandLine(command(action, subject, here))
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(faults)
                .setExecutionExceptionHandler(faults)
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .execute(words(subject));
        out.flush();
        return new Said(text.toString(StandardCharsets.UTF_8).strip(), code != ConfigRun.OK);
    }

    private static Object command(Action action, String subject, Surroundings here) {
        return switch (action) {
            case STATUS -> new StatusCommand(here);
            case ENABLE -> new EnableCommand(here);
            case DISABLE -> new DisableCommand(here);
            case RESTART -> new RestartCommand(here);
            case SYNC -> new SyncCommand(here);
            case AGENT -> subject.isEmpty() ? new AgentListCommand(here) : new AgentSetCommand(here);
        };
    }

    /** A subject is never an option. */
    private String[] words(String subject) {
        List<String> words = new ArrayList<>(List.of("--session", session));
        if (!subject.isEmpty()) {
            words.add("--");
            words.add(subject);
        }
        return words.toArray(String[]::new);
    }

    /** Not the environment. */
    @Override
    public String toString() {
        return "HubCommands[" + session + "]";
    }
}
