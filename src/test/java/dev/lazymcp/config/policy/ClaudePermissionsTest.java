package dev.lazymcp.config.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.SettingsRules.Denied;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.edit.EntryPath;
import dev.lazymcp.config.policy.PermissionRule.Verdict;
import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClaudePermissionsTest {
    private static final EntryPath GITHUB = new EntryPath(List.of("mcpServers"), "github");

    @TempDir
    Path directory;

    private Path home = Path.of("");
    private Path shop = Path.of("");
    private Path programs = Path.of("");

    @BeforeEach
    void makePlaces() throws IOException {
        home = Files.createDirectories(directory.resolve("home"));
        shop = Files.createDirectories(home.resolve("shop"));
        programs = Files.createDirectories(directory.resolve("programs"));
    }

    @ParameterizedTest
    @CsvSource({
        // rule, server; what it means to it
        "mcp__github__drop,         github,        Tool[name=drop]",
        "mcp__github__a__b,         github,        Tool[name=a__b]",
        "mcp__github,               github,        Server[]",
        "mcp__github__*,            github,        Server[]",
        "mcp__*,                    github,        Server[]",
        "mcp__git*,                 github,        Server[]",
        "mcp__github__get_*,        github,        Pattern[]",
        "mcp__*__drop,              github,        Pattern[]",
        "mcp__github__*_drop,       github,        Pattern[]",
        "mcp__github2__drop,        github,        None[]",
        "mcp__github2__get_*,       github,        None[]",
        "mcp__github__,             github,        None[]",
        "mcp__gitlab,               github,        None[]",
        "mcp__my_docs_v2__drop,     my docs.v2,    Tool[name=drop]",
        "mcp__my-docs__drop,        my-docs,       Tool[name=drop]",
        "mcp__plugin_dev_db__drop,  plugin:dev:db, Tool[name=drop]"
    })
    void aRuleReaches(String rule, String server, String reach) {
        assertThat(new PermissionRule(Verdict.DENY, rule, "x:1:1").reach(server))
                .hasToString(reach);
    }

    @Test
    void whatIsNoRuleOfAServersToolIsLeftOut() {
        assertThat(PermissionRule.isOne("Bash(rm *)")).isFalse();
        assertThat(PermissionRule.isOne("mcp__github__drop(x)"))
                .as("the client skips it")
                .isFalse();
        assertThat(PermissionRule.isOne("mcp__github__drop")).isTrue();
    }

    @Test
    void everyScopeDeniesAPersonsServer() throws IOException {
        settings(home.resolve(".claude/settings.json"), "user");
        settings(shop.resolve(".claude/settings.json"), "project");
        settings(shop.resolve(".claude/settings.local.json"), "local");
        settings(programs.resolve("ClaudeCode/managed-settings.json"), "managed");
        settings(programs.resolve("ClaudeCode/managed-settings.d/10-more.json"), "part");
        settings(home.resolve("other/.claude/settings.json"), "elsewhere");

        assertThat(permissions()
                        .denied(reader(home.resolve(".claude.json"), GITHUB), GITHUB)
                        .tools())
                .containsExactly("project", "local", "user", "managed", "part");
    }

    @Test
    void aProjectsServerGoesByItsProject() throws IOException {
        Path other = home.resolve("other");
        settings(shop.resolve(".claude/settings.json"), "here");
        settings(other.resolve(".claude/settings.json"), "there");
        EntryPath local = new EntryPath(List.of("projects", other.toString(), "mcpServers"), "github");

        assertThat(permissions()
                        .denied(reader(other.resolve(".mcp.json"), GITHUB), GITHUB)
                        .tools())
                .containsExactly("there");
        assertThat(permissions()
                        .denied(reader(home.resolve(".claude.json"), local), local)
                        .tools())
                .containsExactly("there");
        assertThat(permissions()
                        .denied(reader(home.resolve(".cursor/mcp.json"), GITHUB), GITHUB)
                        .tools())
                .as("Cursor has no such settings")
                .isEmpty();
    }

    @Test
    void aPatternIsAnObstacleWithItsPlace() throws IOException {
        Path file = home.resolve(".claude/settings.json");
        write(file, "{\n  // mine\n  \"permissions\": {\"deny\": [\"mcp__github__drop_*\", \"mcp__github\"]}\n}");

        Denied denied = permissions().denied(reader(home.resolve(".claude.json"), GITHUB), GITHUB);

        assertThat(denied.tools()).isEmpty();
        assertThat(denied.obstacle())
                .hasValueSatisfying(
                        why -> assertThat(why).contains("\"mcp__github__drop_*\"", file + ":3:28", "exact names only"));
    }

    @Test
    void settingsThatCannotBeReadAreSaidWithTheirPlace() throws IOException {
        Path file = home.resolve(".claude/settings.json");
        write(file, "{\"permissions\": {\"deny\": [");
        ClaudePermissions permissions = permissions();

        assertThat(permissions.faults()).as("nothing was asked for").isEmpty();
        assertThat(permissions.rules(reader(home.resolve(".claude.json"), GITHUB), GITHUB))
                .isEmpty();
        assertThat(permissions.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault).startsWith(file + ":1:"));
    }

    @Test
    void theVariableMovesThePersonsSettings() throws IOException {
        Path moved = directory.resolve("moved");
        settings(moved.resolve("settings.json"), "moved");
        settings(home.resolve(".claude/settings.json"), "old");
        ClaudePermissions permissions = new ClaudePermissions(
                new Machine(Platform.WINDOWS, home, Map.of("CLAUDE_CONFIG_DIR", moved.toString())), List.of());

        assertThat(permissions
                        .denied(reader(home.resolve(".claude.json"), GITHUB), GITHUB)
                        .tools())
                .containsExactly("moved");
    }

    // What Windows calls program files can be anywhere, and so in a test's directory.
    private ClaudePermissions permissions() {
        return new ClaudePermissions(
                new Machine(Platform.WINDOWS, home, Map.of("ProgramFiles", programs.toString())), List.of(shop));
    }

    private static ClientFile reader(Path file, EntryPath entry) {
        return ClientFiles.readers(file).stream()
                .filter(reader -> reader.section().matches(entry.section()))
                .findFirst()
                .orElseThrow();
    }

    private static void settings(Path file, String tool) throws IOException {
        write(
                file,
                "{\"permissions\": {\"deny\": [\"mcp__github__" + tool + "\"], \"ask\": [\"mcp__github__asked\"]}}");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
