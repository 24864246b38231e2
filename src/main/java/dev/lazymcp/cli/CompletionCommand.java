package dev.lazymcp.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code lazymcp completion}. */
@Command(
        name = "completion",
        description = {
            "Print the script by which a shell completes commands, options and the names of servers, tools, agents and sessions.",
            "Its first lines say where it goes."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class CompletionCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh, fish or powershell.")
    private String shell = "";

    CompletionCommand() {
        this(Surroundings.ofProcess());
    }

    CompletionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Optional<String> script = CompletionScript.of(shell);
        if (script.isEmpty()) {
            surroundings
                    .err()
                    .println("lazymcp: there is no completion for " + shell + "; there is for "
                            + String.join(", ", CompletionScript.shells()));
            return ConfigRun.USAGE;
        }
        surroundings.out().print(script.get());
        return ConfigRun.OK;
    }
}
