package dev.lazymcp.cli;

import dev.lazymcp.control.AgentHook;
import dev.lazymcp.control.SessionKey;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/**
 * {@code lazymcp agent hook}. Whatever happens it exits with 0 and leaves stdout alone: clients take another code for an objection
 * to what they are about to do, and stdout for something to tell the model.
 */
@Command(
        name = "hook",
        description = {
            "For the hooks of a client: reads the hook's JSON on stdin and keeps the active agents as it says.",
            "Knows SessionStart, SessionEnd, SubagentStart and SubagentStop. Never fails; what is wrong is said on stderr."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class AgentHookCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Surroundings surroundings;
    private final InputStream in;

    @Parameters(
            arity = "0..1",
            paramLabel = "EVENT",
            description = "The event, for clients whose input does not name it.")
    private String event = "";

    /** Taken so that nothing on the command line makes the hook fail. */
    @Unmatched
    private List<String> others = new ArrayList<>();

    AgentHookCommand() {
        this(Surroundings.ofProcess(), System.in);
    }

    AgentHookCommand(Surroundings surroundings, InputStream in) {
        this.surroundings = surroundings;
        this.in = in;
    }

    @Override
    public Integer call() {
        try {
            if (!others.isEmpty()) {
                say("not understood and left alone: " + String.join(" ", others));
            }
            happened(BoundedInput.read(in, PATIENCE));
        } catch (IOException e) {
            say(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            say("an error of lazymcp itself: " + e);
        }
        return ConfigRun.OK;
    }

    private void happened(Frame input) throws IOException {
        if (!Json.isObject(input)) {
            say("what came on stdin is no JSON object; this is for the hooks of a client");
            return;
        }
        AgentHook hook = AgentHook.read(input, event);
        if (hook instanceof AgentHook.Other(String reason)) {
            say(reason);
            return;
        }
        String named = surroundings.env().getOrDefault(SessionKey.VARIABLE, "");
        switch (AgentSession.ofHook(LiveStubs.find(surroundings), named, AgentSession.ancestors())) {
            case AgentSession.Choice.Unclear(String message) -> say(message);
            case AgentSession.Choice.One(AgentSession session) -> {
                AgentRun run = new AgentRun(surroundings, directory(input));
                AgentRun.Done done = run.change(
                        session,
                        agents -> Optional.of(hook.on(agents, run::aliases)).filter(next -> !next.equals(agents)));
                done.told().stream()
                        .filter(told -> !told.fault().isEmpty())
                        .forEach(told -> say(told.stub().name() + " could not be told: " + told.fault()));
            }
        }
    }

    /** The client's directory, by which its agents are found. */
    private Path directory(Frame input) {
        String cwd = Json.string(input, "cwd");
        try {
            return cwd == null || cwd.isBlank()
                    ? surroundings.workingDirectory()
                    : surroundings.workingDirectory().resolve(cwd).normalize();
        } catch (InvalidPathException noPath) {
            return surroundings.workingDirectory();
        }
    }

    private void say(String message) {
        surroundings.err().println("lazymcp agent hook: " + TerminalText.plain(message));
    }
}
