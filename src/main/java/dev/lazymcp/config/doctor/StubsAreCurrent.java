package dev.lazymcp.config.doctor;

import dev.lazymcp.config.ConfigFile;
import dev.lazymcp.config.EntryReport;
import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.FileRules;
import dev.lazymcp.config.RewritePlanner;
import dev.lazymcp.config.Selection;
import dev.lazymcp.config.SettingsRules;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.ServerEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Stubs whose options are no longer what their entries say. */
final class StubsAreCurrent implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        List<Finding> findings = new ArrayList<>();
        snapshot.inventory().files().forEach((path, file) -> {
            Set<String> lazy = snapshot.inventory().servers().stream()
                    .map(server -> server.entry())
                    .filter(entry -> entry.lazy()
                            && entry.file().equals(path)
                            && entry.scope().isEditable())
                    .map(ServerEntry::name)
                    .collect(Collectors.toSet());
            if (!lazy.isEmpty()) {
                stale(path, file, lazy).forEach(report -> findings.add(finding(path, report)));
            }
        });
        return findings;
    }

    private static List<EntryReport> stale(Path path, ConfigFile file, Set<String> names) {
        // The command does not matter: where the person gave none, a stub keeps the one that it has.
        return new RewritePlanner(
                        new Selection.Named(names),
                        "lazymcp",
                        false,
                        Optional.empty(),
                        FileRules.of(path, SettingsRules.NONE))
                .plan(file.document()).entries().stream()
                        .filter(report -> report.outcome() == Outcome.UPDATED)
                        .toList();
    }

    private static Finding finding(Path path, EntryReport report) {
        return new Finding(
                Severity.WARNING,
                "stale",
                path + " (" + report.path().label() + ")",
                "The stub was written for an entry that has changed since: lists of tools, agents, required, how long"
                        + " a start may take, or names in env.",
                "lazymcp rewrite " + path + " " + report.path().name());
    }
}
