package dev.lazymcp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code lazymcp hub}: help, errors, and the spellings that {@link HubArguments} leaves to picocli. */
@Command(
        name = "hub",
        description = {
            "One MCP server for the client that hosts many: those of its files that the client does not start itself, and those"
                    + " that come later. Each is started when it is used.",
            "Its tool lazymcp, and its prompts, show and control the servers of the session."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "",
            "Nothing but MCP messages ever goes to stdout. Exit code: 0 when the client has left, 1 when it cannot be read."
        })
final class HubCommand implements Callable<Integer> {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A file to read. May be repeated. Default: those that sync reads, or those of --client.")
    private List<Path> configs = new ArrayList<>();

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            converter = ClientOption.class,
            description = "The client that starts this hub: whose files these are, and which it reads itself.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--watch", description = "Take in changes of the files as they happen.")
    private boolean watch;

    @Option(
            names = "--strict",
            description = "Start required servers with the session, which does not begin if one of them fails.")
    private boolean strict;

    @Option(names = "--no-model-control", description = "Leave the tool out; the prompts stay.")
    private boolean noModelControl;

    @Override
    public Integer call() {
        return HubProgram.run(new HubArguments(configs, client, watch, strict, !noModelControl));
    }
}
