package dev.lazymcp.cli;

import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.probe.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which server a command talks to, and how long it may take. */
final class CounterpartOptions {

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            converter = ClientOption.class,
            description = "The server as this client has it.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--session", paramLabel = "ID", description = SessionOptions.WHICH)
    private Optional<String> session = Optional.empty();

    @Option(names = "--fresh", description = "Start the server for this command, even if it runs behind a stub.")
    private boolean fresh;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = WrapCommand.DurationConverter.class,
            description = "How long all of it may take; 0: as long as it does. Default: 5m.")
    private Duration timeout = Duration.ofMinutes(5);

    @Option(names = "--json", description = "Print the result as the server gave it.")
    boolean json;

    /** The server {@code name}: behind its stub in this session, else started for this command. */
    Counterpart find(String name, Surroundings surroundings) throws Refused, IOException {
        Deadline deadline = Deadline.in(Durations.orEndless(timeout));
        Optional<LiveStub> stub = fresh ? Optional.empty() : stub(name, surroundings);
        return stub.isPresent() ? new StubCounterpart(stub.get(), deadline) : start(name, surroundings, deadline);
    }

    private Optional<LiveStub> stub(String name, Surroundings surroundings) throws Refused, IOException {
        LiveStubs live = LiveStubs.find(surroundings);
        return switch (live.choose(session, false, surroundings.env())) {
            case LiveStubs.Choice.Stubs(List<LiveStub> stubs, List<LiveStub> _) -> {
                Optional<LiveStub> found =
                        stubs.stream().filter(stub -> stub.name().equals(name)).findFirst();
                if (found.isEmpty() && session.isPresent()) {
                    throw new Refused("no stub of " + name + " runs in session " + session.get());
                }
                yield found;
            }
            case LiveStubs.Choice.Unclear(String message) -> {
                if (session.isPresent()) {
                    throw new Refused(message, ConfigRun.USAGE);
                }
                yield Optional.empty(); // of no session of this shell
            }
        };
    }

    private Counterpart start(String name, Surroundings surroundings, Deadline deadline) throws Refused {
        List<Server> named = Inventory.of(surroundings.clientFiles(), client).servers().stream()
                .filter(server -> server.entry().name().equals(name))
                .toList();
        CheckSelection selection = CheckSelection.of(named, List.of(name));
        if (selection.servers().isEmpty()) {
            throw new Refused(String.join("; ", selection.unknown()));
        }
        List<CheckTarget> targets =
                CheckTarget.of(selection.servers(), server -> ServerLaunch.of(server, surroundings.machine()));
        if (targets.size() > 1) {
            throw new Refused(
                    name + " is not the same for all clients; say which with --client: "
                            + targets.stream()
                                    .map(target -> String.join(", ", target.clients()) + " ("
                                            + target.entry().file() + ")")
                                    .collect(Collectors.joining("; ")),
                    ConfigRun.USAGE);
        }
        return switch (targets.getFirst().launch()) {
            case ServerLaunch.Startable known -> DirectCounterpart.start(known, deadline, surroundings::complain);
            case ServerLaunch.Blocked(String reason) -> throw new Refused(name + " cannot be started: " + reason);
            case ServerLaunch.Elsewhere(var _, String reason) ->
                throw new Refused(name + " cannot be started: " + reason);
        };
    }
}
