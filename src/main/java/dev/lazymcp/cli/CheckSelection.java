package dev.lazymcp.cli;

import dev.lazymcp.config.NamePattern;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.inventory.ServerEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * The servers that a check is about.
 *
 * @param servers those that their clients would start, or try to
 * @param unknown a sentence for each name that none of them has
 */
record CheckSelection(List<Server> servers, List<String> unknown) {
    /** Those of {@code servers} that {@code names} mean; all where there are no names. */
    static CheckSelection of(List<Server> servers, List<String> names) {
        List<Server> meant = servers.stream()
                .filter(server -> names.isEmpty() || names.stream().anyMatch(name -> matches(name, server)))
                .toList();
        List<Server> live =
                meant.stream().filter(server -> isLive(server.entry())).toList();
        List<String> unknown = new ArrayList<>();
        for (String name : names) {
            if (live.stream().noneMatch(server -> matches(name, server))) {
                unknown.add(meant.stream()
                        .filter(server -> matches(name, server))
                        .findFirst()
                        .map(server -> why(server.entry()))
                        .orElse("no server is called " + name + "; lazymcp list shows those there are"));
            }
        }
        return new CheckSelection(live, List.copyOf(unknown));
    }

    private static boolean matches(String name, Server server) {
        return new NamePattern(name).matches(server.entry().name());
    }

    /** An entry that makes no sense is live: its client fails with it, and so does the check. */
    private static boolean isLive(ServerEntry entry) {
        return entry.shadow().isEmpty() && !entry.disabled();
    }

    private static String why(ServerEntry entry) {
        return entry.where()
                + (entry.disabled()
                        ? " is disabled, so its client does not start it"
                        : " is hidden by an entry in "
                                + entry.shadow().orElseThrow().file());
    }
}
