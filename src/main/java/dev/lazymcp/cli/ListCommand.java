package dev.lazymcp.cli;

import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.inventory.ServerEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lazymcp list}: the servers of all clients. */
@Command(
        name = "list",
        description = {
            "Show the servers of all clients, in this project and your home: where each is configured, what it starts, what it"
                    + " costs in a prompt, and which entry another one hides.",
            "Names only: no value of a variable, header or credential is ever shown."
        },
        mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    private final LiveStates states;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Config files. Without any: those of the known clients.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            converter = ClientOption.class,
            description = "Only this client.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    ListCommand() {
        this(Surroundings.ofProcess(), LiveStates.NONE);
    }

    ListCommand(Surroundings surroundings, LiveStates states) {
        this.surroundings = surroundings;
        this.states = states;
    }

    @Override
    public Integer call() {
        Inventory inventory = files.isEmpty()
                ? Inventory.of(surroundings.clientFiles(), client)
                : Inventory.of(
                        surroundings.clientFiles(),
                        client,
                        files.stream()
                                .map(surroundings.workingDirectory()::resolve)
                                .toList());
        ServerList list = new ServerList(inventory.findings());
        KnownServers catalog = new KnownServers(
                surroundings.machine(),
                surroundings.directories(),
                line -> surroundings.err().println("lazymcp: " + line));
        for (Server server : inventory.servers()) {
            list.add(server.entry(), state(server), catalog.find(server).map(KnownServers.Known::cost));
        }
        if (json) {
            list.printJson(surroundings.out());
        } else {
            list.print(surroundings.out(), surroundings.width());
            FindingReport.print(surroundings.err(), surroundings.width(), inventory.findings());
        }
        return FindingReport.hasErrors(inventory.findings()) ? ConfigRun.FAILURE : ConfigRun.OK;
    }

    private String state(Server server) {
        ServerEntry entry = server.entry();
        if (entry.problem().isPresent()) {
            return "invalid";
        }
        if (entry.shadow().isPresent()) {
            return "shadowed";
        }
        if (entry.disabled()) {
            return "disabled";
        }
        return entry.lazy() ? states.of(server).orElse("registered") : "eager";
    }
}
