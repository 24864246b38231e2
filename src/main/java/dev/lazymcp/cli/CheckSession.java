package dev.lazymcp.cli;

import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Server;
import java.time.Duration;
import java.util.List;

/**
 * A check from the selected servers to the printed report.
 *
 * @param jobs how many servers at a time
 * @param limit how long each may take
 */
record CheckSession(Surroundings surroundings, int jobs, Duration limit) {
    /** Checks {@code servers}, prints, and returns the exit code. */
    int run(List<Server> servers, List<Finding> findings, boolean json) {
        Machine machine = surroundings.machine();
        KnownServers known = new KnownServers(
                machine,
                surroundings.directories(),
                line -> surroundings.err().println("lazymcp: " + line));
        List<CheckTarget> targets = CheckTarget.of(servers, server -> ServerLaunch.of(server, machine));
        long began = System.nanoTime();
        List<Checked> checked;
        if (json || surroundings.prompt().isEmpty()) {
            checked = new CheckRun(jobs, limit, known::catalog, CheckRun.Watcher.NONE).run(targets);
        } else {
            CheckProgress progress =
                    new CheckProgress(surroundings.err(), surroundings.width(), targets.size(), System::nanoTime);
            try (progress) {
                checked = new CheckRun(jobs, limit, known::catalog, progress.begin()).run(targets);
            }
        }
        CheckReport report = new CheckReport(checked, findings, Duration.ofNanos(System.nanoTime() - began));
        if (json) {
            surroundings.out().println(CheckJson.of(report).toPrettyString());
        } else {
            new CheckText(surroundings.out(), surroundings.width()).print(report);
            FindingReport.print(surroundings.err(), surroundings.width(), findings);
        }
        return report.exitCode();
    }
}
