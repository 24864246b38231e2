package dev.lazymcp.config.inventory;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.ConfigFile;
import dev.lazymcp.config.client.Base;
import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.client.Place;
import dev.lazymcp.config.client.Section;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.inventory.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The plugins of Claude Code that bring servers. {@code plugins/installed_plugins.json} says where they are, the settings which of
 * them are enabled; a plugin has its servers in {@code .mcp.json}, or where its manifest says.
 */
final class ClaudePlugins {
    private static final Section WRAPPED = Section.of("mcpServers");
    private static final Section BARE = Section.of();

    private final Client client;
    private final Path workspace;
    private final Path home;
    private final List<ClientFile> files = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    private ClaudePlugins(Client client, Machine machine, Path workspace) {
        this.client = client;
        this.workspace = workspace;
        // Without the variable the directory is .claude; with it, the variable's own.
        this.home = new Base.Moved("CLAUDE_CONFIG_DIR", ".claude").on(machine).orElse(machine.home());
    }

    /** Those that are installed on {@code machine} for whoever works in {@code workspace}. */
    static ClaudePlugins find(Client client, Machine machine, Path workspace) {
        ClaudePlugins plugins = new ClaudePlugins(client, machine, workspace);
        plugins.find();
        return plugins;
    }

    /** The files with their servers. */
    List<ClientFile> files() {
        return List.copyOf(files);
    }

    /** What kept a plugin from being read. */
    List<Finding> findings() {
        return List.copyOf(findings);
    }

    private void find() {
        Map<String, Boolean> enabled = new HashMap<>();
        for (Path settings : List.of(
                home.resolve("settings.json"),
                workspace.resolve(".claude/settings.json"),
                workspace.resolve(".claude/settings.local.json"))) {
            read(settings)
                    .flatMap(map -> map.map("enabledPlugins"))
                    .ifPresent(list -> list.members()
                            .forEach(member -> enabled.put(
                                    member.name(),
                                    member.value() instanceof Node.Scalar scalar
                                            && scalar.literal().equals("true"))));
        }
        SequencedMap<String, Path> roots = new LinkedHashMap<>();
        read(home.resolve("plugins/installed_plugins.json"))
                .flatMap(map -> map.map("plugins"))
                .ifPresent(list -> list.members()
                        .forEach(member -> root(member.value()).ifPresent(root -> roots.put(member.name(), root))));
        roots.forEach((id, root) -> add(id, root, enabled.getOrDefault(id, false)));
    }

    /** Where a plugin lies: version 2 of the file has a list of installations, version 1 had one. */
    private Optional<Path> root(Node installed) {
        List<Node> all = installed instanceof Node.Items list ? list.items() : List.of(installed);
        return all.stream()
                .flatMap(node -> node instanceof Node.Members map
                        ? Optional.of(map).stream()
                        : Optional.<Node.Members>empty().stream())
                .filter(map -> map.text("projectPath")
                        .map(Path::of)
                        .filter(path -> !path.equals(workspace))
                        .isEmpty())
                .flatMap(map -> map.text("installPath").stream())
                .map(Path::of)
                .findFirst();
    }

    private void add(String id, Path root, boolean enabled) {
        int at = id.indexOf('@');
        ClientFile.Plugin plugin = new ClientFile.Plugin(at > 0 ? id.substring(0, at) : id, root, enabled);
        if (!Files.isDirectory(root)) {
            findings.add(new Finding(
                    enabled ? Severity.ERROR : Severity.INFO,
                    "plugins",
                    "plugin " + id,
                    "It is said to be in " + root + ", which is not there.",
                    "Install it again in Claude Code: /plugin install " + id));
            return;
        }
        add(plugin, ".mcp.json", true);
        String manifest = ".claude-plugin/plugin.json";
        Optional<Node> servers = read(root.resolve(manifest)).flatMap(map -> map.value("mcpServers"));
        if (servers.isPresent()) {
            List<Node> all = servers.get() instanceof Node.Items list ? list.items() : List.of(servers.get());
            for (Node node : all) {
                if (node instanceof Node.Text path) {
                    add(plugin, path.value(), true);
                }
            }
            if (servers.get() instanceof Node.Members) {
                add(plugin, manifest, false);
            }
        }
    }

    private void add(ClientFile.Plugin plugin, String path, boolean mayBeBare) {
        Path file = plugin.root().resolve(path).normalize();
        boolean known = files.stream().anyMatch(other -> other.path().equals(file));
        if (!known && file.startsWith(plugin.root())) {
            files.add(new ClientFile(client, Place.plugin(path, WRAPPED), file, workspace, Optional.of(plugin)));
            if (mayBeBare) {
                files.add(new ClientFile(client, Place.plugin(path, BARE), file, workspace, Optional.of(plugin)));
            }
        }
    }

    private Optional<Node.Members> read(Path path) {
        if (!Files.isRegularFile(path)) {
            return Optional.empty();
        }
        try {
            Optional<Node> root = Optional.of(ConfigFile.read(path).document()).flatMap(Document::root);
            return root.flatMap(node -> node instanceof Node.Members map ? Optional.of(map) : Optional.empty());
        } catch (IOException | ConfigException fault) {
            findings.add(Inventory.unreadable(path, fault));
            return Optional.empty();
        }
    }
}
