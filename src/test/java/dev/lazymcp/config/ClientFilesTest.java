package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.client.Clients;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.client.Scope;
import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

        assertThat(files(inner).editable(Optional.empty()))
                .containsExactly(claude, nested, root, copilot, vscode)
                .doesNotContain(above);
        assertThat(files(inner).projectDirectories()).containsExactly(inner, project.resolve("a"), project);
    }

    @Test
    void withoutGitTheHomeDirectoryIsTheEndAndOutsideOfItTheDirectoryItself() throws IOException {
        Path inHome = file(home.resolve(".mcp.json"));
        Path outside = file(directory.resolve(".mcp.json"));
        Path elsewhere = Files.createDirectories(directory.resolve("else"));

        assertThat(files(project).editable(Optional.empty())).containsExactly(inHome);
        assertThat(files(elsewhere).editable(Optional.empty()))
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

        assertThat(new ClientFiles(project, new Machine(Platform.LINUX, home, env)).editable(Optional.empty()))
                .containsExactly(claude, copilot);
    }

    @Test
    void oneClientAlone() throws IOException {
        Path claude = file(home.resolve(".claude.json"));
        file(home.resolve(".copilot/mcp-config.json"));

        assertThat(files(project).editable(Optional.of("claude-code"))).containsExactly(claude);
    }

    @Test
    void identifiersStay() {
        assertThat(ClientFiles.clients())
                .containsExactly(
                        "claude-code",
                        "claude-desktop",
                        "copilot",
                        "vscode",
                        "visual-studio",
                        "cursor",
                        "codex",
                        "gemini",
                        "windsurf",
                        "zed",
                        "opencode",
                        "goose",
                        "continue",
                        "cline",
                        "roo",
                        "kiro",
                        "crush",
                        "lm-studio",
                        "junie");
        assertThat(Clients.all().stream().map(Client::id)).doesNotHaveDuplicates();
    }

    /** The files of each client on each system, nothing set in the environment. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            claude-code    | LINUX   | managed:/etc/claude-code/managed-mcp.json local:~/.claude.json project:./.mcp.json user:~/.claude.json
            claude-code    | MACOS   | managed:/Library/Application%20Support/ClaudeCode/managed-mcp.json local:~/.claude.json project:./.mcp.json user:~/.claude.json
            claude-code    | WINDOWS | managed:C:/Program%20Files/ClaudeCode/managed-mcp.json local:~/.claude.json project:./.mcp.json user:~/.claude.json
            claude-desktop | LINUX   | user:~/.config/Claude/claude_desktop_config.json
            claude-desktop | MACOS   | user:~/Library/Application%20Support/Claude/claude_desktop_config.json
            claude-desktop | WINDOWS | user:~/AppData/Roaming/Claude/claude_desktop_config.json user:~/AppData/Local/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json user:~/AppData/Local/Claude-Data/claude_*/claude_desktop_config.json
            copilot        | LINUX   | project:./.mcp.json project:./.github/mcp.json user:~/.copilot/mcp-config.json
            vscode         | MACOS   | project:./.vscode/mcp.json project:./.mcp.json user:~/Library/Application%20Support/Code/User/mcp.json user:~/Library/Application%20Support/Code/User/profiles/*/mcp.json user:~/Library/Application%20Support/Code%20-%20Insiders/User/mcp.json user:~/Library/Application%20Support/Code%20-%20Insiders/User/profiles/*/mcp.json
            visual-studio  | LINUX   | -
            visual-studio  | WINDOWS | local:./.vs/mcp.json project:./.mcp.json project:./.vscode/mcp.json user:~/.mcp.json
            cursor         | LINUX   | project:./.cursor/mcp.json user:~/.cursor/mcp.json
            codex          | LINUX   | project:./.codex/config.toml user:~/.codex/config.toml managed:/etc/codex/config.toml
            codex          | WINDOWS | project:./.codex/config.toml user:~/.codex/config.toml
            gemini         | MACOS   | managed:/Library/Application%20Support/GeminiCli/settings.json project:./.gemini/settings.json user:~/.gemini/settings.json
            windsurf       | LINUX   | user:~/.codeium/windsurf/mcp_config.json user:~/.codeium/mcp_config.json
            windsurf       | WINDOWS | user:~/.codeium/windsurf/mcp_config.json user:~/AppData/Roaming/Codeium/windsurf/mcp_config.json user:~/.codeium/mcp_config.json
            zed            | MACOS   | project:./.zed/settings.json user:~/.config/zed/settings.json
            zed            | WINDOWS | project:./.zed/settings.json user:~/AppData/Roaming/Zed/settings.json
            opencode       | LINUX   | managed:/etc/opencode/opencode.json project:./.opencode/opencode.json project:./.opencode/opencode.jsonc project:./opencode.json project:./opencode.jsonc project:./.agents/mcp.json user:~/.config/opencode/opencode.json user:~/.config/opencode/opencode.jsonc user:~/.agents/mcp.json user:~/.local/share/opencode/mcp-local.json
            goose          | LINUX   | user:~/.config/goose/config.yaml
            goose          | WINDOWS | user:~/AppData/Roaming/Block/goose/config/config.yaml
            continue       | LINUX   | project:./.continue/mcpServers/*.yaml project:./.continue/mcpServers/*.yml project:./.continue/mcpServers/*.json user:~/.continue/config.yaml user:~/.continue/config.json
            cline          | LINUX   | user:~/.cline/data/settings/cline_mcp_settings.json user:~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json user:~/.config/Code%20-%20Insiders/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json user:~/.config/Cursor/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json
            roo            | WINDOWS | project:./.roo/mcp.json user:~/AppData/Roaming/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json user:~/AppData/Roaming/Code%20-%20Insiders/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json user:~/AppData/Roaming/Cursor/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json
            kiro           | LINUX   | project:./.kiro/settings/mcp.json user:~/.kiro/settings/mcp.json
            crush          | LINUX   | project:./.crush.json project:./crush.json user:~/.config/crush/crush.json
            crush          | WINDOWS | project:./.crush.json project:./crush.json user:~/AppData/Local/crush/crush.json
            lm-studio      | LINUX   | user:~/.lmstudio/mcp.json user:~/.cache/lm-studio/mcp.json
            junie          | LINUX   | project:./.junie/mcp/mcp.json user:~/.junie/mcp/mcp.json
            """)
    void eachClientHasItsFiles(String client, Platform platform, String expected) {
        Path elsewhere = directory.resolve("else");
        List<String> found = new ClientFiles(elsewhere, new Machine(platform, home, Map.of()))
                .candidates(Optional.of(client)).stream()
                        .map(file -> (file.scope().name().toLowerCase(java.util.Locale.ROOT) + ":" + file.path())
                                .replace(home.toString(), "~")
                                .replace(elsewhere.toString(), ".")
                                .replace(" ", "%20"))
                        .toList();

        assertThat(found.isEmpty() ? "-" : String.join(" ", found)).isEqualTo(expected);
    }

    @Test
    void windowsNamesItsFoldersInVariables() {
        Map<String, String> env = Map.of("APPDATA", "/r", "LOCALAPPDATA", "/l", "ProgramFiles", "/p");
        ClientFiles files = new ClientFiles(project, new Machine(Platform.WINDOWS, home, env));

        assertThat(files.candidates(Optional.of("claude-desktop")).getFirst().path())
                .isEqualTo(Path.of("/r/Claude/claude_desktop_config.json"));
        assertThat(files.candidates(Optional.of("crush")).getLast().path()).isEqualTo(Path.of("/l/crush/crush.json"));
        assertThat(files.candidates(Optional.of("claude-code")).getFirst().path())
                .isEqualTo(Path.of("/p/ClaudeCode/managed-mcp.json"));
    }

    @Test
    void wildCardsStandForWhatIsThere() throws IOException {
        Path one = file(home.resolve(".config/Code/User/profiles/1a/mcp.json"));
        Path two = file(home.resolve(".config/Code/User/profiles/2b/mcp.json"));
        Path yaml = file(project.resolve(".continue/mcpServers/docs.yaml"));
        Path other = file(project.resolve(".continue/mcpServers/notes.txt"));

        assertThat(files(project).editable(Optional.empty()))
                .contains(one, two, yaml)
                .doesNotContain(other);
    }

    @Test
    void inTheHomeDirectoryAFileIsTheUsersOwn() {
        assertThat(files(home).candidates(Optional.of("cursor")))
                .extracting(ClientFile::scope)
                .containsExactly(Scope.USER);
    }

    @Test
    void whatAdministratorsSetIsNotEdited() {
        assertThat(Scope.MANAGED.isEditable()).isFalse();
        assertThat(Scope.PLUGIN.isEditable()).isFalse();
    }

    @Test
    void aCopyOfAFileIsKnownByTheEndOfItsPath() {
        ClientFiles files = files(project);

        assertThat(clientsOf(files, "/backup/.vscode/mcp.json")).containsExactly("vscode", "visual-studio");
        assertThat(clientsOf(files, "/backup/x/.mcp.json"))
                .containsExactly("claude-code", "copilot", "vscode", "visual-studio", "visual-studio");
        assertThat(clientsOf(files, "/backup/.config/zed/settings.json")).containsExactly("zed");
        assertThat(clientsOf(files, "/backup/.continue/mcpServers/a.yaml")).containsExactly("continue");
        assertThat(clientsOf(files, "/backup/claude_desktop_config.json")).isEmpty();
        assertThat(files.of(Path.of("/backup/.mcp.json"), Optional.of("copilot")))
                .extracting(file -> file.client().id())
                .containsExactly("copilot");
        assertThat(files.of(home.resolve(".claude.json"), Optional.empty()))
                .extracting(ClientFile::scope)
                .containsExactly(Scope.LOCAL, Scope.USER);
    }

    private static List<String> clientsOf(ClientFiles files, String path) {
        return files.of(Path.of(path), Optional.empty()).stream()
                .map(file -> file.client().id())
                .toList();
    }

    private ClientFiles files(Path workingDirectory) {
        return new ClientFiles(workingDirectory, new Machine(Platform.LINUX, home, Map.of()));
    }

    private static Path file(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        return Files.writeString(path, "{}");
    }
}
