package dev.lazymcp.cli;

import dev.lazymcp.config.NamePattern;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.inventory.ServerEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lazymcp tokens}. */
@Command(
        name = "tokens",
        description = {
            "Show what the tools of each server cost in a prompt: all of them, what the client is listed before the first call, and what"
                    + " a stub saves.",
            "An estimate, from what the catalog knows. Starts nothing."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class TokensCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Names of servers; * and ? stand for any characters. Without any: all.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            converter = ClientOption.class,
            description = "Only this client.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    TokensCommand() {
        this(Surroundings.ofProcess());
    }

    TokensCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Inventory inventory = Inventory.of(surroundings.clientFiles(), client);
        KnownServers catalog =
                new KnownServers(surroundings.machine(), surroundings.directories(), surroundings::complain);
        TokenReport report = new TokenReport();
        for (Server server : inventory.servers()) {
            if (counts(server.entry()) && isMeant(server.entry().name())) {
                report.add(server.entry(), catalog.find(server).map(KnownServers.Known::cost));
            }
        }
        if (json) {
            report.printJson(surroundings.out());
        } else {
            report.print(surroundings.out(), surroundings.width(), surroundings.drawsBlocks());
        }
        List<String> unmatched = names.stream()
                .filter(name -> inventory.servers().stream()
                        .noneMatch(server ->
                                new NamePattern(name).matches(server.entry().name())))
                .toList();
        unmatched.forEach(
                name -> surroundings.complain("no server is called " + name + "; 'lazymcp list' shows all there are"));
        return unmatched.isEmpty() ? ConfigRun.OK : ConfigRun.FAILURE;
    }

    /** What no client uses costs nothing. */
    private static boolean counts(ServerEntry entry) {
        return entry.problem().isEmpty() && entry.shadow().isEmpty() && !entry.disabled();
    }

    private boolean isMeant(String name) {
        return names.isEmpty() || names.stream().anyMatch(pattern -> new NamePattern(pattern).matches(name));
    }
}
