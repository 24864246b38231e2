package dev.lazymcp.cli;

import dev.lazymcp.control.ControlMessage;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lazymcp stop}. */
@Command(
        name = "stop",
        description = {
            "End the processes of servers; the next call starts them again. Calls that run are answered with an error."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class StopCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ServerTargets targets = new ServerTargets();

    @Mixin
    private SessionOptions session = new SessionOptions();

    @Mixin
    private OrderOptions options = new OrderOptions();

    StopCommand() {
        this(Surroundings.ofProcess());
    }

    StopCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        return new OrderRun(surroundings, options.json)
                .run(session, targets, ControlMessage.request("stop"), options.patience());
    }
}
