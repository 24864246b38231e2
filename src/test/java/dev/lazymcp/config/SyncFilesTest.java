package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.SyncFile.Kind;
import dev.lazymcp.config.SyncFiles.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SyncFilesTest {
    @TempDir
    Path directory;

    private Path home = Path.of("");

    @BeforeEach
    void makeHome() throws IOException {
        directory = directory.toRealPath();
        home = Files.createDirectories(directory.resolve("home"));
    }

    @Test
    void fromHereUpToTheProjectsRootThenCopilots() throws IOException {
        Path root = Files.createDirectories(home.resolve("code/p"));
        Path deep = Files.createDirectories(root.resolve("a/b"));
        Files.createDirectory(root.resolve(".git"));

        assertThat(new SyncFiles(deep, home, Map.of()).candidates())
                .containsExactly(
                        new Candidate(deep.resolve(".mcp.json"), Kind.PROJECT, false),
                        new Candidate(root.resolve("a/.mcp.json"), Kind.PROJECT, false),
                        new Candidate(root.resolve(".mcp.json"), Kind.PROJECT, false),
                        new Candidate(home.resolve(".copilot/mcp-config.json"), Kind.USER, false));
    }

    @Test
    void withoutAProjectUpToHomeAndOutsideOfItHereAlone() throws IOException {
        Path inHome = Files.createDirectories(home.resolve("a"));
        Path elsewhere = Files.createDirectories(directory.resolve("srv/x"));
        Map<String, String> moved = Map.of("COPILOT_HOME", "/opt/copilot");

        assertThat(new SyncFiles(inHome, home, moved).candidates())
                .extracting(Candidate::path)
                .containsExactly(
                        inHome.resolve(".mcp.json"),
                        home.resolve(".mcp.json"),
                        Path.of("/opt/copilot/mcp-config.json"));
        assertThat(new SyncFiles(elsewhere, home, moved).possibleOrigins())
                .containsExactly(
                        elsewhere.resolve(".mcp.json"),
                        Path.of("/opt/copilot/mcp-config.json"),
                        home.resolve(".copilot/mcp-config.json"));
    }

    @Test
    void aNamedFileIsWhatItIsWhereverItIsNamedFrom() throws IOException {
        Path root = Files.createDirectories(home.resolve("p"));
        Files.createDirectory(root.resolve(".git"));
        Path loose = Files.createDirectories(directory.resolve("loose"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), root);
        SyncFiles files = new SyncFiles(loose, home, Map.of());

        assertThat(files.named(Path.of("x.json"))).isEqualTo(new Candidate(loose.resolve("x.json"), Kind.USER, true));
        assertThat(files.named(Path.of(".mcp.json")).kind()).isEqualTo(Kind.PROJECT);
        assertThat(files.named(home.resolve(".copilot/mcp-config.json")).kind()).isEqualTo(Kind.USER);
        assertThat(List.of(root.resolve("x.json"), link.resolve("x.json"), link.resolve("none/x.json")))
                .allSatisfy(path -> assertThat(files.named(path).kind()).isEqualTo(Kind.PROJECT));
    }
}
