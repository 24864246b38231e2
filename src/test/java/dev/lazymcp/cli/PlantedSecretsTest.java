package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A secret in every place of every format: no command tells it, no file of ours is called after it. */
final class PlantedSecretsTest {
    /** Nothing in it looks like a secret: its place must be what gives it away. */
    private static final String PLAIN = "hunter";

    private static final String ENTRIES = """
              "env": {"command": "x", "env": {"A": "hunter", "B": ["hunter"], "C": {"D": "hunter"}}, "environment": {"E": "hunter"}},
              "flags": {"command": "x", "args": ["--token", "hunter", "--api-key=hunter", "-e", "V=hunter", "--env=V=hunter", "-H", "X: hunter",
                        "--header=Authorization: Bearer hunter", "ghp_hunter0123456789", "--x=ghp_hunter0123456789", "{\\"a\\":\\"hunter\\"}",
                        "https://u:hunter@h/?q=hunter", "postgresql://u:hunter@h/db", "Server=h;Password=hunter"]},
              "script": {"command": "sh", "args": ["-c", "export API_TOKEN=hunter; exec srv --password hunter"]},
              "joined": {"type": "local", "command": ["srv", "--secret", "hunter"], "environment": {"K": "hunter"}},
              "nested": {"command": {"path": "srv", "args": ["--secret", "hunter"], "env": {"K": "hunter"}}},
              "remote": {"type": "http", "url": "https://u:hunter@h/ghp_hunter0123456789/mcp?key=hunter#hunter", "headers": {"X": "hunter"},
                         "headersHelper": "/bin/get --account hunter",
                         "oauth": {"clientId": "hunter", "authServerMetadataUrl": "https://hunter/x", "scopes": "hunter"},
                         "requestOptions": {"headers": {"Y": "hunter"}}},
              "moved": {"url": "https://h/${V}?key=hunter", "headers": {"X": "hunter"}},
              "alone": {"url": "https://u:hunter@h/"},
              "nested": {"url": "https://h/", "requestOptions": {"headers": {"Y": "hunter"}}},
              "server": {"serverUrl": "https://hunter@h", "auth": {"CLIENT_SECRET": "hunter"}},
              "wrapped": {"command": "lazymcp", "args": ["wrap", "--name", "wrapped", "--header", "X=hunter", "--", "srv", "--key", "hunter"]},
              "off": {"command": "x", "disabled": true, "env": {"K": "hunter"}, "args": ["--key", "hunter"]},
              "lazy": {"command": "x", "autoConnect": false, "args": ["--key", "hunter"], "env": {"K": "hunter"}},
              "typed": {"command": "x", "required": "hunter"},
              "listed": {"command": "x", "tools": [[1]], "args": ["--key", "hunter"]},
              "spoken": {"command": "x", "agents": "me", "cwd": ["x"]},
              "shape": {"command": ["x", {"a": "hunter"}]},
              "odd": {"command": "x", "args": {"a": "hunter"}, "other": "hunter", "cwd": 1}
            """;

    @TempDir
    Path directory;

    private Commands commands = new Commands(Path.of(""), Map.of());

    @BeforeEach
    void makeProject() throws IOException {
        directory = directory.toRealPath();
        commands = new Commands(
                directory,
                Map.of("MY_TOKEN", PLAIN, "PATH", directory.resolve("bin").toString()));
        Files.createDirectories(commands.home());
        Files.createDirectories(commands.project());
    }

    @Test
    void inJsonUnderEveryKey() throws IOException {
        for (String key : List.of("mcpServers", "servers", "context_servers", "mcp")) {
            plant(key + ".json", """
                    // hunter
                    {"%s": { /* hunter */
                    %s}, "inputs": [{"id": "t", "default": "hunter"}], "apiKey": "hunter", "list": [1, "hunter"]}
                    """.formatted(key, ENTRIES));
        }
    }

    @Test
    void inTheFilesOfClients() throws IOException {
        commands.file(commands.home().resolve(".claude.json"), """
                {"oauthAccount": {"token": "hunter"}, "mcpServers": {%s},
                 "projects": {"%s": {"history": ["hunter"], "mcpServers": {%s}}}}
                """.formatted(ENTRIES, commands.project(), ENTRIES));
        commands.file(commands.project().resolve(".vscode/mcp.json"), "{\"servers\": {" + ENTRIES + "}}");
        commands.file(commands.project().resolve(".mcp.json"), "{\"servers\": {" + ENTRIES + "}}");
        commands.file(commands.project().resolve(".env"), "hunter\n");
        assertSilent();
    }

    @Test
    void inToml() throws IOException {
        plant("config.toml", """
                # hunter
                api_key = "hunter"
                [mcp_servers.a]
                command = "srv"
                args = ["--token", "hunter", "--api-key=hunter", 'ghp_hunter0123456789']
                env = { K = "hunter" }
                [mcp_servers.b]
                url = "https://u:hunter@h/?q=hunter"
                http_headers = { X = "hunter" }
                [mcp_servers.d]
                url = "https://h/?q=hunter"
                bearer_token_env_var = "MY_TOKEN"
                env_http_headers = { X = "MY_TOKEN" }
                [mcp_servers.c]
                command = "srv"
                required = "hunter"
                [mcp_servers.c.tools.create]
                approval_mode = "hunter"
                [mcp_servers.c.env]
                K = \"""
                hunter\"""
                """);
        plant("broken.toml", "[mcp_servers.a]\ncommand = \"x\"\nargs = [\"--token\", hunter\n");
    }

    @Test
    void inYaml() throws IOException {
        plant("config.yaml", """
                # hunter
                GOOSE_KEY: hunter
                extensions:
                  a:
                    type: stdio
                    cmd: srv
                    args: [--token, hunter, "--api-key=hunter", ghp_hunter0123456789]
                    envs: {K: hunter}
                  b:
                    type: streamable_http
                    uri: https://u:hunter@h/?q=hunter
                    headers:
                      X: hunter
                """);
        plant("list.yaml", """
                mcpServers:
                  - name: a
                    command: srv
                    args:
                      - --password
                      - hunter
                      - |
                        {"token": "hunter"}
                    env:
                      K: >-
                        hunter
                """);
        plant("broken.yaml", "mcpServers:\n  - name: a\n   env: hunter\n\t- hunter\n");
    }

    @Test
    void inFilesThatCannotBeRead() throws IOException {
        plant("a.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"K\": hunter}}}}");
        plant("b.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"K\": \"hunter\n\"}}}}");
        plant("c.json", "{\"mcpServers\": [\"hunter\"]}");
        plant("d.json", "\"hunter\"");
        plant("e.json", "{\"mcpServers\": {\"a\": 'hunter'}}");
        plant("f.json", "hunter: hunter");
    }

    private void plant(String name, String text) throws IOException {
        assertThat(text).contains(PLAIN);
        Path file = commands.file(commands.project().resolve(name), text);
        assertSilent(file.toString());
    }

    private void assertSilent(String... files) throws IOException {
        Path first = files.length == 0 ? commands.project().resolve(".mcp.json") : Path.of(files[0]);
        String original = Files.readString(first);
        silent("doctor");
        silent("doctor", "--json");
        silent("list", files);
        silent("list", with(files, "--json"));
        silent("rewrite", with(files, "--all", "--dry-run"));
        silent("rewrite", with(files, "--all", "--dry-run", "--json"));
        silent("rewrite", files);
        silent("rewrite", with(files, "--all", "--yes", "--json"));
        silent("list", files);
        silent("rewrite", with(files, "--all", "--yes", "--expose", "names", "--command", "other"));
        silent("restore", with(files, "--dry-run"));
        silent("restore", with(files, "--dry-run", "--json"));
        silent("restore", with(files, "--yes"));
        assertThat(first).hasContent(original);
    }

    private static String[] with(String[] files, String... options) {
        return Stream.concat(Stream.of(files), Stream.of(options)).toArray(String[]::new);
    }

    private void silent(String command, String... arguments) throws IOException {
        commands.run(Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new));
        assertThat(commands.printed())
                .as("output of %s %s", command, List.of(arguments))
                .doesNotContain(PLAIN);
        assertThat(commands.complaints())
                .as("errors of %s %s", command, List.of(arguments))
                .doesNotContain(PLAIN)
                .doesNotContain("\tat ");
        try (Stream<Path> ours = Files.walk(directory)) {
            assertThat(ours.map(path -> String.valueOf(path.getFileName())).filter(name -> name.contains(PLAIN)))
                    .isEmpty();
        }
        Path catalog = directory.resolve("cache");
        if (Files.exists(catalog)) {
            try (Stream<Path> files = Files.walk(catalog)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(file).content().doesNotContain(PLAIN);
                }
            }
        }
    }
}
