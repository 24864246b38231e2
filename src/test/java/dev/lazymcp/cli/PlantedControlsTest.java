package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a terminal would act on in every place of a file: no command passes it on, and no line of a file begins one of ours. */
final class PlantedControlsTest {
    /** As JSON spells it: to the line's beginning, erase, a line of its own, to the left. */
    private static final String JSON = "\\r\\u001b[2K\\nFORGED \\u202e\\u009b2K";

    @TempDir
    Path directory;

    private Commands commands = new Commands(Path.of(""), Map.of());

    @BeforeEach
    void makeProject() throws IOException {
        directory = directory.toRealPath();
        commands = new Commands(directory, Map.of("PATH", "/nowhere"));
        Files.createDirectories(commands.home());
        commands.file(commands.project().resolve(".mcp.json"), """
                {"mcpServers": {
                  "name@": {"command": "x@", "args": ["a@", "b c"], "env": {"V@": "1"}, "cwd": "@"},
                  "tools": {"command": "x", "tools": ["t@"], "agents": ["g@"], "autoConnect": false},
                  "remote@": {"type": "http", "url": "https://h/@", "headers": {"H@": "1"}},
                  "odd@": {"command": "x", "tools": "@"},
                  "type@": {"type": "builtin", "command": "@"},
                  "wrapped@": {"command": "lazymcp", "args": ["wrap", "--name", "n@", "--expose", "e@", "--", "x@"]}
                }}
                """.replace("@", JSON));
        commands.file(commands.project().resolve("bidi.json"), """
                {"mcpServers": {"name\u202e": {"command": "x\u202e\u009b", "args": ["\u202e"], "autoConnect": false}}}
                """);
        commands.file(commands.project().resolve(".claude/agents/a.md"), "---\nname: \"a\\e[2K\u202e\"\n---\n");
    }

    @Test
    void noCommandPassesThemOn() {
        String file = commands.project().resolve(".mcp.json").toString();
        for (String[] words : new String[][] {
            {"list"},
            {"list", file},
            {"tokens"},
            {"doctor"},
            {"check"},
            {"plugins"},
            {"status"},
            {"agent", "list", "--session", "1"},
            {"rewrite", "--all", "--dry-run"},
            {"rewrite", "no\u202ebody", "--dry-run"},
            {"rewrite", "bidi.json", "--dry-run"},
            {"rewrite", "bidi.json", "--yes"},
            {"restore", "bidi.json", "--dry-run"},
            {"rewrite", "--all", "--yes", file},
            {"list"},
            {"restore", "--dry-run"},
            {"sync", "--file", file},
            {"enable", "x\u202e"}
        }) {
            commands.run(words);
            assertPlain(List.of(words));
        }
    }

    @Test
    void norDoesAQuestion() {
        Optional<ConfirmPrompt> no = Optional.of(question -> {
            assertThat(question).doesNotContain("\u001b", "\n", "\u202e");
            return false;
        });
        commands.run(no, "rewrite", "bidi.json");
        assertThat(commands.printed()).contains("--- ", "+++ ");
        assertPlain(List.of("rewrite", "asked"));
    }

    private void assertPlain(List<String> command) {
        Stream.of(commands.printed(), commands.complaints())
                .flatMap(String::lines)
                .forEach(line -> {
                    assertThat(line).as("%s", command).doesNotStartWith("FORGED");
                    assertThat(line.codePoints().filter(c -> Character.isISOControl(c) || c == 0x202e))
                            .as("what a terminal acts on in a line of %s: %s", command, line)
                            .isEmpty();
                });
    }
}
