package dev.lazymcp.shim;

import dev.lazymcp.upstream.Remote;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything a stub needs to know; all of it stands in its command line.
 *
 * @param name the entry's name in the client's configuration
 * @param expose what the client sees while the server sleeps
 * @param injectTools whether the real tools join the list once the server runs ({@code --after})
 * @param tools the only tools to list and to allow, or empty for all
 * @param deniedTools tools never to list and never to allow, whatever {@code tools} says
 * @param agents the agents the server is for, or empty for all
 * @param activeAgents the agents that are active when the stub starts
 * @param required whether a failure to start counts as a failure of the whole set-up
 * @param eager whether the server starts with the client instead of at the first invocation
 * @param pinned whether a server whose tools are not those of the catalog is refused
 * @param idle how long nothing must happen before the server is stopped; zero: it is never stopped for that
 * @param grace how long a server out of its agents' scope is kept alive
 * @param startTimeout how long a start may take, handshake and tool list included
 * @param callTimeout how long a request may take; zero: as long as the client waits
 * @param cwd the server's working directory, {@code ~} at its start for the home directory, or empty for ours
 * @param envKeys names of the environment variables that belong to the entry and so to the server's identity
 * @param chores what is run before the server's first start and after its last stop
 * @param remote where the server is if it runs somewhere else, or empty for one that is started here
 * @param command the server's command line; empty for one that runs somewhere else
 * @param version the version of this program
 */
public record StubOptions(
        String name,
        Exposure expose,
        boolean injectTools,
        List<String> tools,
        List<String> deniedTools,
        List<String> agents,
        List<String> activeAgents,
        boolean required,
        boolean eager,
        boolean pinned,
        Duration idle,
        Duration grace,
        Duration startTimeout,
        Duration callTimeout,
        Optional<String> cwd,
        List<String> envKeys,
        Chores chores,
        Optional<Remote> remote,
        List<String> command,
        String version) {
    /** {@code --grace} where it is not given. */
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(75);

    /** {@code --start-timeout} where it is not given: half of what SDK clients wait for an answer. */
    public static final Duration DEFAULT_START_TIMEOUT = Duration.ofSeconds(30);

    /** Copies the lists. */
    public StubOptions {
        tools = List.copyOf(tools);
        deniedTools = List.copyOf(deniedTools);
        agents = List.copyOf(agents);
        activeAgents = List.copyOf(activeAgents);
        envKeys = List.copyOf(envKeys);
        command = List.copyOf(command);
        if (command.isEmpty() == remote.isEmpty()) {
            throw new IllegalArgumentException("a stub needs either the command or the address of its server");
        }
    }

    /** The tools that the entry names and allows; none where it allows all that it does not deny. */
    List<String> namedTools() {
        return deniedTools.isEmpty()
                ? tools
                : tools.stream().filter(this::allows).toList();
    }

    /** Whether the entry lets the client see and call {@code tool}. */
    public boolean allows(String tool) {
        return !deniedTools.contains(tool) && (tools.isEmpty() || tools.contains(tool));
    }
}
