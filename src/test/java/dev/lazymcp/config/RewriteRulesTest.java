package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.RestorePlanner.Strays;
import dev.lazymcp.config.SettingsRules.Denied;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.SyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each client's own members about tools become: the stub's options, between the name and the command. */
final class RewriteRulesTest {
    private static final String CURSOR = "/home/ann/.cursor/mcp.json";
    private static final String CLAUDE = "/home/ann/.claude.json";
    private static final String KIRO = "/home/ann/.kiro/settings/mcp.json";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // file below a home, key, members; the options
                ".gemini/settings.json      | mcpServers | 'excludeTools':['a','b']                    | --deny-tools a,b",
                ".gemini/settings.json      | mcpServers | 'includeTools':['a','b']                    | --expose names --tools a,b",
                ".gemini/settings.json      | mcpServers | 'includeTools':['a','b'],'excludeTools':['b'] | --expose names --tools a,b --deny-tools b",
                ".gemini/settings.json      | mcpServers | 'includeTools':['*']                        | ",
                ".gemini/settings.json      | mcpServers | 'excludeTools':[]                           | ",
                ".kiro/settings/mcp.json    | mcpServers | 'disabledTools':['a']                       | --deny-tools a",
                ".roo/mcp.json              | mcpServers | 'disabledTools':['a'],'alwaysAllow':['b']   | --deny-tools a",
                ".cline/data/settings/cline_mcp_settings.json | mcpServers | 'disabledTools':['a']     | --deny-tools a",
                ".codeium/windsurf/mcp_config.json | mcpServers | 'disabledTools':['a']                | --deny-tools a",
                ".config/crush/crush.json   | mcp        | 'disabled_tools':['a']                      | --deny-tools a",
                ".copilot/mcp-config.json   | mcpServers | 'tools':['a','b']                           | --expose names --tools a,b",
                ".copilot/mcp-config.json   | mcpServers | 'tools':['*']                               | ",
                ".copilot/mcp-config.json   | mcpServers | 'tools':[]                                  | ",
                // the entry's own list of tools hides nothing from a client that does not know it
                ".cursor/mcp.json           | mcpServers | 'tools':['a']                               | --tools a",
                // another client's words
                ".cursor/mcp.json           | mcpServers | 'disabledTools':['a'],'excludeTools':['b']  | ",
                ".vscode/mcp.json           | servers    | 'disabledTools':['a']                       | ",
                // nobody knows whose file it is
                "servers-of-ann.json        | mcpServers | 'disabledTools':['a'],'excludeTools':['b']  | --deny-tools b,a",
                ".gemini/settings.json      | mcpServers | 'tools':['a','b'],'includeTools':['b','c']  | --expose names --tools b"
            })
    void json(String file, String key, String members, @Nullable String options) throws SyntaxException {
        String start = "{'" + key + "': {'s': {'command': '";
        there(
                "/home/ann/" + file,
                start + "npx', 'args': ['-y', 'x'], " + members + ", 'x': 1}}}\n",
                start + "lazymcp', 'args': ['wrap', '--name', 's', " + words(options) + "'--', 'npx', '-y', 'x'], "
                        + members + ", 'x': 1}}}\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "disabled_tools = ['a', 'b']     | --deny-tools a,b",
                "enabled_tools = ['a']           | --expose names --tools a",
                "startup_timeout_sec = 20        | --start-timeout 20s",
                "startup_timeout_sec = 2.5       | --start-timeout 2500ms",
                "startup_timeout_sec = 1_000.0   | --start-timeout 1000s",
                "startup_timeout_ms = 45000      | --start-timeout 45s",
                "startup_timeout_sec = 1; startup_timeout_ms = 9 | --start-timeout 1s",
                "tool_timeout_sec = 9            | "
            })
    void codex(String members, @Nullable String options) throws SyntaxException {
        String rest = "# mine\n" + members.replace("; ", "\n") + "\n[other]\nx = 1\n";
        there(
                "/home/ann/.codex/config.toml",
                "[mcp_servers.s]\ncommand = 'npx'\nargs = ['-y', 'x']\n" + rest,
                "[mcp_servers.s]\ncommand = 'lazymcp'\nargs = ['wrap', '--name', 's', " + words(options)
                        + "'--', 'npx', '-y', 'x']\n" + rest);
    }

    @Test
    void aServerSomewhereElseIsLimitedTheSame() throws SyntaxException {
        Path file = Path.of(KIRO);
        Document before = read(
                file,
                "{'mcpServers': {'s': {'url': 'https://mcp.example/a', 'headers': {'X': 'y'}, 'disabledTools': ['a']}}}");

        assertThat(rewrite(file, SettingsRules.NONE).plan(before).after())
                .contains("\"--deny-tools\", \"a\"", "\"--url\", \"https://mcp.example/a\"");
    }

    @Test
    void theLimitOfContinueIsInMilliseconds() throws SyntaxException {
        Path file = Path.of("/home/ann/.continue/config.yaml");
        Document before = read(file, """
                mcpServers:
                  - name: s
                    command: npx
                    args: ["x"]
                    connectionTimeout: 1500
                """);

        assertThat(rewrite(file, SettingsRules.NONE).plan(before).after()).contains("\"--start-timeout\", \"1500ms\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ".kiro/settings/mcp.json  | 'disabledTools':['a','get_*']              | 1:55: disabledTools has the pattern \"get_*\"",
                ".kiro/settings/mcp.json  | 'disabledTools':['*']                      | exact names only",
                ".gemini/settings.json    | 'includeTools':['a(x)']                    | includeTools has the pattern",
                ".gemini/settings.json    | 'tools':['a'],'includeTools':['b']         | no tool in common"
            })
    void whatAStubCannotHoldIsLeftWithAReason(String name, String members, String reason) throws SyntaxException {
        Path file = Path.of("/home/ann/" + name);
        Plan plan = rewrite(file, SettingsRules.NONE)
                .plan(read(file, "{'mcpServers': {'s': {'command': 'x', " + members + "}}}"));

        assertThat(plan.isEmpty()).isTrue();
        assertThat(plan.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.outcome()).isEqualTo(Outcome.LEFT);
            assertThat(entry.reason()).contains(reason);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "disabled_tools = 'a'          | disabled_tools must be a list of names",
                "disabled_tools = ['a,b']      | a name cannot be empty, hold a comma",
                "startup_timeout_sec = 0       | startup_timeout_sec must be a number above 0",
                "startup_timeout_ms = 'x'      | startup_timeout_ms must be a number above 0"
            })
    void aMemberThatMakesNoSenseIsRejected(String member, String reason) throws SyntaxException {
        Path file = Path.of("/home/ann/.codex/config.toml");
        Plan plan = rewrite(file, SettingsRules.NONE)
                .plan(read(file, "[mcp_servers.s]\ncommand = 'npx'\n" + member + "\n"));

        assertThat(plan.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.outcome()).isEqualTo(Outcome.REJECTED);
            assertThat(entry.reason()).startsWith("3:").contains(reason);
        });
    }

    @Test
    void aListThatChangedChangesTheStub() throws SyntaxException {
        Path file = Path.of(KIRO);
        String stub = "{'mcpServers': {'s': {'command': 'lazymcp', 'args': ['wrap', '--name', 's', %s'--', 'x']%s}}}";

        assertThat(again(file, stub.formatted("'--deny-tools', 'a', ", ", 'disabledTools': ['a', 'b']")))
                .contains("\"--deny-tools\", \"a,b\"");
        assertThat(again(file, stub.formatted("'--deny-tools', 'a', ", "")))
                .as("the client allows it again")
                .doesNotContain("--deny-tools");
    }

    @Test
    void howAStubShowsItselfStaysAsSomebodySaid() throws SyntaxException {
        Path file = Path.of("/home/ann/.copilot/mcp-config.json");
        String stub = "{'mcpServers': {'s': {'command': 'lazymcp', 'args': ['wrap', '--name', 's', '--expose', 'full',"
                + " '--', 'x'], 'tools': ['a']}}}";

        assertThat(again(file, stub))
                .contains("\"--tools\", \"a\", \"--expose\", \"full\"")
                .doesNotContain("names");
        assertThat(new RewritePlanner(
                                new Selection.All(),
                                "lazymcp",
                                false,
                                Optional.of("tiny"),
                                FileRules.of(file, SettingsRules.NONE))
                        .plan(read(file, stub))
                        .after())
                .contains("\"--expose\", \"tiny\"");
    }

    @Test
    void whatSettingsDenyIsDeniedAndStaysDeniedWhereTheyCannotBeSeen() throws SyntaxException {
        Path file = Path.of(CLAUDE);
        SettingsRules one = (reader, entry) -> new Denied(List.of(entry.name() + "_drop"), Optional.empty());
        Document before = read(file, "{'mcpServers': {'s': {'command': 'x'}}}");

        String after = rewrite(file, one).plan(before).after();

        assertThat(after).contains("\"--deny-tools\", \"s_drop\"");
        assertThat(rewrite(file, one).plan(read(file, after)).isEmpty()).isTrue();
        assertThat(rewrite(file, SettingsRules.NONE).plan(read(file, after)).isEmpty())
                .isTrue();
        SettingsRules two = (reader, entry) -> new Denied(List.of("s_other"), Optional.empty());
        assertThat(rewrite(file, two).plan(read(file, after)).after()).contains("\"--deny-tools\", \"s_drop,s_other\"");
    }

    @Test
    void settingsOfOneClientSayNothingOfAnothersFile() throws SyntaxException {
        Path file = Path.of(CURSOR);
        SettingsRules all = (reader, entry) -> new Denied(List.of("a"), Optional.of("impossible"));

        assertThat(rewrite(file, all)
                        .plan(read(file, "{'mcpServers': {'s': {'command': 'x'}}}"))
                        .after())
                .contains("\"wrap\", \"--name\", \"s\", \"--\", \"x\"");
    }

    @Test
    void settingsThatAStubCannotHoldLeaveTheEntry() throws SyntaxException {
        Path file = Path.of(CLAUDE);
        SettingsRules pattern = (reader, entry) -> new Denied(List.of(), Optional.of("a rule is a pattern"));
        Plan plan = rewrite(file, pattern).plan(read(file, "{'mcpServers': {'s': {'command': 'x'}}}"));

        assertThat(plan.isEmpty()).isTrue();
        assertThat(plan.entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.reason()).isEqualTo("a rule is a pattern"));
    }

    /** From {@code before} to {@code after}, nothing the second time, and back to every byte. */
    private static void there(String path, String before, String after) throws SyntaxException {
        Path file = Path.of(path);
        Document first = read(file, before);
        Document second = read(file, after);
        RewritePlanner rewrite = rewrite(file, SettingsRules.NONE);

        assertThat(rewrite.plan(first).after()).isEqualTo(second.text());
        assertThat(rewrite.plan(second).edits()).isEmpty();
        assertThat(new RestorePlanner(new Selection.All(), List.of(new Generation(first, second)), Strays.REBUILD)
                        .plan(second)
                        .after())
                .isEqualTo(first.text());
    }

    private static String again(Path file, String text) throws SyntaxException {
        return rewrite(file, SettingsRules.NONE).plan(read(file, text)).after();
    }

    private static RewritePlanner rewrite(Path file, SettingsRules settings) {
        return new RewritePlanner(
                new Selection.All(), "lazymcp", false, Optional.empty(), FileRules.of(file, settings));
    }

    /** {@code options} as quoted words of a list, in single quotes. */
    private static String words(@Nullable String options) {
        return options == null || options.isBlank() ? "" : "'" + options.strip().replace(" ", "', '") + "', ";
    }

    /** JSON is written with single quotes. */
    private static Document read(Path file, String text) throws SyntaxException {
        boolean json = file.toString().endsWith(".json");
        return Format.of(file).read(json ? text.replace('\'', '"') : text);
    }
}
