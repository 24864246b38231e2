package dev.lazymcp.cli;

import dev.lazymcp.control.ControlMessage;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lazymcp enable}. */
@Command(
        name = "enable",
        description = {
            "Bring servers up: start those that sleep, with a full handshake, and bring back those that are disabled.",
            "Prints what became available."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class EnableCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ServerTargets targets = new ServerTargets();

    @Mixin
    private SessionOptions session = new SessionOptions();

    @Mixin
    private OrderOptions options = new OrderOptions();

    EnableCommand() {
        this(Surroundings.ofProcess());
    }

    EnableCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        return new OrderRun(surroundings, options.json)
                .run(session, targets, ControlMessage.request("enable"), options.patience());
    }
}
