package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.config.inventory.InstalledPlugins;
import dev.lazymcp.config.inventory.Plugin;
import dev.lazymcp.config.inventory.PluginManifest;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.inventory.ServerEntry;
import dev.lazymcp.os.Secrets;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What {@code plugins} tells. The JSON is described in {@code docs/plugins.md}; members are added to it, never changed.
 *
 * @param plugins all that are installed
 * @param servers those of the client, of plugins and others
 */
record PluginReport(InstalledPlugins plugins, List<Server> servers) {
    private static final String NOTHING = "-";

    /** Copies the list. */
    PluginReport {
        servers = List.copyOf(servers);
    }

    /** Whether something could not be loaded. */
    boolean isDegraded() {
        return !plugins.findings().isEmpty()
                || plugins.all().stream().anyMatch(plugin -> plugin.state() == Plugin.State.LOAD_FAILED);
    }

    /** Tells people, in lines of {@code width} characters. */
    void print(PrintStream out, int width) {
        if (plugins.all().isEmpty()) {
            out.println("No plugins are installed.");
            return;
        }
        TextTable table = new TextTable("PLUGIN", "STATE", "VERSION", "INIT", "SHUTDOWN", "SERVERS")
                .right(3)
                .right(4);
        for (Plugin plugin : plugins.all()) {
            String names = of(plugin).stream().map(PluginReport::name).collect(Collectors.joining(", "));
            table.row(
                    plugin.id(),
                    state(plugin).replace('_', ' '),
                    plugin.manifest().flatMap(PluginManifest::version).orElse(NOTHING),
                    Integer.toString(init(plugin).size()),
                    Integer.toString(shutdown(plugin).size()),
                    names.isEmpty() ? NOTHING : names);
        }
        List<String> lines = table.lines(width);
        out.println(lines.getFirst());
        for (int i = 0; i < plugins.all().size(); i++) {
            out.println(lines.get(i + 1));
            for (Plugin.Failure failure : plugins.all().get(i).failures()) {
                TerminalText.wrapped(failure.where() + ": " + failure.what(), "    ", width)
                        .forEach(out::println);
            }
        }
    }

    /** Tells programs. */
    void printJson(PrintStream out) {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        root.put("status", isDegraded() ? "degraded" : "ok");
        ArrayNode all = root.putArray("plugins");
        plugins.all().forEach(plugin -> add(all.addObject(), plugin));
        ArrayNode failures = root.putArray("load_failures");
        for (Plugin plugin : plugins.all()) {
            for (Plugin.Failure failure : plugin.failures()) {
                failures.addObject()
                        .put("plugin", plugin.id())
                        .put("enabled", plugin.enabled())
                        .put("lifecycle_state", word(Plugin.State.LOAD_FAILED))
                        .put("where", failure.where())
                        .put("error", failure.what());
            }
        }
        FindingReport.add(root.putArray("findings"), plugins.findings());
        out.println(TerminalText.json(root));
    }

    private void add(ObjectNode node, Plugin plugin) {
        node.put("id", plugin.id()).put("client", plugin.client());
        plugin.root().ifPresent(root -> node.put("root", root.toString()));
        plugin.manifest().ifPresent(manifest -> {
            node.put("manifest", manifest.file().toString()).put("name", manifest.name());
            manifest.version().ifPresent(version -> node.put("version", version));
        });
        node.put("enabled", plugin.enabled()).put("lifecycle_state", state(plugin));
        ObjectNode lifecycle = node.putObject("lifecycle");
        lifecycle
                .put("init_command_count", init(plugin).size())
                .put("shutdown_command_count", shutdown(plugin).size());
        add(lifecycle.putArray("init_commands"), init(plugin));
        add(lifecycle.putArray("shutdown_commands"), shutdown(plugin));
        ArrayNode own = node.putArray("servers");
        for (Server server : of(plugin)) {
            ServerEntry entry = server.entry();
            ObjectNode told = own.addObject()
                    .put("name", name(server))
                    .put("file", entry.file().toString())
                    .put("line", entry.position().line())
                    .put("column", entry.position().column())
                    .put("transport", entry.transport().word())
                    .put("required", entry.required())
                    .put("lazy", entry.lazy());
            entry.problem().ifPresent(problem -> told.put("problem", problem));
        }
    }

    private static void add(ArrayNode array, List<String> commands) {
        commands.forEach(
                command -> array.add(Secrets.maskedArguments(List.of(command)).getFirst()));
    }

    private List<Server> of(Plugin plugin) {
        return servers.stream()
                .filter(server -> plugin.files().contains(server.full().file()))
                .toList();
    }

    private static String name(Server server) {
        return server.full().fields().entry().path().name();
    }

    private static List<String> init(Plugin plugin) {
        return plugin.manifest().map(PluginManifest::init).orElse(List.of());
    }

    private static List<String> shutdown(Plugin plugin) {
        return plugin.manifest().map(PluginManifest::shutdown).orElse(List.of());
    }

    private static String state(Plugin plugin) {
        return word(plugin.state());
    }

    private static String word(Plugin.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
