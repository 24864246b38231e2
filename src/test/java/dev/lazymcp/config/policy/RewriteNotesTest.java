package dev.lazymcp.config.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.Backups;
import dev.lazymcp.config.Change;
import dev.lazymcp.config.ConfigEditor;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.FileRules;
import dev.lazymcp.config.RewritePlanner;
import dev.lazymcp.config.Selection;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RewriteNotesTest {
    private static final Policies NONE = new Policies(List.of(), List.of());

    @TempDir
    Path directory;

    @Test
    void whoeverComparesTheCommandLineIsNamed() throws Exception {
        assertThat(notes(NONE, ".vscode/mcp.json", "{\"servers\": {\"a\": {\"command\": \"x\"}}}"))
                .singleElement()
                .satisfies(note -> assertThat(note).contains("VS Code asks again"));
        assertThat(notes(NONE, ".copilot/mcp-config.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}"))
                .singleElement()
                .satisfies(note -> assertThat(note).contains("Copilot CLI", "allow-list"));
        assertThat(notes(NONE, ".claude.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}"))
                .as("Claude Code asks for projects' servers alone")
                .isEmpty();
    }

    @Test
    void aFileThatSeveralClientsReadIsToldWithTheirKeys() throws Exception {
        String one = notes(NONE, ".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}")
                .getFirst();
        String both = notes(
                        NONE,
                        ".mcp.json",
                        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}, \"servers\": {\"b\": {\"command\": \"y\"}}}")
                .getFirst();

        assertThat(one)
                .contains(
                        "Claude Code, Copilot CLI, VS Code under mcpServers",
                        "Visual Studio under servers",
                        "All who read");
        assertThat(both).contains("under several of these keys");
    }

    @Test
    void aRuleThatTheStubTakesOverIsNamedWithItsPlace() throws Exception {
        Path settings = settings("{\"permissions\": {\"deny\": [\"mcp__a__drop\", \"mcp__b__drop\"]}}");

        assertThat(notes(NONE, ".claude.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}"))
                .singleElement()
                .satisfies(note -> assertThat(note)
                        .contains("stub of a denies drop", "\"mcp__a__drop\" in " + settings + ":1:27"));
    }

    @Test
    void rulesThatWouldNoLongerBeAskedAreNamed() throws Exception {
        settings(
                "{\"permissions\": {\"allow\": [\"mcp__a__get\", \"mcp__a__use_a\", \"mcp__a\"], \"ask\": [\"mcp__a__put\"]}}");
        String plain = "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}";

        assertThat(notes(NONE, ".claude.json", plain))
                .singleElement()
                .satisfies(note -> assertThat(note)
                        .contains("mcp__a__get", "mcp__a__put", "--expose names")
                        .doesNotContain("mcp__a__use_a"));
        assertThat(notes(NONE, ".claude.json", plain, Optional.of("names"))).isEmpty();
    }

    @Test
    void approvalsOfToolsAreNamed() throws Exception {
        assertThat(notes(
                        NONE,
                        ".roo/mcp.json",
                        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"alwaysAllow\": [\"get\"]}, \"b\": {\"command\": \"y\","
                                + " \"alwaysAllow\": []}}}"))
                .singleElement()
                .satisfies(note -> assertThat(note).contains("alwaysAllow of a", "Roo Code", "--expose names"));
        assertThat(notes(
                        NONE,
                        ".codex/config.toml",
                        "[mcp_servers.a]\ncommand = 'x'\ntools.get.approval_mode = 'approve'\n"))
                .anySatisfy(note -> assertThat(note).contains("tools of a", "Codex"));
        assertThat(notes(
                        NONE,
                        ".kiro/settings/mcp.json",
                        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"alwaysAllow\": [\"get\"]}}}"))
                .as("another client's word")
                .isEmpty();
    }

    @Test
    void settingsThatCannotBeReadAreSaid() throws Exception {
        Path settings = settings("{");

        assertThat(notes(NONE, ".claude.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}"))
                .singleElement()
                .satisfies(note -> assertThat(note).contains(settings + ":1:"));
    }

    @Test
    void nothingChangesNothingIsSaid() throws Exception {
        assertThat(notes(NONE, ".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"disabled\": true}}}"))
                .isEmpty();
    }

    @Test
    void aPolicyThatAllowsTheEntryAndWouldRefuseTheStubComesWithTheRule() throws Exception {
        Path file = Path.of("/etc/claude-code/managed-settings.json");
        Policy policy = new ClaudePolicy(
                file,
                Optional.of(new ClaudePolicy.Rules(List.of(), List.of(List.of("x", "--token", "s3cr3t")))),
                new ClaudePolicy.Rules(List.of(), List.of()));

        List<String> notes = notes(
                new Policies(List.of(policy), List.of()),
                ".mcp.json",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"--token\", \"s3cr3t\"]}, \"b\": {\"command\": \"y\"}}}");

        assertThat(notes)
                .filteredOn(note -> note.contains("/etc"))
                .singleElement()
                .satisfies(note -> assertThat(note)
                        .contains(
                                "allows a as it is",
                                "{\"serverCommand\":[\"lazymcp\",\"wrap\",\"--name\",\"a\",\"--\",\"x\",\"--token\",\"***\"]}",
                                "masked")
                        .doesNotContain("s3cr3t"));
    }

    @Test
    void codexKnowsAServerByItsCommand() throws Exception {
        Policy policy = new CodexPolicy(Path.of("/etc/codex/requirements.toml"), Map.of("docs", "npx"));

        assertThat(policy.refusal("docs", List.of("npx", "x"))).isEmpty();
        assertThat(policy.refusal("docs", List.of("lazymcp", "wrap")))
                .hasValueSatisfying(why -> assertThat(why).contains("identity"));
        assertThat(policy.refusal("other", List.of("npx"))).isPresent();
        assertThat(policy.rule("docs", List.of("lazymcp", "wrap")))
                .isEqualTo("[mcp_servers.\"docs\"] identity = { command = \"lazymcp\" }");
    }

    @Test
    void policiesAreReadFromWhereAdministratorsPutThem() throws Exception {
        Path programs = Files.createDirectories(directory.resolve("data/OpenAI/Codex"));
        Files.writeString(
                programs.resolve("requirements.toml"), "[mcp_servers.docs]\nidentity = { command = \"npx\" }\n");
        Path claude = Files.createDirectories(directory.resolve("programs/ClaudeCode"));
        Files.writeString(
                claude.resolve("managed-settings.json"), "{\"allowedMcpServers\": [{\"serverName\": \"a\"}]}");
        Machine machine = new Machine(
                Platform.WINDOWS,
                directory,
                Map.of(
                        "ProgramData", directory.resolve("data").toString(),
                        "ProgramFiles", directory.resolve("programs").toString()));

        Policies policies = Policies.on(machine);

        assertThat(policies.faults()).isEmpty();
        assertThat(policies.of("codex").getFirst().refusal("docs", List.of("npx")))
                .isEmpty();
        assertThat(policies.of("codex").getFirst().refusal("docs", List.of("uvx")))
                .isPresent();
        assertThat(policies.of("claude-code").getFirst().refusal("a", List.of("x")))
                .isEmpty();
        assertThat(policies.of("claude-code").getFirst().refusal("b", List.of("x")))
                .isPresent();
        assertThat(policies.of("claude-code").getFirst().rule("b", List.of("x")))
                .isEqualTo("{\"serverName\":\"b\"}");
    }

    @Test
    void aPolicyThatCannotBeReadIsSaid() throws Exception {
        assertThat(notes(
                        new Policies(List.of(), List.of("/etc/x:1:1: broken")),
                        ".roo/mcp.json",
                        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}"))
                .singleElement()
                .satisfies(note -> assertThat(note).contains("/etc/x:1:1"));
    }

    private Path settings(String text) throws IOException {
        Files.createDirectories(directory.resolve(".claude"));
        return Files.writeString(directory.resolve(".claude/settings.json"), text);
    }

    private List<String> notes(Policies policies, String name, String text) throws IOException, ConfigException {
        return notes(policies, name, text, Optional.empty());
    }

    private List<String> notes(Policies policies, String name, String text, Optional<String> expose)
            throws IOException, ConfigException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        ClaudePermissions permissions =
                new ClaudePermissions(new Machine(Platform.WINDOWS, directory, Map.of()), List.of(directory));
        Change change = new ConfigEditor(new Backups(directory.resolve("state")))
                .planRewrite(
                        file,
                        target -> new RewritePlanner(
                                new Selection.All(), "lazymcp", false, expose, FileRules.of(file, permissions)));
        return new RewriteNotes(policies, permissions).of(change);
    }
}
