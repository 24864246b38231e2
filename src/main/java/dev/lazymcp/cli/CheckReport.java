package dev.lazymcp.cli;

import dev.lazymcp.config.inventory.Finding;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a check found out in all.
 *
 * @param servers one by one, in the order of the files
 * @param findings what is wrong with the files themselves
 * @param took how long it lasted
 */
record CheckReport(List<Checked> servers, List<Finding> findings, Duration took) {
    /** Exit code: a server that is not required failed, or a file could not be read. */
    static final int DEGRADED = 10;

    /** Exit code: a required server failed, or could not be checked. */
    static final int REQUIRED_FAILED = 11;

    CheckReport {
        servers = List.copyOf(servers);
        findings = List.copyOf(findings);
    }

    /** Those that work. */
    List<Checked.Working> working() {
        return only(Checked.Working.class).toList();
    }

    /** Those that work and are refused by their stubs. */
    List<Checked.Working> refused() {
        return working().stream().filter(Checked.Working::refused).toList();
    }

    /** Those that failed. */
    List<Checked.Failed> failed() {
        return only(Checked.Failed.class).toList();
    }

    /** Those that could not be tried. */
    List<Checked.Unsupported> unsupported() {
        return only(Checked.Unsupported.class).toList();
    }

    /** Tokens that the visible tools of all working servers cost in a prompt, without stubs. */
    int tokensAwake() {
        return working().stream().mapToInt(server -> server.cost().awake()).sum();
    }

    /** The same with a stub in front of each that sleeps. */
    int tokensAsleep() {
        return working().stream().mapToInt(server -> server.cost().asleep()).sum();
    }

    /** 0, {@link #DEGRADED} or {@link #REQUIRED_FAILED}. */
    int exitCode() {
        boolean requiredMissing = Stream.of(failed(), unsupported(), refused())
                .flatMap(List::stream)
                .anyMatch(server -> server.target().required());
        if (requiredMissing) {
            return REQUIRED_FAILED;
        }
        return failed().isEmpty() && refused().isEmpty() && !FindingReport.hasErrors(findings)
                ? ConfigRun.OK
                : DEGRADED;
    }

    /** The exit code in a word. */
    String status() {
        return switch (exitCode()) {
            case REQUIRED_FAILED -> "required_failed";
            case DEGRADED -> "degraded";
            default -> "ok";
        };
    }

    private <T extends Checked> Stream<T> only(Class<T> kind) {
        return servers.stream().filter(kind::isInstance).map(kind::cast);
    }
}
