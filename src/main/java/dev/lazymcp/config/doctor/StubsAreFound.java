package dev.lazymcp.config.doctor;

import dev.lazymcp.config.client.Inheritance;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.FullEntry.Resolved;
import dev.lazymcp.config.inventory.Server;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The lazymcp that entries start: there, and where the client looks for it. */
final class StubsAreFound implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        return snapshot.active()
                .filter(server -> server.entry().lazy())
                .flatMap(server -> snapshot.ready(server).stream()
                        .flatMap(ready -> Stream.concat(
                                missing(snapshot, server, ready).stream(), hidden(server, ready).stream())))
                .toList();
    }

    private static Optional<Finding> missing(Snapshot snapshot, Server server, Resolved.Ready ready) {
        return snapshot.programs()
                .fault(ready.argv().getFirst(), snapshot.machine().env(), Optional.empty())
                .map(message -> new Finding(
                        Severity.ERROR,
                        "stub",
                        server.entry().where(),
                        message,
                        "Install lazymcp where PATH leads, or bring the entry in line: lazymcp rewrite "
                                + server.entry().file() + " " + server.entry().name() + " --command /path/to/lazymcp"));
    }

    private static Optional<Finding> hidden(Server server, Resolved.Ready ready) {
        String command = ready.argv().getFirst();
        boolean byPath = command.indexOf('/') < 0 && command.indexOf('\\') < 0;
        return byPath && server.full().file().client().inheritance() == Inheritance.DESKTOP
                ? Optional.of(new Finding(
                        Severity.WARNING,
                        "stub",
                        server.entry().where(),
                        server.full().file().client().name() + " is started from the desktop and may not find "
                                + command + " on its PATH, which is not the shell's.",
                        "Give the full path: lazymcp rewrite " + server.entry().file() + " "
                                + server.entry().name() + " --command /path/to/lazymcp"))
                : Optional.empty();
    }
}
