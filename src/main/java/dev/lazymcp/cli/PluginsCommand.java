package dev.lazymcp.cli;

import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.inventory.InstalledPlugins;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code lazymcp plugins}: what plugins bring servers, and how they stand. */
@Command(
        name = "plugins",
        description = {
            "Show the plugins of Claude Code: which are enabled, what could not be loaded of them, and the servers they bring.",
            "Starts nothing and changes nothing."
        },
        mixinStandardHelpOptions = true)
final class PluginsCommand implements Callable<Integer> {
    private static final int DEGRADED = 10;

    private final Surroundings surroundings;

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    PluginsCommand() {
        this(Surroundings.ofProcess());
    }

    PluginsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ClientFiles places = surroundings.clientFiles();
        InstalledPlugins plugins = InstalledPlugins.of(places);
        List<Server> servers =
                Inventory.of(places, Optional.of(InstalledPlugins.CLIENT)).servers();
        PluginReport report = new PluginReport(plugins, servers);
        if (json) {
            report.printJson(surroundings.out());
        } else {
            report.print(surroundings.out(), surroundings.width());
            FindingReport.print(surroundings.err(), surroundings.width(), plugins.findings());
        }
        return report.isDegraded() ? DEGRADED : ConfigRun.OK;
    }
}
