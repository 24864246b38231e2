package dev.lazymcp.cli;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.os.Directories;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.PromptCost;
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
        return EntryDefinition.of(server, machine)
                .flatMap(definition -> catalog(definition)
                        .entry()
                        .map(entry -> new Known(
                                entry,
                                PromptCost.of(
                                        definition.options(),
                                        entry.tools(),
                                        server.entry().client()))));
    }

    /** What is kept of the server that {@code definition} starts. */
    StubCatalog catalog(Definition definition) {
        return new StubCatalog(definition, directories, log);
    }
}
