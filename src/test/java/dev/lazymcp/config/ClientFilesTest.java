package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClientFilesTest {
    @TempDir
    Path directory;

    private Path home = Path.of("");
    private Path project = Path.of("");

    @BeforeEach
    void makeHome() throws IOException {
        home = Files.createDirectories(directory.resolve("home"));
        project = Files.createDirectories(home.resolve("work/project"));
    }

    @Test
    void findsProjectFilesUpToTheGitRootAndTheUsersOwn() throws IOException {
        Files.createDirectory(project.resolve(".git"));
        Path inner = Files.createDirectories(project.resolve("a/b"));
        Path above = file(home.resolve("work/.mcp.json"));
        Path root = file(project.resolve(".mcp.json"));
        Path nested = file(project.resolve("a/.mcp.json"));
        Path vscode = file(project.resolve(".vscode/mcp.json"));
        Path copilot = file(home.resolve(".copilot/mcp-config.json"));
        Path claude = file(home.resolve(".claude.json"));

        assertThat(new ClientFiles(inner, home, Map.of()).existing(Optional.empty()))
                .containsExactly(nested, root, vscode, copilot, claude)
                .doesNotContain(above);
    }

    @Test
    void withoutGitTheHomeDirectoryIsTheEndAndOutsideOfItTheDirectoryItself() throws IOException {
        Path inHome = file(home.resolve(".mcp.json"));
        Path outside = file(directory.resolve(".mcp.json"));
        Path elsewhere = Files.createDirectories(directory.resolve("else"));

        assertThat(new ClientFiles(project, home, Map.of()).existing(Optional.empty()))
                .containsExactly(inHome);
        assertThat(new ClientFiles(elsewhere, home, Map.of()).existing(Optional.empty()))
                .doesNotContain(outside)
                .isEmpty();
    }

    @Test
    void variablesMoveAClientsDirectory() throws IOException {
        file(home.resolve(".copilot/mcp-config.json"));
        Path copilot = file(directory.resolve("c/mcp-config.json"));
        Path claude = file(directory.resolve("d/.claude.json"));
        Map<String, String> env = Map.of(
                "COPILOT_HOME", directory.resolve("c").toString(),
                "CLAUDE_CONFIG_DIR", directory.resolve("d").toString());

        assertThat(new ClientFiles(project, home, env).existing(Optional.empty()))
                .containsExactly(copilot, claude);
    }

    @Test
    void oneClientAlone() throws IOException {
        Path claude = file(home.resolve(".claude.json"));
        file(home.resolve(".copilot/mcp-config.json"));

        assertThat(ClientFiles.clients()).containsExactly("claude-code", "copilot", "vscode");
        assertThat(new ClientFiles(project, home, Map.of()).existing(Optional.of("claude-code")))
                .containsExactly(claude);
    }

    private static Path file(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        return Files.writeString(path, "{}");
    }
}
