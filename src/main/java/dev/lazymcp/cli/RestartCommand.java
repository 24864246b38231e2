package dev.lazymcp.cli;

import dev.lazymcp.control.ControlMessage;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lazymcp restart}. */
@Command(
        name = "restart",
        description = {
            "Replace the processes of servers by new ones. Calls that run are answered with an error.",
            "A server that sleeps is started; of one that is disabled only the process is ended."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class RestartCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ServerTargets targets = new ServerTargets();

    @Mixin
    private SessionOptions session = new SessionOptions();

    @Mixin
    private OrderOptions options = new OrderOptions();

    RestartCommand() {
        this(Surroundings.ofProcess());
    }

    RestartCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        return new OrderRun(surroundings, options.json)
                .run(session, targets, ControlMessage.request("restart"), options.patience());
    }
}
