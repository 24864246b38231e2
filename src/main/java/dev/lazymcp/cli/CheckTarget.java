package dev.lazymcp.cli;

import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.inventory.ServerEntry;
import dev.lazymcp.config.inventory.Transport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Function;

/**
 * One server to be checked, whichever clients have it.
 *
 * @param name as the first client shows it
 * @param servers the entries that come to the same, at least one
 * @param launch how it is started
 */
record CheckTarget(String name, List<Server> servers, ServerLaunch launch) {
    CheckTarget {
        servers = List.copyOf(servers);
    }

    /** The entry that stands for all. */
    ServerEntry entry() {
        return servers.getFirst().entry();
    }

    /** Whether one of the entries says that a session without it is a failure. */
    boolean required() {
        return servers.stream().anyMatch(server -> server.entry().required())
                || (launch instanceof ServerLaunch.Startable known
                        && known.definition().options().required());
    }

    /** The clients that would start it. */
    List<String> clients() {
        return servers.stream()
                .map(server -> server.entry().client())
                .distinct()
                .toList();
    }

    /** The command behind any stub, without what is secret in it or what the entry's variables hold. */
    List<String> shownCommand() {
        List<String> command = entry().command();
        return launch instanceof ServerLaunch.Startable known
                ? command.stream().map(Masking.of(known)::of).toList()
                : command;
    }

    /** How it is reached, without any stub. */
    Transport transport() {
        return switch (launch) {
            case ServerLaunch.Distant distant ->
                switch (distant.remote().transport()) {
                    case AUTO, HTTP -> Transport.HTTP;
                    case SSE -> Transport.SSE;
                    case WS -> Transport.WEBSOCKET;
                };
            case ServerLaunch.Local _, ServerLaunch.Blocked _, ServerLaunch.Elsewhere _ -> entry().transport();
        };
    }

    /** Its address as it is written, variables not expanded, without what is secret in it; empty for a process. */
    Optional<String> shownUrl() {
        return entry().url();
    }

    /** The tools that an entry names; empty where they all leave it open. */
    List<String> namedTools() {
        SequencedSet<String> names = new LinkedHashSet<>();
        servers.forEach(server -> names.addAll(server.entry().tools()));
        if (launch instanceof ServerLaunch.Startable known) {
            names.addAll(known.definition().options().tools());
        }
        return List.copyOf(names);
    }

    /** {@code servers} with those together that start the same under the same name; the order stays. */
    static List<CheckTarget> of(List<Server> servers, Function<Server, ServerLaunch> launches) {
        record Key(String name, Object what) {}
        SequencedMap<Key, CheckTarget> targets = new LinkedHashMap<>();
        for (Server server : servers) {
            ServerLaunch launch = launches.apply(server);
            String name = server.entry().name();
            Object what = switch (launch) {
                // The catalog tells apart what starts the same but is defined otherwise, so both are to be learned.
                case ServerLaunch.Local local ->
                    List.of(
                            local.command(),
                            local.definition().options().cwd(),
                            local.definition().entryEnvironment());
                case ServerLaunch.Distant distant ->
                    List.of(distant.remote(), distant.definition().entryEnvironment());
                case ServerLaunch.Blocked _ ->
                    List.of(server.entry().file(), server.entry().position());
                case ServerLaunch.Elsewhere _ ->
                    List.of(server.entry().url().orElse(""), server.entry().file());
            };
            targets.merge(new Key(name, what), new CheckTarget(name, List.of(server), launch), CheckTarget::and);
        }
        return List.copyOf(targets.values());
    }

    private CheckTarget and(CheckTarget other) {
        List<Server> both = new ArrayList<>(servers);
        both.addAll(other.servers);
        return new CheckTarget(name, both, launch);
    }
}
