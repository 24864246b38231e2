package dev.lazymcp.config.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.client.Scope;
import dev.lazymcp.config.inventory.FullEntry.Resolved;
import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InventoryTest {
    @TempDir
    Path directory;

    private Path home = Path.of("");
    private Path project = Path.of("");
    private Machine machine = new Machine(Platform.LINUX, Path.of("/"), Map.of());

    @BeforeEach
    void makeProject() throws IOException {
        directory = directory.toRealPath();
        home = Files.createDirectories(directory.resolve("home"));
        project = Files.createDirectories(home.resolve("shop"));
        Files.createDirectory(project.resolve(".git"));
        machine = new Machine(Platform.LINUX, home, Map.of("SET", "value"));
    }

    @Test
    void theLocalEntryWinsOverTheProjectsAndThatOverTheUsers() throws IOException {
        file(home.resolve(".claude.json"), """
                {"mcpServers": {"a": {"command": "user"}, "u": {"command": "user"}},
                 "projects": {"%s": {"mcpServers": {"a": {"command": "local"}}},
                              "/elsewhere": {"mcpServers": {"x": {"command": "other"}}}}}
                """.formatted(project));
        file(project.resolve(".mcp.json"), """
                {"mcpServers": {"a": {"command": "project"}, "p": {"command": "project"}}}
                """);

        Inventory inventory = Inventory.of(places(), Optional.of("claude-code"));

        assertThat(inventory.servers())
                .extracting(server ->
                        server.entry().name() + " " + server.entry().command().getFirst() + " "
                                + server.entry()
                                        .shadow()
                                        .map(shadow -> shadow.scope().name())
                                        .orElse("-"))
                .containsExactly("a local -", "a project LOCAL", "p project -", "a user LOCAL", "u user -");
        assertThat(inventory.servers().getFirst().entry().project()).contains(project.toString());
        assertThat(inventory.findings()).isEmpty();
    }

    @Test
    void theNearestDirectoryWins() throws IOException {
        Path inner = Files.createDirectories(project.resolve("a/b"));
        file(project.resolve("a/.mcp.json"), "{\"mcpServers\": {\"s\": {\"command\": \"near\"}}}");
        file(project.resolve(".mcp.json"), "{\"mcpServers\": {\"s\": {\"command\": \"far\"}}}");

        List<Server> servers = Inventory.of(new ClientFiles(inner, machine), Optional.of("copilot"))
                .servers();

        assertThat(servers)
                .extracting(server -> server.entry().command())
                .containsExactly(List.of("near"), List.of("far"));
        assertThat(servers.get(1).entry().shadow())
                .contains(new ServerEntry.Shadow(Scope.PROJECT, project.resolve("a/.mcp.json")));
    }

    @Test
    void aFileIsReadOnceForEachOfItsClients() throws IOException {
        file(project.resolve(".mcp.json"), "{\"mcpServers\": {\"s\": {\"command\": \"x\"}}}");

        assertThat(Inventory.of(places(), Optional.empty()).servers())
                .extracting(server -> server.entry().client())
                .containsExactly("claude-code", "copilot", "vscode");
    }

    @Test
    void membersAreToldByNameAndValuesAreNot() throws IOException {
        file(home.resolve(".copilot/mcp-config.json"), """
                {"mcpServers": {
                   "l": {"command": "npx", "args": ["-y", "srv", "--token", "s3cr3t"], "env": {"K": "s3cr3t"}, "required": true,
                         "tools": ["a", "b"], "agents": ["reviewer"], "autoConnect": false},
                   "r": {"type": "sse", "url": "https://u:s3cr3t@h/x?s3cr3t", "headers": {"X-Key": "s3cr3t"},
                         "headersHelper": "get --s3cr3t", "oauth": {"clientId": "s3cr3t"}},
                   "w": {"command": "lazymcp", "args": ["wrap", "--name", "w", "--", "node", "x.js"], "disabled": true}}}
                """);

        List<Server> servers = Inventory.of(places(), Optional.of("copilot")).servers();
        ServerEntry local = servers.get(0).entry();
        ServerEntry remote = servers.get(1).entry();
        ServerEntry lazy = servers.get(2).entry();

        assertThat(local.command()).containsExactly("npx", "-y", "srv", "--token", "***");
        assertThat(local.environmentNames()).containsExactly("K");
        assertThat(local.required()).isTrue();
        assertThat(local.tools()).containsExactly("a", "b");
        assertThat(local.agents()).containsExactly("reviewer");
        assertThat(local.autoConnect()).contains(false);
        assertThat(local.transport()).isEqualTo(Transport.STDIO);
        assertThat(local.lazy()).isFalse();
        assertThat(local.position()).hasToString("2:9");
        assertThat(remote.transport()).isEqualTo(Transport.SSE);
        assertThat(remote.url()).contains("https://***@h/x?***");
        assertThat(remote.headerNames()).containsExactly("X-Key");
        assertThat(remote.authorization()).containsExactly("headersHelper", "oauth");
        assertThat(lazy.lazy()).isTrue();
        assertThat(lazy.command()).containsExactly("node", "x.js");
        assertThat(lazy.isActive()).isFalse();
        assertThat(servers.toString()).doesNotContain("s3cr3t");
    }

    @Test
    void anIllTypedMemberIsAProblemOfItsEntryWithPlaceAndExpectation() throws IOException {
        file(project.resolve(".cursor/mcp.json"), """
                {"mcpServers": {"a": {"command": "x", "required": "yes"},
                                "b": {"command": "x", "agents": "me"},
                                "c": {"command": "x", "tools": [1]},
                                "d": {"command": "x", "autoConnect": 0},
                                "e": {},
                                "f": {"command": "x"}}}
                """);

        assertThat(Inventory.of(places(), Optional.of("cursor")).servers())
                .extracting(server -> server.entry().problem().orElse("-"))
                .containsExactly(
                        "1:51: required must be true or false",
                        "2:49: agents must be a list of names",
                        "3:49: tools must be a list of names",
                        "4:54: autoConnect must be true or false",
                        "5:22: it has neither a command nor a URL",
                        "-");
    }

    @Test
    void aBrokenFileIsAFindingAndTheOthersCount() throws IOException {
        Path bad = file(project.resolve(".cursor/mcp.json"), "{\n  \"mcpServers\": nope}");
        file(project.resolve(".roo/mcp.json"), "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");

        Inventory inventory = Inventory.of(places(), Optional.empty());

        assertThat(inventory.servers()).hasSize(1);
        assertThat(inventory.findings()).hasSize(1);
        assertThat(inventory.findings().getFirst().where()).startsWith(bad + ":2:");
        assertThat(inventory.findings().getFirst().severity()).isEqualTo(Finding.Severity.ERROR);
    }

    @Test
    void entriesUnderAKeyThatNoClientReadsAreAFinding() throws IOException {
        Path wrong = file(project.resolve(".vscode/mcp.json"), "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");
        file(project.resolve(".mcp.json"), "{\"servers\": {\"vs\": {\"command\": \"x\"}}}");

        Inventory inventory = Inventory.of(places(), Optional.empty());

        assertThat(inventory.servers()).isEmpty();
        assertThat(inventory.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.where()).isEqualTo(wrong.toString());
            assertThat(finding.what()).contains("mcpServers", "a");
            assertThat(finding.remedy()).contains("VS Code looks under servers");
        });
    }

    @Test
    void pluginsAreAScopeOfTheirOwn() throws IOException {
        Path one = home.resolve("plugins/one");
        Path two = home.resolve("plugins/two");
        file(home.resolve(".claude/plugins/installed_plugins.json"), """
                {"version": 2, "plugins": {
                   "one@shop": [{"scope": "user", "installPath": "%s"}],
                   "two@shop": [{"scope": "user", "installPath": "%s"}],
                   "gone@shop": [{"scope": "user", "installPath": "/not/there"}]}}
                """.formatted(one, two));
        file(
                home.resolve(".claude/settings.json"),
                "{\"enabledPlugins\": {\"one@shop\": true, \"two@shop\": false, \"gone@shop\": true}}");
        file(
                one.resolve(".mcp.json"),
                "{\"db\": {\"command\": \"${CLAUDE_PLUGIN_ROOT}/db\", \"args\": [\"${SET}\"]}, \"same\": {\"command\": \"npx\", \"args\": [\"x\"]}}");
        file(
                two.resolve(".claude-plugin/plugin.json"),
                "{\"name\": \"two\", \"mcpServers\": {\"t\": {\"command\": \"t\"}}}");
        file(
                project.resolve(".mcp.json"),
                "{\"mcpServers\": {\"mine\": {\"command\": \"lazymcp\", \"args\": [\"wrap\", \"--name\", \"mine\", \"--\", \"npx\", \"x\"]}}}");

        Inventory inventory = Inventory.of(places(), Optional.of("claude-code"));

        assertThat(inventory.servers())
                .extracting(server -> server.entry().name())
                .containsExactly("mine", "plugin:one:db", "plugin:one:same", "plugin:two:t");
        assertThat(inventory.servers().get(1).full().resolve(machine))
                .isEqualTo(new Resolved.Ready(List.of(one + "/db", "value"), Map.of(), Optional.empty()));
        assertThat(inventory.servers().get(2).entry().shadow())
                .as("it starts what the project's does")
                .isPresent();
        assertThat(inventory.servers().get(3).entry().disabled()).isTrue();
        assertThat(inventory.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.where()).isEqualTo("/not/there");
            assertThat(finding.what()).contains("gone@shop");
        });
    }

    @Test
    void anAdministratorsFileLeavesNothingOfTheOthers() throws IOException {
        Path managed = directory.resolve("programs/ClaudeCode/managed-mcp.json");
        file(managed, "{\"mcpServers\": {\"m\": {\"command\": \"x\"}}}");
        file(project.resolve(".mcp.json"), "{\"mcpServers\": {\"p\": {\"command\": \"x\"}}}");
        Machine windows = new Machine(
                Platform.WINDOWS,
                home,
                Map.of("ProgramFiles", directory.resolve("programs").toString()));

        List<Server> servers = Inventory.of(new ClientFiles(project, windows), Optional.of("claude-code"))
                .servers();

        assertThat(servers.get(0).entry().isActive()).isTrue();
        assertThat(servers.get(1).entry().shadow()).contains(new ServerEntry.Shadow(Scope.MANAGED, managed));
    }

    @Test
    void aNamedFileIsTakenForWhatItLooksLike() throws IOException {
        Path copy = file(directory.resolve("copy/.vscode/mcp.json"), "{\"servers\": {\"a\": {\"command\": \"x\"}}}");
        Path other = file(directory.resolve("any.json"), "{\"mcpServers\": {\"b\": {\"command\": \"x\"}}}");
        Path missing = directory.resolve("none.json");

        Inventory inventory = Inventory.of(places(), Optional.empty(), List.of(copy, other, missing));

        assertThat(inventory.servers())
                .extracting(
                        server -> server.entry().client() + " " + server.entry().name())
                .containsExactly("vscode a", "visual-studio a", "other b");
        assertThat(inventory.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.where()).isEqualTo(missing.toString());
            assertThat(finding.what()).isEqualTo("there is no such file.");
        });
    }

    @Test
    void whatTheClientWouldStartIsKnownOrItIsSaidWhyNot() throws IOException {
        file(project.resolve(".vscode/mcp.json"), """
                {"servers": {"a": {"command": "node", "args": ["${workspaceFolder}/s.js", "${env:SET}"], "env": {"P": 8080}, "cwd": "~/x"},
                             "b": {"command": "x", "env": {"T": "${input:token}"}},
                             "c": {"url": "https://${env:SET}/${env:NO}"},
                             "d": {"url": "https://${env:SET}", "headers": {"A": "${env:SET}", "B": 7}},
                             "e": {"type": "http"}}}
                """);
        file(home.resolve(".claude.json"), "{\"mcpServers\": {\"d\": {\"command\": \"x\", \"args\": [\"${NO}\"]}}}");

        List<Server> servers = Inventory.of(places(), Optional.empty()).servers();

        assertThat(servers)
                .extracting(server -> server.full().resolve(machine))
                .containsExactly(
                        new Resolved.Blocked(List.of("NO"), List.of()),
                        new Resolved.Ready(
                                List.of("node", project + "/s.js", "value"),
                                Map.of("P", "8080"),
                                Optional.of(home + "/x")),
                        new Resolved.Blocked(List.of(), List.of("the input token")),
                        new Resolved.Blocked(List.of("NO"), List.of()),
                        new Resolved.Address(
                                "https://value",
                                new LinkedHashMap<>(Map.of("A", "value", "B", "7")),
                                Optional.empty(),
                                Map.of()),
                        new Resolved.Nothing());
        assertThat(servers.getFirst().full().unsetVariables(machine)).containsExactly("NO");
    }

    @Test
    void tomlAndYamlAreReadLikeJson() throws IOException {
        file(home.resolve(".codex/config.toml"), """
                [mcp_servers.a]
                command = "npx"
                args = ["-y", "x", "--token", "s3cr3t"]
                env_vars = ["PASSED"]
                env.K = "s3cr3t"

                [mcp_servers.b]
                url = "https://h/mcp"
                bearer_token_env_var = "B_TOKEN"
                http_headers = { X = "s3cr3t" }
                required = true
                enabled = false
                """);
        file(home.resolve(".config/goose/config.yaml"), """
                extensions:
                  developer: {type: builtin, name: developer, enabled: true}
                  g: {type: stdio, cmd: uvx, args: [g], envs: {K: s3cr3t}, env_keys: [L], enabled: true}
                """);
        file(project.resolve(".continue/mcpServers/c.yaml"), """
                mcpServers:
                  - name: My docs
                    command: npx
                    args: ["-y", "docs"]
                    env: {K: "${{ secrets.K }}"}
                """);

        Inventory inventory = Inventory.of(places(), Optional.empty());

        assertThat(inventory.findings()).isEmpty();
        assertThat(inventory.servers())
                .extracting(
                        server -> server.entry().client() + " " + server.entry().name(),
                        server -> server.entry().transport(),
                        server -> server.entry().environmentNames(),
                        server -> server.entry().disabled())
                .containsExactly(
                        tuple("codex a", Transport.STDIO, List.of("K", "PASSED"), false),
                        tuple("codex b", Transport.HTTP, List.of(), true),
                        tuple("goose developer", Transport.BUILTIN, List.of(), false),
                        tuple("goose g", Transport.STDIO, List.of("K", "L"), false),
                        tuple("continue My docs", Transport.STDIO, List.of("K"), false));
        assertThat(inventory.servers().getFirst().entry().command())
                .containsExactly("npx", "-y", "x", "--token", "***");
        Machine passing = new Machine(Platform.LINUX, home, Map.of("PASSED", "p"));
        assertThat(inventory.servers().getFirst().full().resolve(passing))
                .isInstanceOfSatisfying(
                        Resolved.Ready.class,
                        ready -> assertThat(ready.environment()).isEqualTo(Map.of("PASSED", "p", "K", "s3cr3t")));
        assertThat(inventory.servers().get(1).entry().authorization()).containsExactly("bearer_token_env_var");
        assertThat(inventory.servers().get(1).entry().headerNames()).containsExactly("X");
        assertThat(inventory.servers().getLast().full().resolve(machine))
                .isEqualTo(new Resolved.Blocked(List.of(), List.of("the secret secrets.K")));
    }

    @Test
    void anEnvFileIsReadByTheClientsThatDoAndTheEntryWins() throws IOException {
        file(project.resolve("s.env"), "A=file\nB='file $HOME'\n");
        file(project.resolve(".vscode/mcp.json"), """
                {"servers": {"a": {"command": "x", "envFile": "${workspaceFolder}/s.env", "env": {"A": "entry", "C": "${env:SET}"}}}}
                """);
        file(project.resolve(".cursor/mcp.json"), """
                {"mcpServers": {"b": {"command": "x", "envFile": "s.env"}, "c": {"command": "x", "envFile": "~/gone.env"},
                                "d": {"command": "x", "envFile": "bad.env"}, "e": {"command": "x", "envFile": "${env:NO}/s.env"}}}
                """);
        file(project.resolve("bad.env"), "A=1\ns3cr3t\n");
        file(project.resolve(".mcp.json"), "{\"mcpServers\": {\"z\": {\"command\": \"x\", \"envFile\": \"s.env\"}}}");

        List<Server> vscode = Inventory.of(places(), Optional.of("vscode")).servers();
        List<Server> cursor = Inventory.of(places(), Optional.of("cursor")).servers();
        List<Server> claude = Inventory.of(places(), Optional.of("claude-code")).servers();

        assertThat(vscode.getFirst().full().resolve(machine))
                .isEqualTo(new Resolved.Ready(
                        List.of("x"), Map.of("A", "entry", "B", "file $HOME", "C", "value"), Optional.empty()));
        assertThat(vscode.getFirst().full().environmentFile(machine)).contains(project.resolve("s.env"));
        assertThat(cursor)
                .extracting(server -> server.full().resolve(machine))
                .containsExactly(
                        new Resolved.Ready(List.of("x"), Map.of("A", "file", "B", "file $HOME"), Optional.empty()),
                        new Resolved.Blocked(
                                List.of(),
                                List.of(),
                                List.of("its envFile cannot be read: " + home.resolve("gone.env")
                                        + ": there is no such file")),
                        new Resolved.Blocked(
                                List.of(),
                                List.of(),
                                List.of("its envFile cannot be read: " + project.resolve("bad.env")
                                        + ":2:1: a line of an envFile must be NAME=value")),
                        new Resolved.Blocked(
                                List.of(),
                                List.of(),
                                List.of("its envFile cannot be read: " + project.resolve("${env:NO}/s.env")
                                        + ": there is no such file")));
        assertThat(cursor.getLast().full().unsetVariables(machine)).containsExactly("NO");
        assertThat(claude.getFirst().full().resolve(machine))
                .isEqualTo(new Resolved.Ready(List.of("x"), Map.of(), Optional.empty()));
    }

    @Test
    void codexMergesTheMembersOfAnEntryOverItsFiles() throws IOException {
        Path user = file(home.resolve(".codex/config.toml"), """
                [mcp_servers.docs]
                command = "npx"
                args = ["-y", "docs"]
                required = true
                [mcp_servers.docs.env]
                A = "user"
                B = "user"
                """);
        Path own = file(project.resolve(".codex/config.toml"), """
                [mcp_servers.docs]
                args = ["near"]
                [mcp_servers.docs.env]
                A = "project"
                """);

        List<Server> servers = Inventory.of(places(), Optional.of("codex")).servers();

        assertThat(servers)
                .extracting(
                        server -> server.entry().file(),
                        server -> server.entry().command())
                .containsExactly(tuple(own, List.of("npx", "near")), tuple(user, List.of("npx", "-y", "docs")));
        assertThat(servers.getFirst().entry().required()).isTrue();
        assertThat(servers.getFirst().entry().isActive()).isTrue();
        assertThat(servers.getFirst().full().resolve(machine))
                .isEqualTo(new Resolved.Ready(
                        List.of("npx", "near"), Map.of("A", "project", "B", "user"), Optional.empty()));
        assertThat(servers.getLast().entry().shadow()).contains(new ServerEntry.Shadow(Scope.PROJECT, own));
    }

    @Test
    void opencodeSwitchesOffInAProjectWhatTheHomeHasAndAFaultBelowIsToldWithItsFile() throws IOException {
        Path user = file(home.resolve(".config/opencode/opencode.json"), """
                {"mcp": {"off": {"type": "local", "command": ["npx", "x"]},
                         "bad": {"type": "local", "command": ["npx", "y"], "agents": 1}}}
                """);
        file(project.resolve("opencode.json"), """
                {"mcp": {"off": {"enabled": false}, "bad": {"environment": {"A": "1"}}}}
                """);

        List<Server> servers = Inventory.of(places(), Optional.of("opencode")).servers();

        assertThat(servers.getFirst().entry().disabled()).isTrue();
        assertThat(servers.getFirst().entry().problem()).isEmpty();
        assertThat(servers.getFirst().entry().command()).containsExactly("npx", "x");
        assertThat(servers.get(1).entry().problem())
                .contains("1:44: " + user + ":2:70: agents must be a list of names");
    }

    @Test
    void geminiAndTheOthersTakeTheFirstEntryAsAWhole() throws IOException {
        file(
                home.resolve(".gemini/settings.json"),
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"1\"]}}}");
        file(project.resolve(".gemini/settings.json"), "{\"mcpServers\": {\"a\": {\"command\": \"y\"}}}");

        assertThat(Inventory.of(places(), Optional.of("gemini")).servers())
                .extracting(server -> server.entry().command())
                .containsExactly(List.of("y"), List.of("x", "1"));
    }

    private ClientFiles places() {
        return new ClientFiles(project, machine);
    }

    private static Path file(Path path, String text) throws IOException {
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }
}
