package dev.lazymcp.cli;

import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The one server of all clients that a name means. */
final class ServerByName {
    private ServerByName() {}

    /**
     * The server {@code name}.
     *
     * @param client the client that is meant; empty for all that have it
     * @throws Refused where there is none of that name, or clients mean different ones
     */
    static CheckTarget find(String name, Optional<String> client, Surroundings surroundings) throws Refused {
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
        return targets.getFirst();
    }
}
