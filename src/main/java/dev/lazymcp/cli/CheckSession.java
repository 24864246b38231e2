package dev.lazymcp.cli;

import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Server;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * A check from the selected servers to the printed report.
 *
 * @param jobs how many servers at a time
 * @param limit how long each may take
 * @param accept whether changed tools of servers that are pinned are accepted
 */
record CheckSession(Surroundings surroundings, int jobs, Duration limit, boolean accept) {
    /** {@code --timeout} where it is not given: what a package needs that has to be downloaded first. */
    static final String USUAL_LIMIT = "60s";

    /** As a check without options goes. */
    static CheckSession usual(Surroundings surroundings) {
        return new CheckSession(
                surroundings, cores(), Durations.parse(USUAL_LIMIT).orElseThrow(), false);
    }

    /** {@code --jobs} where it is not given. */
    static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Checks {@code servers}, prints, and returns the exit code; of a check that was ended nothing is printed but that. */
    int run(List<Server> servers, List<Finding> findings, boolean json) {
        try {
            return check(servers, findings, json);
        } catch (CancellationException ended) {
            surroundings.complain("the check was ended, and with it every server that it had started");
            return ConfigRun.FAILURE;
        }
    }

    private int check(List<Server> servers, List<Finding> findings, boolean json) {
        Machine machine = surroundings.machine();
        Consumer<String> log = surroundings::complain;
        KnownServers known = new KnownServers(machine, surroundings.directories(), log);
        List<CheckTarget> targets = CheckTarget.of(servers, server -> ServerLaunch.of(server, machine));
        long began = System.nanoTime();
        List<Checked> checked;
        if (json || surroundings.prompt().isEmpty()) {
            checked = new CheckRun(jobs, limit, accept, known::catalog, CheckRun.Watcher.NONE, log).run(targets);
        } else {
            CheckProgress progress =
                    new CheckProgress(surroundings.err(), surroundings.width(), targets.size(), System::nanoTime);
            try (progress) {
                checked = new CheckRun(jobs, limit, accept, known::catalog, progress.begin(), log).run(targets);
            }
        }
        CheckReport report = new CheckReport(checked, findings, Duration.ofNanos(System.nanoTime() - began));
        if (json) {
            surroundings.out().println(TerminalText.json(CheckJson.of(report)));
        } else {
            new CheckText(surroundings.out(), surroundings.width()).print(report);
            FindingReport.print(surroundings.err(), surroundings.width(), findings);
        }
        return report.exitCode();
    }
}
