package dev.lazymcp.cli;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.control.SessionKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Names for completion, from the clients' files, the stubs that run and the catalog. What cannot be read offers nothing. */
record CompletionNames(Surroundings surroundings) implements Completion.Names {
    @Override
    public List<String> servers() {
        return inventory().stream()
                .map(server -> server.entry().name())
                .distinct()
                .toList();
    }

    @Override
    public List<String> tools(String name) {
        KnownServers catalog = new KnownServers(surroundings.machine(), surroundings.directories(), _ -> {});
        return inventory().stream()
                .filter(server -> server.entry().name().equals(name))
                .flatMap(server -> catalog.find(server).stream())
                .flatMap(known -> known.entry().tools().stream())
                .map(Tool::name)
                .distinct()
                .toList();
    }

    @Override
    public List<String> agents() {
        return inventory().stream()
                .flatMap(server -> server.entry().agents().stream())
                .distinct()
                .toList();
    }

    @Override
    public List<String> sessions() {
        try {
            return LiveStubs.find(surroundings).sessions().stream()
                    .map(SessionKey::id)
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    @Override
    public List<String> clients() {
        return List.copyOf(ClientFiles.clients());
    }

    private List<Server> inventory() {
        return Inventory.of(surroundings.clientFiles(), Optional.empty()).servers();
    }
}
