package dev.lazymcp.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The agent that a command is about. */
final class AgentName {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    private String name = "";

    @Parameters(
            paramLabel = "NAME",
            description =
                    "The agent's name, or the name of its file without .agent.md or .md. Upper and lower case differ.")
    void setName(String value) {
        String stripped = value.strip();
        boolean isList = stripped.indexOf(',') >= 0;
        if ((stripped.isEmpty() || isList) && spec != null) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    stripped.isEmpty()
                            ? "an agent's name is not empty"
                            : "one agent at a time: '" + stripped + "' is a list, and no name has a comma");
        }
        name = stripped;
    }

    /** Its name. */
    String name() {
        return name;
    }
}
