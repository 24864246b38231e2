package dev.lazymcp.config.doctor;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.FullEntry.Resolved;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.policy.ClaudePermissions;
import dev.lazymcp.config.policy.Policies;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What checks look at.
 *
 * @param inventory the servers of all clients
 * @param machine the person's machine and environment
 * @param policies what administrators allow
 * @param permissions the rules in Claude Code's settings
 * @param programs tells which commands could be started
 * @param catalog what is known of servers
 * @param privateDirectories lazymcp's own directories, there or not
 */
public record Snapshot(
        Inventory inventory,
        Machine machine,
        Policies policies,
        ClaudePermissions permissions,
        Programs programs,
        Known catalog,
        List<Path> privateDirectories) {
    /** Copies the list. */
    public Snapshot {
        privateDirectories = List.copyOf(privateDirectories);
    }

    /** The programs of this machine. */
    @FunctionalInterface
    public interface Programs {
        /**
         * Why {@code command} could not be started; empty where it could.
         *
         * @param environment the whole environment of the process to be
         * @param workingDirectory where it would run; anywhere where there is none
         */
        Optional<String> fault(String command, Map<String, String> environment, Optional<String> workingDirectory);
    }

    /** What servers said of themselves in earlier runs. */
    @FunctionalInterface
    public interface Known {
        /** What is known of {@code server}. */
        Optional<CatalogEntry> of(Server server);
    }

    /** The servers that their clients would start, and that nothing is wrong with so far. */
    Stream<Server> active() {
        return inventory.servers().stream().filter(server -> server.entry().isActive());
    }

    /** What the client of {@code server} would start. */
    Optional<Resolved.Ready> ready(Server server) {
        return server.full().resolve(machine) instanceof Resolved.Ready ready ? Optional.of(ready) : Optional.empty();
    }
}
