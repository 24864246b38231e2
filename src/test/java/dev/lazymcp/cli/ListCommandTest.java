package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Directories;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.StubOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ListCommandTest {
    @TempDir
    Path directory;

    private Commands commands = new Commands(Path.of(""), Map.of());

    @BeforeEach
    void makeProject() throws IOException {
        directory = directory.toRealPath();
        commands = new Commands(directory, Map.of("COLUMNS", "90", "REGION", "eu"));
        Files.createDirectories(commands.home());
        Files.createDirectories(commands.project());
    }

    @Test
    void theTableTellsWhatIsWhereAndFitsTheTerminal() {
        Path shared = commands.file(commands.project().resolve(".mcp.json"), """
                {"mcpServers": {
                   "docs": {"command": "npx", "args": ["-y", "docs-server", "--root", "/a/rather/long/path/that/goes/on/and/on/and/on/x"],
                            "env": {"TOKEN": "s3cr3t"}, "required": true, "agents": ["reviewer"]},
                   "lazy": {"command": "lazymcp", "args": ["wrap", "--name", "lazy", "--", "node", "x.js"]},
                   "bad": {"command": "x", "required": 1},
                   "off": {"command": "x", "disabled": true}}}
                """);
        Path user = commands.file(commands.home().resolve(".claude.json"), """
                {"mcpServers": {"docs": {"type": "http", "url": "https://me:s3cr3t@h/mcp?s3cr3t"}}}
                """);

        assertThat(commands.run("list")).isZero();

        assertThat(commands.printed())
                .contains(
                        shared + "\n",
                        user + "\n",
                        "claude-code, copilot, vscode; required; agents reviewer; env TOKEN")
                .containsPattern("docs +project +eager +- +- +npx -y docs-server --root /a.*…\\n")
                .containsPattern("lazy +project +registered +- +- +node x.js")
                .containsPattern("bad +project +invalid")
                .containsPattern("off +project +disabled")
                .containsPattern("docs +user +shadowed +- +- +http https://\\*\\*\\*@h/mcp\\?\\*\\*\\*")
                .contains("problem at 5:", "shadowed by " + shared + " (project)")
                .doesNotContain("s3cr3t");
        assertThat(commands.printed().lines().filter(line -> !line.startsWith("/")))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(90));
    }

    @Test
    void theJsonHasEveryMember() throws IOException {
        Path file = commands.file(commands.project().resolve(".cursor/mcp.json"), """
                {"mcpServers": {"a": {"command": "npx", "args": ["x", "--key", "s3cr3t"], "env": {"K": "s3cr3t"}, "tools": ["t"],
                                      "autoConnect": false}}}
                """);

        assertThat(commands.run("list", "--json", "--client", "cursor")).isZero();

        assertThat(json()).isEqualTo(JsonMapper.builder().build().readTree("""
                {"servers": [{"name": "a", "client": "cursor", "file": "%s", "line": 1, "column": 22, "scope": "project",
                  "transport": "stdio", "command": ["npx", "x", "--key", "***"], "env": ["K"], "headers": [],
                  "authorization": [], "required": false, "agents": [], "tools": ["t"], "deniedTools": [],
                  "autoConnect": false, "lazy": false, "disabled": false, "state": "eager"}],
                  "totals": [{"client": "cursor", "servers": 1, "lazy": 0, "known": 0, "toolCount": 0,
                    "tokens": {"now": 0, "eager": 0}}], "findings": []}
                """.formatted(file)));
    }

    @Test
    void aBrokenFileIsToldAndFailsAndTheOthersAreListed() throws IOException {
        Path bad = commands.file(commands.project().resolve(".mcp.json"), "{\"mcpServers\": {");
        commands.file(commands.project().resolve(".roo/mcp.json"), "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");

        assertThat(commands.run("list")).isEqualTo(1);
        assertThat(commands.printed()).contains("roo");
        assertThat(commands.complaints()).contains("error: " + bad + ":1:", "→ ");

        assertThat(commands.run("list", "--json")).isEqualTo(1);
        assertThat(json().path("servers")).hasSize(1);
        assertThat(json().path("findings").path(0).path("where").asText()).startsWith(bad + ":1:");
    }

    @Test
    void whatTheCatalogKnowsIsCounted() throws IOException {
        commands.file(commands.project().resolve(".cursor/mcp.json"), """
                {"mcpServers": {
                   "lazy": {"command": "lazymcp", "args": ["wrap", "--name", "lazy", "--env-keys", "R", "--", "node", "${workspaceFolder}/x.js"],
                            "env": {"R": "${env:REGION}"}},
                   "eager": {"command": "node", "args": ["y.js"]},
                   "new": {"command": "node", "args": ["z.js"]}}}
                """);
        learn(options("lazy", List.of("R"), "node", commands.project() + "/x.js"), Map.of("R", "eu"));
        learn(options("eager", List.of(), "node", "y.js"), Map.of());

        assertThat(commands.run("list", "--json")).isZero();

        JsonNode servers = json().path("servers");
        assertThat(servers.path(0).path("toolCount").asInt()).isEqualTo(2);
        assertThat(servers.path(0).path("tokens").path("awake").asInt()).isGreaterThan(200);
        assertThat(servers.path(0).path("tokens").path("asleep").asInt()).isBetween(30, 100);
        assertThat(servers.path(1).path("toolCount").asInt()).isEqualTo(2);
        assertThat(servers.path(2).has("toolCount")).isFalse();

        JsonNode totals = json().path("totals").path(0);
        assertThat(totals.path("servers").asInt()).isEqualTo(3);
        assertThat(totals.path("lazy").asInt()).isEqualTo(1);
        assertThat(totals.path("known").asInt()).isEqualTo(2);
        assertThat(totals.path("toolCount").asInt()).isEqualTo(4);
        JsonNode first = servers.path(0).path("tokens");
        JsonNode second = servers.path(1).path("tokens");
        assertThat(totals.path("tokens").path("now").asInt())
                .isEqualTo(first.path("asleep").asInt() + second.path("awake").asInt());
        assertThat(totals.path("tokens").path("eager").asInt())
                .isEqualTo(first.path("awake").asInt() + second.path("awake").asInt());

        assertThat(commands.run("list")).isZero();
        assertThat(commands.printed())
                .containsPattern("TOTAL +SERVERS +LAZY +KNOWN +TOOLS +TOKENS +WITHOUT STUBS\ncursor +3 +1 +2 +4 +");
    }

    @Test
    void toolsThatAreDeniedAreTold() throws IOException {
        commands.file(commands.project().resolve(".kiro/settings/mcp.json"), """
                {"mcpServers": {
                   "a": {"command": "x", "disabledTools": ["drop", "sell"]},
                   "b": {"command": "lazymcp", "args": ["wrap", "--name", "b", "--deny-tools", "burn", "--", "x"],
                         "disabledTools": ["drop"]}}}
                """);
        assertThat(commands.run("list", "--json")).isZero();
        assertThat(json().path("servers").path(0).path("deniedTools").toString())
                .isEqualTo("[\"drop\",\"sell\"]");
        assertThat(json().path("servers").path(1).path("deniedTools").toString())
                .isEqualTo("[\"drop\",\"burn\"]");
        assertThat(commands.run("list")).isZero();
        assertThat(commands.printed()).contains("never drop, sell", "never drop, burn");
    }

    @Test
    void namesCannotMoveTheCursor() {
        commands.file(
                commands.project().resolve(".mcp.json"), "{\"mcpServers\": {\"a\\u001b[2J\": {\"command\": \"x\"}}}");

        assertThat(commands.run("list")).isZero();
        assertThat(commands.printed()).doesNotContain("\u001b").contains("a?[2J");
    }

    @Test
    void nothingIsFoundAndUnknownClientsAreAMistake() {
        assertThat(commands.run("list")).isZero();
        assertThat(commands.printed())
                .contains("No servers were found.", "Looked for ", "none of them is there", "lazymcp list FILE");

        Path empty = commands.file(commands.project().resolve(".cursor/mcp.json"), "{\"mcpServers\": {}}");
        assertThat(commands.run("list", "--client", "cursor")).isZero();
        assertThat(commands.printed()).contains("No servers of cursor", "have none:\n  " + empty + "\n");

        assertThat(commands.run("list", "--client", "nobody")).isEqualTo(2);
        assertThat(commands.complaints()).contains("no client is called nobody", "claude-code", "junie");
    }

    private void learn(StubOptions options, Map<String, String> environment) throws IOException {
        Directories directories =
                Directories.of(Directories.Platform.XDG, Map.of("LAZYMCP_HOME", directory.toString()), commands.home());
        List<String> warnings = new ArrayList<>();
        byte[] tools = ("[{\"name\":\"one\",\"description\":\"" + "word ".repeat(200)
                        + "\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"two\",\"inputSchema\":{\"type\":\"object\"}}]")
                .getBytes(UTF_8);
        byte[] empty = "{}".getBytes(UTF_8);
        new StubCatalog(new Definition(options, environment, commands.project()), directories, warnings::add)
                .learn(new CatalogEntry(
                        Map.of(),
                        empty,
                        empty,
                        Optional.empty(),
                        Tool.listFrom(tools),
                        List.of(),
                        List.of(),
                        List.of(),
                        "2026-01-01T00:00:00Z",
                        "1",
                        100));
        assertThat(warnings).isEmpty();
    }

    private static StubOptions options(String name, List<String> envKeys, String... command) {
        WrapArguments arguments = new WrapArguments();
        arguments.name = name;
        arguments.envKeys = envKeys;
        arguments.command = List.of(command);
        return arguments.options(Map.of(), "1");
    }

    private JsonNode json() throws IOException {
        return JsonMapper.builder().build().readTree(commands.printed());
    }
}
