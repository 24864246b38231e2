package dev.lazymcp.upstream;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What starts a server, as a configuration says it.
 *
 * @param argv the command and its arguments, not empty; the command is looked up as a shell would, {@code ~} at its start is
 *     the home directory; arguments are passed as they are
 * @param directory where it runs, {@code ~} at the start is the home directory; ours where there is none
 * @param environment the whole environment; variables that are equal to ours are passed on byte by byte
 */
public record Command(List<String> argv, Optional<String> directory, Map<String, String> environment) {
    /** @throws IllegalArgumentException where {@code argv} is empty */
    public Command {
        if (argv.isEmpty()) {
            throw new IllegalArgumentException("no command");
        }
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }

    /** {@code argv} in our directory with our environment. */
    public static Command inherit(List<String> argv) {
        return new Command(argv, Optional.empty(), System.getenv());
    }
}
