package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Directories;
import dev.lazymcp.shim.Definition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensCommandTest {
    private static final String TOOL = "{\"name\":\"one\",\"description\":\"" + "word ".repeat(200)
            + "\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"title\":\"" + "not in a prompt ".repeat(100)
            + "\"}}";

    @TempDir
    Path directory;

    private Commands commands = new Commands(Path.of(""), Map.of());

    @BeforeEach
    void makeProject() throws IOException {
        directory = directory.toRealPath();
        commands = new Commands(directory, Map.of());
        Files.createDirectories(commands.home());
        Files.createDirectories(commands.project());
        commands.file(commands.project().resolve(".cursor/mcp.json"), """
                {"mcpServers": {
                   "lazy": {"command": "lazymcp", "args": ["wrap", "--name", "lazy", "--", "node", "x.js"]},
                   "eager": {"command": "node", "args": ["y.js"]},
                   "off": {"command": "node", "args": ["y.js"], "disabled": true},
                   "new": {"command": "node", "args": ["z.js"]}}}
                """);
        learn("lazy", "x.js");
        learn("eager", "y.js");
    }

    @Test
    void eachServerAndTheSumAreCountedAsPromptsHaveThem() throws IOException {
        assertThat(commands.run("tokens", "--json")).isZero();
        JsonNode json = JsonMapper.builder().build().readTree(commands.printed());
        assertThat(json.path("estimate").asText()).contains("within");
        JsonNode cursor = json.path("clients").path(0);
        assertThat(cursor.path("client").asText()).isEqualTo("cursor");
        assertThat(cursor.path("servers"))
                .extracting(server -> server.path("name").asText())
                .containsExactly("lazy", "eager", "new");
        JsonNode lazy = cursor.path("servers").path(0);
        assertThat(lazy.path("eager").asInt())
                .as("the title is not in a prompt")
                .isBetween(200, 230);
        assertThat(lazy.path("now").asInt()).isBetween(20, 100);
        assertThat(lazy.path("saved").asInt())
                .isEqualTo(lazy.path("eager").asInt() - lazy.path("now").asInt());
        assertThat(lazy.path("bytes").asInt()).isEqualTo(TOOL.length());
        JsonNode eager = cursor.path("servers").path(1);
        assertThat(eager.path("saved").asInt()).isZero();
        assertThat(eager.path("now")).isEqualTo(lazy.path("eager"));
        assertThat(cursor.path("servers").path(2).path("known").asBoolean()).isFalse();
        JsonNode sum = cursor.path("sum");
        assertThat(sum.path("servers").asInt()).isEqualTo(3);
        assertThat(sum.path("unknown").asInt()).isEqualTo(1);
        assertThat(sum.path("eager").asInt()).isEqualTo(2 * lazy.path("eager").asInt());
        assertThat(sum.path("tools").asInt()).isEqualTo(2);
    }

    @Test
    void peopleSeeBarsTheSumAndWhatIsNotKnown() {
        assertThat(commands.run("tokens")).isZero();
        assertThat(commands.printed())
                .containsPattern("lazy +1 +2\\d\\d +\\d+ +1\\d\\d +[\\d,]+ +#+\\.+\\n")
                .containsPattern("eager +1 +2\\d\\d +2\\d\\d +0 +[\\d,]+ +#{24}\\n")
                .containsPattern("new +- +- +- +- +-\\n")
                .containsPattern("sum +2 ")
                .contains("1 of 3 not known", "lazymcp check", "an estimate");
        assertThat(TokenReport.bar(1, 100, 100, true)).isEqualTo("█" + "░".repeat(23));
    }

    @Test
    void aNameOrPatternNarrowsAndAWrongOneIsTold() {
        assertThat(commands.run("tokens", "la*")).isZero();
        assertThat(commands.printed()).contains("lazy").doesNotContain("eager ");
        assertThat(commands.run("tokens", "nobody")).isEqualTo(1);
        assertThat(commands.complaints()).contains("no server is called nobody");
    }

    private void learn(String name, String script) throws IOException {
        WrapArguments arguments = new WrapArguments();
        arguments.name = name;
        arguments.command = List.of("node", script);
        byte[] empty = "{}".getBytes(UTF_8);
        Directories directories =
                Directories.of(Directories.Platform.XDG, Map.of("LAZYMCP_HOME", directory.toString()), commands.home());
        new StubCatalog(
                        new Definition(arguments.options(Map.of(), "1"), Map.of(), commands.project()),
                        directories,
                        warning -> {
                            throw new AssertionError(warning);
                        })
                .learn(new CatalogEntry(
                        Map.of(),
                        empty,
                        empty,
                        Optional.empty(),
                        Tool.listFrom(("[" + TOOL + "]").getBytes(UTF_8)),
                        List.of(),
                        List.of(),
                        List.of(),
                        "2026-01-01T00:00:00Z",
                        "1",
                        100));
    }
}
