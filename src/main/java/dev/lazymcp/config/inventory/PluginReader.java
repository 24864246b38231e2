package dev.lazymcp.config.inventory;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.ConfigFile;
import dev.lazymcp.config.JsonFile;
import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.client.Place;
import dev.lazymcp.config.client.Section;
import dev.lazymcp.config.edit.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the directory of one plugin of Claude Code. What is wrong there is kept, and the rest is read all the same. */
final class PluginReader {
    private static final Section WRAPPED = Section.of("mcpServers");
    private static final Section BARE = Section.of();
    private static final String MANIFEST = ".claude-plugin/plugin.json";

    private final Client client;
    private final Path workspace;
    private final ClientFile.Plugin plugin;
    private final List<ClientFile> files = new ArrayList<>();
    private final List<Plugin.Failure> failures = new ArrayList<>();

    private PluginReader(Client client, Path workspace, ClientFile.Plugin plugin) {
        this.client = client;
        this.workspace = workspace;
        this.plugin = plugin;
    }

    /** The plugin {@code id}, which is in {@code root}, for whoever works in {@code workspace}. */
    static Plugin read(Client client, Path workspace, String id, Path root, boolean enabled) {
        int at = id.indexOf('@');
        PluginReader reader = new PluginReader(
                client, workspace, new ClientFile.Plugin(at > 0 ? id.substring(0, at) : id, root, enabled));
        Optional<PluginManifest> manifest = reader.read();
        return new Plugin(id, client.id(), Optional.of(root), enabled, manifest, reader.files, reader.failures);
    }

    private Optional<PluginManifest> read() {
        if (!Files.isDirectory(plugin.root())) {
            fail(plugin.root(), "The plugin is said to be there, and is not.");
            return Optional.empty();
        }
        addServers(plugin.root().resolve(".mcp.json"));
        Path path = plugin.root().resolve(MANIFEST);
        Optional<JsonFile> file = json(path);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        if (file.get().members().isEmpty()) {
            fail(path, "A manifest must be an object.");
            return Optional.empty();
        }
        Node.Members members = file.get().members().get();
        Fields fields = new Fields(file.get());
        fields.servers(members);
        Optional<Node.Members> lifecycle = fields.map(members, "lifecycle");
        return Optional.of(new PluginManifest(
                path,
                fields.requiredText(members, "name"),
                fields.text(members, "version"),
                lifecycle.map(map -> fields.commands(map, "Init")).orElse(List.of()),
                lifecycle.map(map -> fields.commands(map, "Shutdown")).orElse(List.of())));
    }

    /** The members of a manifest; one of another type than it should have is a failure, and as good as not there. */
    private final class Fields {
        private final JsonFile file;

        Fields(JsonFile file) {
            this.file = file;
        }

        Optional<String> text(Node.Members members, String name) {
            members.value(name)
                    .filter(value -> !(value instanceof Node.Text))
                    .ifPresent(other -> fail(other, name, "a string"));
            return members.text(name);
        }

        String requiredText(Node.Members members, String name) {
            if (members.value(name).isEmpty()) {
                fail(members, name, "a string, and is missing");
            }
            return text(members, name).orElse("");
        }

        Optional<Node.Members> map(Node.Members members, String name) {
            members.value(name)
                    .filter(value -> !(value instanceof Node.Members))
                    .ifPresent(other -> fail(other, name, "an object"));
            return members.map(name);
        }

        List<String> commands(Node.Members lifecycle, String name) {
            String label = "lifecycle." + name;
            List<String> commands = new ArrayList<>();
            switch (lifecycle.value(name).orElse(null)) {
                case null -> {}
                case Node.Items list -> {
                    for (Node item : list.items()) {
                        if (item.resolved() instanceof Node.Text text
                                && !text.value().isBlank()) {
                            commands.add(text.value());
                        } else {
                            fail(item, label, "a list of command lines");
                        }
                    }
                }
                case Node other -> fail(other, label, "a list of command lines");
            }
            return commands;
        }

        void servers(Node.Members members) {
            switch (members.value("mcpServers").orElse(null)) {
                case null -> {}
                case Node.Members _ -> add(file.path(), false);
                case Node.Text text -> named(text);
                case Node.Items list ->
                    list.items().forEach(item -> {
                        switch (item.resolved()) {
                            case Node.Text text -> named(text);
                            case Node.Members _ -> {}
                            case Node other -> fail(other, "mcpServers", "an object, or the path of a file");
                        }
                    });
                case Node other -> fail(other, "mcpServers", "an object, or the path of a file");
            }
        }

        private void named(Node.Text text) {
            String name = text.value();
            if (name.contains("://") || name.endsWith(".mcpb") || name.endsWith(".dxt")) {
                return; // a bundle, which only the client can open
            }
            Path named = plugin.root().resolve(name).normalize();
            if (!named.startsWith(plugin.root())) {
                fail(text, "mcpServers", "the path of a file in the plugin's directory");
            } else if (!Files.isRegularFile(named)) {
                fail(text, "mcpServers", "the path of a file that is there");
            } else {
                addServers(named);
            }
        }

        private void fail(Node at, String name, String wanted) {
            failures.add(new Plugin.Failure(file.path(), file.where(at), name + " must be " + wanted + "."));
        }
    }

    /** Takes in {@code file}, whose servers may stand under a key or without one. */
    private void addServers(Path file) {
        boolean known = files.stream().anyMatch(other -> other.path().equals(file));
        if (known || !Files.isRegularFile(file)) {
            return;
        }
        try {
            ConfigFile.read(file);
            add(file, true);
        } catch (IOException | ConfigException fault) {
            fail(file, fault);
        }
    }

    private void add(Path file, boolean mayBeBare) {
        String path = plugin.root().relativize(file).toString();
        files.add(new ClientFile(client, Place.plugin(path, WRAPPED), file, workspace, Optional.of(plugin)));
        if (mayBeBare) {
            files.add(new ClientFile(client, Place.plugin(path, BARE), file, workspace, Optional.of(plugin)));
        }
    }

    private Optional<JsonFile> json(Path path) {
        if (!Files.isRegularFile(path)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonFile.read(path));
        } catch (IOException | ConfigException fault) {
            fail(path, fault);
            return Optional.empty();
        }
    }

    private void fail(Path path, Exception fault) {
        Finding told = Inventory.unreadable(path, fault);
        failures.add(new Plugin.Failure(path, told.where(), told.what()));
    }

    private void fail(Path path, String what) {
        failures.add(new Plugin.Failure(path, path.toString(), what));
    }
}
