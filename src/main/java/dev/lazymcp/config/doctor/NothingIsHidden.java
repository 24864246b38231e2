package dev.lazymcp.config.doctor;

import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.ServerEntry;
import java.util.List;
import java.util.Locale;

/** Entries that another scope's entry of the same name hides. */
final class NothingIsHidden implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        return snapshot.inventory().servers().stream()
                .map(server -> server.entry())
                .filter(entry -> entry.shadow().isPresent() && !entry.disabled())
                .map(entry -> finding(snapshot, entry, entry.shadow().get()))
                .toList();
    }

    private static Finding finding(Snapshot snapshot, ServerEntry entry, ServerEntry.Shadow shadow) {
        boolean winnerIsLazy = snapshot.inventory().servers().stream()
                .map(server -> server.entry())
                .anyMatch(other -> other.client().equals(entry.client())
                        && other.file().equals(shadow.file())
                        && other.name().equals(entry.name())
                        && other.lazy());
        String winner = shadow.file() + " (" + shadow.scope().name().toLowerCase(Locale.ROOT) + ")";
        boolean lost = entry.lazy() && !winnerIsLazy;
        return new Finding(
                lost ? Severity.WARNING : Severity.INFO,
                "shadow",
                entry.where() + ", " + entry.client(),
                (lost ? "This stub never runs: " : "This entry does not count: ") + winner + " comes before it.",
                lost
                        ? "Rewrite that one too, or remove one of them: lazymcp rewrite " + shadow.file() + " "
                                + entry.name()
                        : "Remove one of them if this is not meant.");
    }
}
