package dev.lazymcp.config.inventory;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.JsonFile;
import dev.lazymcp.config.client.Base;
import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.client.Clients;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.inventory.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plugins of Claude Code. {@code plugins/installed_plugins.json} says where they are, the settings which of them are enabled; a
 * plugin has its servers in {@code .mcp.json}, or where its manifest says.
 *
 * @param all in the order of the client's list
 * @param findings what is wrong with the files that say which there are
 */
public record InstalledPlugins(List<Plugin> all, List<Finding> findings) {
    /** The client whose plugins are known. */
    public static final String CLIENT = "claude-code";

    /** Copies the lists. */
    public InstalledPlugins {
        all = List.copyOf(all);
        findings = List.copyOf(findings);
    }

    /** Those that are installed for whoever works where {@code places} are seen from. */
    public static InstalledPlugins of(ClientFiles places) {
        return Clients.named(CLIENT)
                .map(client -> new Search(client, places.machine(), places.projectRoot()).find())
                .orElseThrow();
    }

    /** The files with their servers. */
    List<ClientFile> files() {
        return all.stream().flatMap(plugin -> plugin.files().stream()).toList();
    }

    /** What is wrong with which there are, and with each of them. */
    List<Finding> faults() {
        List<Finding> faults = new ArrayList<>(findings);
        for (Plugin plugin : all) {
            plugin.failures().stream().map(failure -> finding(plugin, failure)).forEach(faults::add);
        }
        return faults;
    }

    private static Finding finding(Plugin plugin, Plugin.Failure failure) {
        return new Finding(
                plugin.enabled() ? Severity.ERROR : Severity.INFO,
                "plugins",
                failure.where(),
                "Plugin " + plugin.id() + ": " + failure.what(),
                "Install it again in Claude Code (/plugin install " + plugin.id() + "), or tell its maker.");
    }

    /** One look at a machine. */
    private static final class Search {
        private final Client client;
        private final Machine machine;
        private final Path workspace;
        private final Path home;
        private final List<Finding> findings = new ArrayList<>();

        Search(Client client, Machine machine, Path workspace) {
            this.client = client;
            this.machine = machine;
            this.workspace = workspace;
            // Without the variable the directory is .claude; with it, the variable's own.
            this.home =
                    new Base.Moved("CLAUDE_CONFIG_DIR", ".claude").on(machine).orElse(machine.home());
        }

        InstalledPlugins find() {
            Map<String, Boolean> enabled = enabled();
            List<Plugin> plugins = new ArrayList<>();
            Path list = home.resolve("plugins/installed_plugins.json");
            read(list)
                    .flatMap(map -> map.map("plugins"))
                    .ifPresent(map -> map.members()
                            .forEach(member -> plugin(
                                            list,
                                            member.name(),
                                            member.value(),
                                            enabled.getOrDefault(member.name(), false))
                                    .ifPresent(plugins::add)));
            return new InstalledPlugins(plugins, findings);
        }

        /** From the weakest word on a plugin to the strongest. */
        private Map<String, Boolean> enabled() {
            List<Path> settings = new ArrayList<>(List.of(
                    home.resolve("settings.json"),
                    workspace.resolve(".claude/settings.json"),
                    workspace.resolve(".claude/settings.local.json")));
            managed(settings, Base.Known.LIBRARY, "ClaudeCode");
            managed(settings, Base.Known.ETC, "claude-code");
            managed(settings, Base.Known.PROGRAM_FILES, "ClaudeCode");
            Map<String, Boolean> enabled = new HashMap<>();
            for (Path path : settings) {
                read(path)
                        .flatMap(map -> map.map("enabledPlugins"))
                        .ifPresent(map -> map.members()
                                .forEach(member -> enabled.put(
                                        member.name(),
                                        member.value() instanceof Node.Scalar scalar
                                                && scalar.literal().equals("true"))));
            }
            return enabled;
        }

        private void managed(List<Path> settings, Base.Fixed base, String directory) {
            base.on(machine)
                    .map(path -> path.resolve(directory).resolve("managed-settings.json"))
                    .ifPresent(settings::add);
        }

        /** Version 2 of the list has several installations of a plugin, version 1 had one; those of other projects do not count. */
        private Optional<Plugin> plugin(Path list, String id, Node installed, boolean enabled) {
            List<Node> all = installed instanceof Node.Items items ? items.items() : List.of(installed);
            List<Node.Members> here = new ArrayList<>();
            for (Node node : all) {
                if (node instanceof Node.Members map
                        && map.text("projectPath")
                                .map(Path::of)
                                .filter(path -> !path.equals(workspace))
                                .isEmpty()) {
                    here.add(map);
                }
            }
            if (here.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(here.stream()
                    .flatMap(map -> map.text("installPath").stream())
                    .findFirst()
                    .map(root -> PluginReader.read(client, workspace, id, Path.of(root), enabled))
                    .orElseGet(() -> new Plugin(
                            id,
                            client.id(),
                            Optional.empty(),
                            enabled,
                            Optional.empty(),
                            List.of(),
                            List.of(new Plugin.Failure(
                                    list, list.toString(), "It is not said where it is: installPath is missing.")))));
        }

        private Optional<Node.Members> read(Path path) {
            if (!Files.isRegularFile(path)) {
                return Optional.empty();
            }
            try {
                return JsonFile.read(path).members();
            } catch (IOException | ConfigException fault) {
                findings.add(Inventory.unreadable(path, fault));
                return Optional.empty();
            }
        }
    }
}
