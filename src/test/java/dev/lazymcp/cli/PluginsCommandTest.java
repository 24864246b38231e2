package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PluginsCommandTest {
    @TempDir
    Path directory;

    private Commands commands = new Commands(Path.of(""), Map.of());

    @BeforeEach
    void makeHome() throws IOException {
        directory = directory.toRealPath();
        commands = new Commands(directory, Map.of("COLUMNS", "100"));
        Files.createDirectories(commands.home());
        Files.createDirectories(commands.project().resolve(".git"));
    }

    @Test
    void aPluginIsReadyOrDisabledWithItsCommandsAndServers() throws IOException {
        install("db@shop", "off@shop");
        settings("{\"db@shop\": true, \"off@shop\": false}");
        Path manifest = plugin(
                "db",
                "{\"name\": \"db\", \"version\": \"1.2\",\n \"lifecycle\": {\"Init\": [\"./up\","
                        + " \"x --token ghp_abcdefghijklmnopqrstuvwxyz0123456789\"], \"Shutdown\": [\"./down\"]}}");
        Path servers = commands.file(root("db").resolve(".mcp.json"), "{\"sql\": {\"command\": \"npx\"}}");
        plugin("off", "{\"name\": \"off\", \"mcpServers\": {\"t\": {\"url\": \"https://h\"}}}");

        assertThat(commands.run("plugins", "--json")).isZero();

        assertThat(commands.printed()).doesNotContain("ghp_");
        assertThat(json()).isEqualTo(JsonMapper.builder().build().readTree("""
                {"status": "ok", "plugins": [
                  {"id": "db@shop", "client": "claude-code", "root": "%s", "manifest": "%s", "name": "db", "version": "1.2",
                   "enabled": true, "lifecycle_state": "ready",
                   "lifecycle": {"init_command_count": 2, "shutdown_command_count": 1,
                                 "init_commands": ["./up", "x --token ***"], "shutdown_commands": ["./down"]},
                   "servers": [{"name": "sql", "file": "%s", "line": 1, "column": 9, "transport": "stdio",
                                "required": false, "lazy": false}]},
                  {"id": "off@shop", "client": "claude-code", "root": "%s", "manifest": "%s", "name": "off",
                   "enabled": false, "lifecycle_state": "disabled",
                   "lifecycle": {"init_command_count": 0, "shutdown_command_count": 0, "init_commands": [], "shutdown_commands": []},
                   "servers": [{"name": "t", "file": "%s", "line": 1, "column": 37, "transport": "http",
                                "required": false, "lazy": false}]}],
                 "load_failures": [], "findings": []}
                """.formatted(
                        root("db"),
                        manifest,
                        servers,
                        root("off"),
                        root("off").resolve(".claude-plugin/plugin.json"),
                        root("off").resolve(".claude-plugin/plugin.json"))));
        assertThat(commands.run("plugins")).isZero();
        assertThat(commands.printed())
                .containsPattern("db@shop +ready +1.2 +2 +1 +sql")
                .containsPattern("off@shop +disabled +- +0 +0 +t");
    }

    @Test
    void whatCannotBeLoadedIsKeptWithItsPlaceAndTheRestIsThere() throws IOException {
        install("bad@shop", "gone@shop", "half@shop");
        settings("{\"bad@shop\": true, \"half@shop\": true}");
        Path bad = plugin(
                "bad",
                "{\"name\": \"bad\",\n  \"lifecycle\": {\"Init\": \"./up\", \"Shutdown\": [1]},\n"
                        + " \"mcpServers\": [\"./none.json\", \"../out.json\"], \"version\": 2}");
        Path half = commands.file(root("half").resolve(".mcp.json"), "{\"a\": \n}");
        plugin("half", "{\"mcpServers\": {\"t\": {\"command\": \"t\"}}}");

        assertThat(commands.run("plugins", "--json")).isEqualTo(10);

        assertThat(json().get("status").asText()).isEqualTo("degraded");
        assertThat(json().get("plugins"))
                .extracting(plugin -> plugin.get("lifecycle_state").asText())
                .containsOnly("load_failed");
        assertThat(json().get("load_failures"))
                .extracting(failure -> failure.get("plugin").asText() + " "
                        + failure.get("where").asText() + " "
                        + failure.get("error").asText())
                .containsExactly(
                        "bad@shop " + bad + ":3:17 mcpServers must be the path of a file that is there.",
                        "bad@shop " + bad + ":3:32 mcpServers must be the path of a file in the plugin's directory.",
                        "bad@shop " + bad + ":3:59 version must be a string.",
                        "bad@shop " + bad + ":2:25 lifecycle.Init must be a list of command lines.",
                        "bad@shop " + bad + ":2:46 lifecycle.Shutdown must be a list of command lines.",
                        "gone@shop " + root("gone") + " The plugin is said to be there, and is not.",
                        "half@shop " + half
                                + ":2:1 a value is expected here: a string in double quotes, a number, true, false, null, a list or a map.",
                        "half@shop " + root("half").resolve(".claude-plugin/plugin.json")
                                + ":1:1 name must be a string, and is missing.");
        assertThat(json().get("plugins").get(2).get("servers")).hasSize(1);
    }

    @Test
    void nothingIsInstalledOrTheListCannotBeRead() throws IOException {
        assertThat(commands.run("plugins")).isZero();
        assertThat(commands.printed()).isEqualTo("No plugins are installed.\n");

        Path list = commands.file(commands.home().resolve(".claude/plugins/installed_plugins.json"), "{");
        assertThat(commands.run("plugins", "--json")).isEqualTo(10);
        assertThat(json().get("findings").get(0).get("where").asText()).startsWith(list + ":1:");
    }

    private void install(String... ids) {
        StringBuilder list = new StringBuilder("{\"version\": 2, \"plugins\": {");
        for (String id : ids) {
            list.append(list.charAt(list.length() - 1) == '{' ? "" : ", ")
                    .append('"')
                    .append(id)
                    .append("\": [{\"scope\": \"user\", \"installPath\": \"")
                    .append(root(id.substring(0, id.indexOf('@'))))
                    .append("\"}]");
        }
        commands.file(commands.home().resolve(".claude/plugins/installed_plugins.json"), list + "}}");
    }

    private void settings(String enabled) {
        commands.file(commands.home().resolve(".claude/settings.json"), "{\"enabledPlugins\": " + enabled + "}");
    }

    private Path root(String name) {
        return directory.resolve("plugins").resolve(name);
    }

    private Path plugin(String name, String manifest) {
        return commands.file(root(name).resolve(".claude-plugin/plugin.json"), manifest);
    }

    private JsonNode json() throws IOException {
        return JsonMapper.builder().build().readTree(commands.printed());
    }
}
