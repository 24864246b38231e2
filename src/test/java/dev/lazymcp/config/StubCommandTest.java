package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class StubCommandTest {
    @TempDir
    Path directory;

    private Path home = Path.of("");
    private Path binary = Path.of("");

    @BeforeEach
    void install() throws IOException {
        directory = directory.toRealPath();
        home = Files.createDirectories(directory.resolve("home"));
        binary = Files.createFile(
                Files.createDirectories(directory.resolve("cellar/1.0")).resolve("lazymcp"));
        assertThat(binary.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void aUsersOwnFileGetsThePath() throws IOException {
        assertThat(command("/usr/bin").in(home.resolve(".claude.json"))).isEqualTo(binary.toString());
    }

    @Test
    void sharedFilesGetTheName() throws IOException {
        Path project = Files.createDirectories(home.resolve("project"));
        Files.createDirectory(project.resolve(".git"));

        assertThat(command("").in(project.resolve("sub/.mcp.json"))).isEqualTo("lazymcp");
        assertThat(command("").in(directory.resolve("elsewhere/.mcp.json"))).isEqualTo("lazymcp");
    }

    @Test
    void aWorktreesGitFileCountsToo() throws IOException {
        Path tree = Files.createDirectories(home.resolve("tree"));
        Files.writeString(tree.resolve(".git"), "gitdir: /x");

        assertThat(command("").in(tree.resolve(".mcp.json"))).isEqualTo("lazymcp");
    }

    @Test
    void withoutABinaryThereIsOnlyTheName() throws IOException {
        assertThat(new StubCommand(home, Optional.empty(), "").in(home.resolve(".claude.json")))
                .isEqualTo("lazymcp");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkInPathOutlivesAnUpgradeAndIsPreferred() throws IOException {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path link = Files.createSymbolicLink(bin.resolve("lazymcp"), binary);
        Path other = Files.createDirectories(directory.resolve("other"));
        assertThat(Files.createFile(other.resolve("lazymcp")).toFile().setExecutable(true))
                .isTrue();

        assertThat(command(other + File.pathSeparator + bin).in(home.resolve(".claude.json")))
                .isEqualTo(link.toString());
    }

    private StubCommand command(String path) {
        return new StubCommand(home, Optional.of(binary), path);
    }
}
