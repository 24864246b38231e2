package dev.lazymcp.config.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.policy.ClaudePermissions;
import dev.lazymcp.config.policy.Policies;
import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class DoctorTest {
    @TempDir
    Path directory;

    private Path home = Path.of("");
    private Path project = Path.of("");
    private Set<String> missing = Set.of();
    private Optional<CatalogEntry> known = Optional.empty();
    private List<Path> own = List.of();

    @BeforeEach
    void makeProject() throws IOException {
        directory = directory.toRealPath();
        home = Files.createDirectories(directory.resolve("home"));
        project = Files.createDirectories(home.resolve("shop"));
        Files.createDirectory(project.resolve(".git"));
    }

    @Test
    void nothingIsWrongWhereNothingIs() throws IOException {
        cursor("{\"a\": {\"command\": \"node\", \"args\": [\"${workspaceFolder}/x.js\"]}}");

        assertThat(findings()).isEmpty();
    }

    @Test
    void aProgramThatIsMissingIsOneFindingForAllWhoUseIt() throws IOException {
        missing = Set.of("npx");
        Path file = cursor("""
                {"a": {"command": "npx", "args": ["x"]},
                 "b": {"command": "lazymcp", "args": ["wrap", "--name", "b", "--", "npx", "y"]},
                 "off": {"command": "npx", "disabled": true},
                 "c": {"command": "uvx"}}
                """);

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.check()).isEqualTo("command");
            assertThat(finding.where()).contains(file + ":1:22 (a)", "(b)").doesNotContain("off");
            assertThat(finding.remedy()).contains("Node.js");
        });
    }

    @Test
    void aStubThatIsMissingNamesTheWayOut() throws IOException {
        missing = Set.of("lazymcp");
        Path file = cursor(
                "{\"b\": {\"command\": \"lazymcp\", \"args\": [\"wrap\", \"--name\", \"b\", \"--\", \"npx\", \"y\"]}}");

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.check()).isEqualTo("stub");
            assertThat(finding.remedy()).contains("lazymcp rewrite " + file + " b --command");
        });
    }

    @Test
    void aClientOfTheDesktopHasNotTheShellsPath() throws IOException {
        file(
                home.resolve(".config/Claude/claude_desktop_config.json"),
                "{\"mcpServers\": {\"b\": {\"command\": \"lazymcp\", \"args\": [\"wrap\", \"--name\", \"b\", \"--\", \"npx\"]}}}");

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.what()).contains("Claude Desktop", "desktop");
        });
    }

    @Test
    void unsetVariablesAreNamedAndAsBadAsTheClientTakesThem() throws IOException {
        file(
                home.resolve(".claude.json"),
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"${NO_A}\", \"${SET}\", \"${NO_B:-d}\"]}}}");
        cursor("{\"b\": {\"url\": \"https://h/${env:NO_C}\", \"headers\": {\"X\": \"${env:NO_D}\"}}}");

        assertThat(findings())
                .extracting(finding -> finding.severity() + " " + finding.what().split(" ", 4)[2])
                .containsExactly("ERROR NO_A", "WARNING NO_C", "WARNING NO_D");
    }

    @Test
    void aListOfTheClientThatTheStubDoesNotHoldIsStale() throws IOException {
        file(home.resolve(".kiro/settings/mcp.json"), """
                {"mcpServers": {
                  "a": {"command": "lazymcp", "args": ["wrap", "--name", "a", "--", "x"], "disabledTools": ["drop"]},
                  "b": {"command": "lazymcp", "args": ["wrap", "--name", "b", "--deny-tools", "drop", "--", "x"], "disabledTools": ["drop"]}}}
                """);

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.check()).isEqualTo("stale");
            assertThat(finding.where()).contains("(a)");
        });
    }

    @Test
    void aRuleThatTheStubDoesNotHoldIsAnErrorWithTheWayOut() throws IOException {
        Path settings = file(
                home.resolve(".claude/settings.json"),
                "{\"permissions\": {\"deny\": [\"mcp__a__drop\", \"mcp__b__drop\", \"mcp__c__drop\", \"mcp__d\", \"mcp__e__drop\"]}}");
        Path servers = file(home.resolve(".claude.json"), """
                {"mcpServers": {
                  "a": {"command": "lazymcp", "args": ["wrap", "--name", "a", "--", "x"]},
                  "b": {"command": "lazymcp", "args": ["wrap", "--name", "b", "--deny-tools=put,drop", "--", "x"]},
                  "c": {"command": "lazymcp", "args": ["wrap", "--name", "c", "--tools", "get", "--", "x"], "tools": ["get"]},
                  "d": {"command": "lazymcp", "args": ["wrap", "--name", "d", "--", "x"]},
                  "e": {"command": "x"}}}
                """);

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.check()).isEqualTo("rule");
            assertThat(finding.where()).contains(servers + ":2:", "(a)");
            assertThat(finding.what()).contains("\"mcp__a__drop\" in " + settings + ":1:27", "denies drop");
            assertThat(finding.remedy()).isEqualTo("lazymcp rewrite " + servers + " a");
        });
    }

    @Test
    void aRuleThatNoStubCanHoldIsAnErrorToo() throws IOException {
        file(project.resolve(".claude/settings.local.json"), "{\"permissions\": {\"deny\": [\"mcp__a__drop_*\"]}}");
        file(
                project.resolve(".mcp.json"),
                "{\"mcpServers\": {\"a\": {\"command\": \"lazymcp\", \"args\": [\"wrap\", \"--name\", \"a\", \"--\", \"x\"]}}}");

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.what()).contains("mcp__a__drop_*", "exact names only");
        });
    }

    @Test
    void aStubInTheShadowOfAnEagerEntryIsAWarning() throws IOException {
        Path project1 = file(
                project.resolve(".cursor/mcp.json"),
                "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"same\": {\"command\": \"x\"}}}");
        file(home.resolve(".cursor/mcp.json"), """
                {"mcpServers": {"a": {"command": "lazymcp", "args": ["wrap", "--name", "a", "--", "x"]}, "same": {"command": "y"}}}
                """);

        assertThat(findings())
                .extracting(Finding::severity, finding -> finding.what().split(":", 2)[0])
                .containsExactly(
                        tuple(Severity.WARNING, "This stub never runs"),
                        tuple(Severity.INFO, "This entry does not count"));
        assertThat(findings().getFirst().remedy()).contains("lazymcp rewrite " + project1 + " a");
    }

    @Test
    void aStubThatIsOlderThanItsEntryIsStale() throws IOException {
        Path file = cursor("""
                {"a": {"command": "lazymcp", "args": ["wrap", "--name", "a", "--", "x"], "tools": ["one"]},
                 "b": {"command": "lazymcp", "args": ["wrap", "--name", "b", "--idle", "5m", "--", "x"]}}
                """);

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.check()).isEqualTo("stale");
            assertThat(finding.remedy()).isEqualTo("lazymcp rewrite " + file + " a");
        });
    }

    @Test
    void illTypedMembersAndBrokenFilesAreErrors() throws IOException {
        Path bad = file(project.resolve(".roo/mcp.json"), "{");
        Path file = cursor("{\"a\": {\"command\": \"x\", \"required\": 1}}");

        assertThat(findings()).extracting(Finding::where).containsExactly(bad + ":1:2", file + ":1:51");
        assertThat(findings()).allMatch(finding -> finding.severity() == Severity.ERROR);
    }

    @Test
    void brokenSchemasOfTheCatalogAreTold() throws IOException {
        cursor("{\"a\": {\"command\": \"x\"}}");
        known = Optional.of(catalogued("[{\"name\": \"ok\", \"inputSchema\": {\"type\": \"object\"}},"
                + " {\"name\": \"odd\", \"inputSchema\": {\"type\": \"object\", \"anyOf\": []}},"
                + " {\"inputSchema\": {\"type\": \"object\"}}]"));

        assertThat(findings())
                .extracting(finding -> finding.severity() + " " + finding.what())
                .hasSize(2)
                .anyMatch(text -> text.startsWith("WARNING Tool a tool without a name"))
                .anyMatch(text -> text.startsWith("INFO Tool odd: "));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void directoriesThatOthersCanEnterAreErrors() throws IOException {
        Path open = Files.createDirectory(directory.resolve("open"));
        Path shut = Files.createDirectory(directory.resolve("shut"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), shut);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-x---"));
        Files.setPosixFilePermissions(shut, PosixFilePermissions.fromString("rwx------"));
        own = List.of(open, shut, link, directory.resolve("none"));

        assertThat(findings()).extracting(Finding::where).containsExactly(open.toString(), link.toString());
        assertThat(findings().getFirst().remedy()).contains("chmod 700 " + open);
    }

    @Test
    void policiesThatRefuseAServerAreErrorsWithTheRule() throws IOException {
        Path managed = file(directory.resolve("programs/ClaudeCode/managed-settings.json"), """
                {"allowedMcpServers": [{"serverName": "a"}, {"serverCommand": ["npx", "-y", "x"]}],
                 "deniedMcpServers": [{"serverName": "bad"}]}
                """);
        file(project.resolve(".mcp.json"), """
                {"mcpServers": {"a": {"command": "npx", "args": ["-y", "x"]},
                                "b": {"command": "lazymcp", "args": ["wrap", "--name", "b", "--", "npx", "-y", "x", "--token", "s3cr3t"]},
                                "bad": {"command": "npx", "args": ["-y", "x"]}}}
                """);
        Machine windows = new Machine(
                Platform.WINDOWS,
                home,
                Map.of("ProgramFiles", directory.resolve("programs").toString()));

        List<Finding> findings = Doctor.examine(snapshot(windows));

        assertThat(findings).extracting(Finding::check).containsExactly("policy", "policy");
        assertThat(findings.get(0).what()).contains(managed.toString(), "serverCommand");
        assertThat(findings.get(0).remedy())
                .contains(
                        "{\"serverCommand\":[\"lazymcp\",\"wrap\",\"--name\",\"b\",\"--\",\"npx\",\"-y\",\"x\",\"--token\",\"***\"]}");
        assertThat(findings.get(1).what()).contains("deniedMcpServers");
    }

    private List<Finding> findings() {
        return Doctor.examine(snapshot(new Machine(Platform.LINUX, home, Map.of("SET", "value"))));
    }

    private Snapshot snapshot(Machine machine) {
        return new Snapshot(
                Inventory.of(new ClientFiles(project, machine), Optional.empty()),
                machine,
                machine.platform() == Platform.WINDOWS ? Policies.on(machine) : new Policies(List.of(), List.of()),
                new ClaudePermissions(machine, new ClientFiles(project, machine).projectDirectories()),
                (command, environment, workingDirectory) -> missing.contains(command)
                        ? Optional.of("The command \"" + command + "\" was not found.")
                        : Optional.empty(),
                server -> known,
                own);
    }

    private static CatalogEntry catalogued(String tools) throws IOException {
        byte[] empty = "{}".getBytes(UTF_8);
        return new CatalogEntry(
                Map.of(),
                empty,
                empty,
                Optional.empty(),
                Tool.listFrom(tools.getBytes(UTF_8)),
                List.of(),
                List.of(),
                List.of(),
                "2026-01-01T00:00:00Z",
                "1",
                1);
    }

    private Path cursor(String servers) throws IOException {
        return file(project.resolve(".cursor/mcp.json"), "{\"mcpServers\": " + servers + "}");
    }

    private static Path file(Path path, String text) throws IOException {
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }
}
