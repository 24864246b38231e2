package dev.lazymcp.config.inventory;

import dev.lazymcp.config.client.Habit;
import dev.lazymcp.config.client.Scope;
import dev.lazymcp.config.inventory.ServerEntry.Shadow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which entries count where several scopes have one. Entries of one name compete, or are merged into the first of them if
 * that is their client's way; those of plugins, which have names of their own, compete by what they start.
 */
final class Shadows {
    private final Map<String, Path> exclusive;
    private final Map<Object, ServerEntry> winners = new HashMap<>();

    /** What {@code exclusive} files leave of their clients' other entries, by client. */
    Shadows(Map<String, Path> exclusive) {
        this.exclusive = Map.copyOf(exclusive);
    }

    private record Name(String client, String name) {}

    private record Endpoint(String client, List<String> command, Optional<String> url) {}

    /** The {@code servers}, those that win first, each with what shadows it. */
    List<Server> cast(List<Server> servers) {
        List<Server> result = new ArrayList<>();
        for (Server server : servers) {
            ServerEntry entry = server.entry();
            Optional<Shadow> shadow = shadow(server);
            result.add(shadow.isPresent() ? new Server(entry.behind(shadow.get()), server.full()) : server);
        }
        return result.stream().map(server -> merged(server, result)).toList();
    }

    private static Server merged(Server server, List<Server> all) {
        ServerEntry entry = server.entry();
        if (entry.shadow().isPresent() || !server.full().file().client().has(Habit.MERGES_MEMBERS)) {
            return server;
        }
        List<Server> hidden = all.stream()
                .filter(other -> other.entry().shadow().isPresent()
                        && other.entry().client().equals(entry.client())
                        && other.entry().name().equals(entry.name()))
                .toList();
        return hidden.isEmpty() ? server : EntryReader.merged(server, hidden);
    }

    private Optional<Shadow> shadow(Server server) {
        ServerEntry entry = server.entry();
        Optional<Path> only = Optional.ofNullable(exclusive.get(entry.client()));
        if (only.isPresent() && !only.get().equals(entry.file())) {
            return Optional.of(new Shadow(Scope.MANAGED, only.get()));
        }
        Name name = new Name(entry.client(), entry.name());
        Endpoint endpoint = new Endpoint(
                entry.client(),
                server.full().originalCommand(),
                server.full().fields().url());
        Optional<ServerEntry> winner = Optional.ofNullable(winners.get(name));
        if (entry.scope() == Scope.PLUGIN) {
            winner = winner.or(() -> Optional.ofNullable(winners.get(endpoint)));
        }
        if (winner.isEmpty()) {
            winners.put(name, entry);
            if (!entry.disabled()) {
                winners.putIfAbsent(endpoint, entry);
            }
        }
        return winner.map(other -> new Shadow(other.scope(), other.file()));
    }
}
