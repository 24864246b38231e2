package dev.lazymcp.config.doctor;

import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import java.util.List;

/** Members that make no sense. */
final class EntriesAreValid implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        return snapshot.inventory().servers().stream()
                .map(server -> server.entry())
                .filter(entry -> entry.problem().isPresent())
                .map(entry -> new Finding(
                        Severity.ERROR,
                        "entry",
                        entry.file() + ":"
                                + entry.problem()
                                        .get()
                                        .substring(0, position(entry.problem().get())),
                        entry.name() + ": "
                                + entry.problem()
                                        .get()
                                        .substring(position(entry.problem().get()) + 2) + ".",
                        "Correct the entry; until then lazymcp leaves it alone."))
                .distinct()
                .toList();
    }

    private static int position(String problem) {
        return problem.indexOf(": ");
    }
}
