package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DoctorCommandTest {
    @TempDir
    Path directory;

    private Commands commands = new Commands(Path.of(""), Map.of());

    @BeforeEach
    void makeProject() throws IOException {
        directory = directory.toRealPath();
        commands =
                new Commands(directory, Map.of("PATH", directory.resolve("bin").toString()));
        Files.createDirectories(commands.home());
        Files.createDirectories(commands.project());
    }

    @Test
    void aSoundSetUpIsExitCodeZero() {
        Path program = commands.file(directory.resolve("bin/srv"), "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        commands.file(
                commands.project().resolve(".cursor/mcp.json"), "{\"mcpServers\": {\"a\": {\"command\": \"srv\"}}}");

        assertThat(commands.run("doctor")).isZero();
        assertThat(commands.printed()).isEqualTo("Looked at 1 entry in 1 file: nothing is wrong.\n");
    }

    @Test
    void whatDoesNotWorkIsExitCodeOneWithPlaceAndRemedy() throws IOException {
        Path file = commands.file(
                commands.project().resolve(".cursor/mcp.json"), "{\"mcpServers\": {\"a\": {\"command\": \"npx\"}}}");

        assertThat(commands.run("doctor")).isEqualTo(1);
        assertThat(commands.printed())
                .contains(
                        "error: " + file + ":1:22 (a)",
                        "\"npx\" was not found",
                        directory + "/bin",
                        "→ Install Node.js",
                        "1 finding.");

        assertThat(commands.run("doctor", "--json")).isEqualTo(1);
        JsonNode finding = JsonMapper.builder()
                .build()
                .readTree(commands.printed())
                .path("findings")
                .path(0);
        assertThat(finding.path("severity").asText()).isEqualTo("error");
        assertThat(finding.path("check").asText()).isEqualTo("command");
        assertThat(finding.path("remedy").asText()).contains("Node.js");
    }

    @Test
    void rewriteSaysWhoComparesTheCommandBeforeItAsks() throws IOException {
        commands.file(commands.project().resolve(".vscode/mcp.json"), "{\"servers\": {\"a\": {\"command\": \"x\"}}}");

        commands.run(
                Optional.of(question -> {
                    assertThat(commands.printed()).contains("Note: VS Code asks again");
                    return false;
                }),
                "rewrite",
                "--all");
        commands.run("rewrite", "--all", "--dry-run", "--json");
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(commands.printed())
                        .path("files")
                        .path(0)
                        .path("notes")
                        .path(0)
                        .asText())
                .contains("VS Code asks again");
        commands.run("rewrite", "--all", "--yes");
        assertThat(commands.printed()).contains("Note: VS Code asks again");
    }

    @Test
    void aStubThatCannotStartIsFound() {
        commands.file(commands.project().resolve(".mcp.json"), """
                {"mcpServers": {
                  "d": {"command": "lazymcp", "args": ["wrap", "--name", "d", "--expose", "bogus", "--", "x"]},
                  "g": {"command": "lazymcp", "args": ["wrap", "--name", "g"]},
                  "u": {"command": "lazymcp", "args": ["wrap", "--url", "https://h/mcp", "--transport", "smoke"]},
                  "fine": {"command": "lazymcp", "args": ["wrap", "--name", "fine", "--idle", "5m", "--", "x"]}
                }}
                """);
        assertThat(commands.run("doctor")).isEqualTo(1);
        assertThat(commands.printed().replaceAll("\\s+", " "))
                .contains(
                        "The stub of d does not start: Invalid value for option '--expose'",
                        "The stub of g does not start: it has no command of a server behind --.",
                        "The stub of u does not start: Invalid value for option '--transport'",
                        "lazymcp rewrite " + commands.project().resolve(".mcp.json") + " g")
                .doesNotContain("The stub of fine");
    }
}
