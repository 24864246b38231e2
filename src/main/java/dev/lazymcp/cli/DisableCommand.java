package dev.lazymcp.cli;

import dev.lazymcp.control.ControlMessage;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lazymcp disable}. */
@Command(
        name = "disable",
        description = {
            "Put servers out of sight: their tools leave the list at once, calls are refused with a message.",
            "The process is kept for a fast return, unless --stop is given."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DisableCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ServerTargets targets = new ServerTargets();

    @Mixin
    private SessionOptions session = new SessionOptions();

    @Mixin
    private OrderOptions options = new OrderOptions();

    @Option(names = "--stop", description = "End the process, too.")
    private boolean stop;

    DisableCommand() {
        this(Surroundings.ofProcess());
    }

    DisableCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        return new OrderRun(surroundings, options.json)
                .run(
                        session,
                        targets,
                        ControlMessage.request("disable", json -> json.writeBooleanField("stop", stop)),
                        options.patience());
    }
}
