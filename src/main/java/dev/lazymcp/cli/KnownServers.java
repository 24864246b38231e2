package dev.lazymcp.cli;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.config.EntryException;
import dev.lazymcp.config.EntryFields;
import dev.lazymcp.config.client.Inheritance;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.FullEntry;
import dev.lazymcp.config.inventory.FullEntry.Resolved;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.os.Directories;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.PromptCost;
import dev.lazymcp.shim.StubOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What the catalog knows of servers, found as their stubs would find it. */
final class KnownServers {
    private final Machine machine;
    private final Directories directories;
    private final Consumer<String> log;

    /** The catalog in {@code directories}; what is wrong with its files goes to {@code log}. */
    KnownServers(Machine machine, Directories directories, Consumer<String> log) {
        this.machine = machine;
        this.directories = directories;
        this.log = log;
    }

    /**
     * A server that was seen before.
     *
     * @param entry what it said of itself
     * @param cost what its tools cost in a prompt
     */
    record Known(CatalogEntry entry, PromptCost cost) {}

    /**
     * What is known of {@code server}; empty where it was never started behind a stub, and where its client alone knows what it
     * starts: then nobody can tell which server of the catalog it is.
     */
    Optional<Known> find(Server server) {
        FullEntry full = server.full();
        if (!(full.resolve(machine) instanceof Resolved.Ready ready)) {
            return Optional.empty();
        }
        Map<String, String> environment = new HashMap<>();
        boolean inherits = full.file().client().inheritance() == Inheritance.ALL;
        if (inherits) {
            environment.putAll(machine.env());
        }
        environment.putAll(ready.environment());
        return options(server, ready, environment)
                .flatMap(options -> new StubCatalog(new Definition(options, environment), directories, log)
                        .entry()
                        .map(entry -> new Known(
                                entry,
                                PromptCost.of(
                                        options, entry.tools(), server.entry().client()))));
    }

    private static Optional<StubOptions> options(Server server, Resolved.Ready ready, Map<String, String> environment) {
        List<String> argv = ready.argv();
        int wrap = argv.indexOf("wrap");
        if (server.entry().lazy()) {
            return wrap < 0
                    ? Optional.empty()
                    : WrapArguments.parse(argv.subList(wrap, argv.size()).toArray(String[]::new))
                            .map(arguments -> arguments.options(environment, Version.NUMBER));
        }
        return Optional.of(asIfWrapped(server.full().fields(), argv).options(environment, Version.NUMBER));
    }

    /** The stub that {@code rewrite} would put in front of an entry. */
    private static WrapArguments asIfWrapped(EntryFields fields, List<String> argv) {
        WrapArguments arguments = new WrapArguments();
        arguments.name = fields.entry().path().name();
        arguments.envKeys = fields.environmentNames();
        arguments.command = argv;
        try {
            arguments.tools = fields.tools();
        } catch (EntryException reported) {
            // The entry's problem stands in the report; without the list all tools count.
            arguments.tools = List.of();
        }
        return arguments;
    }
}
