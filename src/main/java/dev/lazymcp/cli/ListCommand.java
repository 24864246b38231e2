package dev.lazymcp.cli;

import dev.lazymcp.cli.StubStates.Told;
import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.inventory.ServerEntry;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
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
        this(Surroundings.ofProcess());
    }

    ListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
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
        KnownServers catalog =
                new KnownServers(surroundings.machine(), surroundings.directories(), surroundings::complain);
        StubStates states = states(inventory);
        for (Server server : inventory.servers()) {
            List<Told> stubs = server.entry().isActive() ? states.of(server, surroundings.machine()) : List.of();
            list.add(
                    server.entry(),
                    state(server.entry(), stubs),
                    stubs,
                    catalog.find(server).map(KnownServers.Known::cost));
        }
        if (json) {
            list.printJson(surroundings.out());
        } else {
            list.print(surroundings.out(), surroundings.width());
            if (list.isEmpty()) {
                tellNothing();
            }
            FindingReport.print(surroundings.err(), surroundings.width(), inventory.findings());
        }
        return FindingReport.hasErrors(inventory.findings()) ? ConfigRun.FAILURE : ConfigRun.OK;
    }

    /** Where nothing was found people want to know where it was looked for. */
    private void tellNothing() {
        List<Path> looked = files.isEmpty()
                ? surroundings.clientFiles().candidates(client).stream()
                        .map(ClientFile::path)
                        .distinct()
                        .toList()
                : files;
        List<Path> there = looked.stream()
                .filter(path -> Files.exists(surroundings.workingDirectory().resolve(path)))
                .toList();
        PrintStream out = surroundings.out();
        out.println(client.map(id -> "No servers of " + id + " were found.").orElse("No servers were found."));
        if (files.isEmpty()) {
            out.println(
                    TerminalText.plain("Looked for " + looked.size() + " files, from " + surroundings.workingDirectory()
                            + " up to " + surroundings.clientFiles().projectRoot() + " and in " + surroundings.home()
                            + (there.isEmpty() ? "; none of them is there." : "; those that are there have none:")));
        } else {
            out.println(there.isEmpty() ? "None of these files is there:" : "These files have none:");
        }
        (there.isEmpty() && !files.isEmpty() ? looked : there)
                .forEach(path -> out.println(TerminalText.plain("  " + path)));
        out.println(
                "Next: lazymcp list FILE for another file, lazymcp list --client CLIENT for one client, or add a server to"
                        + " a client first.");
        out.println("All places: lazymcp rewrite --dry-run --verbose");
    }

    /** Where nothing is lazy nobody is asked. */
    private StubStates states(Inventory inventory) {
        if (inventory.servers().stream().noneMatch(server -> server.entry().lazy())) {
            return new StubStates(List.of());
        }
        try {
            return StubStates.ask(surroundings);
        } catch (IOException unreadable) {
            surroundings.complain("the stubs that run cannot be found: " + unreadable.getMessage());
            return new StubStates(List.of());
        }
    }

    private static String state(ServerEntry entry, List<Told> stubs) {
        if (entry.problem().isPresent()) {
            return "invalid";
        }
        if (entry.shadow().isPresent()) {
            return "shadowed";
        }
        if (entry.disabled()) {
            return "disabled";
        }
        if (!entry.lazy()) {
            return "eager";
        }
        return stubs.isEmpty() ? "registered" : stubs.getFirst().state();
    }
}
