package dev.lazymcp.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How a command that waits for stubs waits and reports. */
final class OrderOptions {
    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = WrapCommand.DurationConverter.class,
            description = "How long to wait for a server; 0: as long as it takes. Default: 2m.")
    private Duration timeout = Duration.ofMinutes(2);

    @Option(names = "--json", description = "Report as JSON.")
    boolean json;

    /** How long to wait. */
    Duration patience() {
        return Durations.orEndless(timeout);
    }
}
