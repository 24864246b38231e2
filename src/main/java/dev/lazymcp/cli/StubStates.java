package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lazymcp.config.WrapLine;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.FullEntry.Resolved;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.control.ControlMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What running stubs say of themselves. A stub is an entry's if it has its name and stands in front of what the entry starts: no
 * client tells a stub where it comes from.
 *
 * @param told by the stubs, in the order of their sessions
 */
record StubStates(List<Told> told) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The state of a stub that runs and does not answer. */
    private static final String SILENT = "no answer";

    /** From a server that can be used at once to one that is not there any more. */
    private static final List<String> BY_WAKEFULNESS =
            List.of("active", "connecting", "suspended", "registered", "removed", SILENT);

    /** Copies the list. */
    StubStates {
        told = List.copyOf(told);
    }

    /**
     * What one stub says.
     *
     * @param session its session
     * @param name its server's name
     * @param command what it stands in front of; empty where it does not answer
     * @param state in lower case
     */
    record Told(String session, String name, List<String> command, String state) {
        /** Copies the list. */
        Told {
            command = List.copyOf(command);
        }
    }

    /** Asks every stub of this user that runs; blocks for a few seconds where one does not answer. Starts nothing. */
    static StubStates ask(Surroundings surroundings) throws IOException {
        return new StubStates(LiveStubs.askAll(LiveStubs.find(surroundings).all(), StubStates::ask));
    }

    private static Told ask(LiveStub stub) {
        String session = stub.session().id();
        try {
            JsonNode answer = stub.ask(
                    ControlMessage.request(
                            "definition", json -> json.writeStringField("salt", VariableDigest.freshSalt())),
                    PATIENCE);
            return new Told(
                    session,
                    answer.path("name").asText(),
                    SyncStubs.strings(answer.path("command")),
                    answer.path("state").asText().toLowerCase(Locale.ROOT));
        } catch (IOException silent) {
            return new Told(session, stub.name(), List.of(), SILENT);
        }
    }

    /** The stubs that run for {@code server} on {@code machine}, the most wakeful first. */
    List<Told> of(Server server, Machine machine) {
        Optional<Wanted> wanted = Wanted.of(server, machine);
        return told.stream()
                .filter(stub -> wanted.filter(entry -> entry.fits(stub)).isPresent())
                .sorted(Comparator.comparingInt(stub -> BY_WAKEFULNESS.indexOf(stub.state())))
                .toList();
    }

    /**
     * The stub that an entry would start.
     *
     * @param known whether every variable in the command was; where not, only the client knows its words
     */
    private record Wanted(String name, List<String> command, boolean known) {
        static Optional<Wanted> of(Server server, Machine machine) {
            Resolved resolved = server.full().resolve(machine);
            List<String> argv = resolved instanceof Resolved.Ready ready
                    ? ready.argv()
                    : server.full().argv().orElse(List.of());
            int wrap = argv.indexOf(WrapLine.SUBCOMMAND);
            return wrap < 0
                    ? Optional.empty()
                    : WrapLine.parse(argv.subList(wrap, argv.size()))
                            .map(line -> new Wanted(name(line), line.original(), resolved instanceof Resolved.Ready));
        }

        private static String name(WrapLine line) {
            return line.options().stream()
                    .filter(option -> option.name().equals("--name"))
                    .flatMap(option -> option.value().stream())
                    .findFirst()
                    .orElseGet(() -> ServerName.of(line.original()));
        }

        boolean fits(Told stub) {
            boolean same = known
                    ? stub.command().equals(command)
                    : stub.command().size() == command.size()
                            && stub.command().getFirst().equals(command.getFirst());
            return stub.name().equals(name) && (same || stub.command().isEmpty());
        }
    }
}
