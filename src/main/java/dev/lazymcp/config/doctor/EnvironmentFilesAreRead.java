package dev.lazymcp.config.doctor;

import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.FullEntry.Resolved;
import java.util.List;
import java.util.stream.Stream;

/** Files with variables that entries name and that cannot be read, for which the client starts nothing. */
final class EnvironmentFilesAreRead implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        return snapshot.active()
                .flatMap(server -> server.full().resolve(snapshot.machine()) instanceof Resolved.Blocked blocked
                        ? blocked.faults().stream()
                                .map(fault -> new Finding(
                                        Severity.ERROR,
                                        "envFile",
                                        server.entry().where(),
                                        "Server " + server.entry().name() + ": " + fault + ".",
                                        "Correct envFile, or write the file."))
                        : Stream.of())
                .toList();
    }
}
