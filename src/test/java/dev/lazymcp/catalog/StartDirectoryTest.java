package dev.lazymcp.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartDirectoryTest {
    private static final Path PROJECT = Path.of("/home/ann/project");
    private static final Set<Path> THERE = Set.of(
            PROJECT.resolve("server.mjs"),
            PROJECT.resolve("./bin/serve"),
            PROJECT.resolve("node"),
            PROJECT.resolve("."),
            PROJECT.resolve("config.json"),
            Path.of("/opt/server.mjs"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "node server.mjs",
                "./bin/serve",
                "mcp-server-filesystem .",
                "some-server --config=config.json",
                "some-server --config config.json",
                "npm start",
                "uv run server",
                "/usr/bin/make serve",
                "cargo.exe run"
            })
    void aServerOfTheProjectIsAnotherOneElsewhere(String command) {
        assertThat(of(command)).contains(PROJECT.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npx -y @modelcontextprotocol/server-everything",
                "node /opt/server.mjs",
                "node other.mjs",
                "docker run -i --rm mcp/github",
                "uvx mcp-server-git",
                "uv tool run mcp-server-git",
                "npm exec -y some-server",
                "some-server --flag -x --empty="
            })
    void aServerFromElsewhereIsTheSameEverywhere(String command) {
        assertThat(of(command)).isEmpty();
    }

    private static Optional<String> of(String command) {
        return StartDirectory.of(List.of(command.split(" ")), PROJECT, THERE::contains);
    }
}
