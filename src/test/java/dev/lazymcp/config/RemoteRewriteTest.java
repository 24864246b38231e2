package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.RestorePlanner.Strays;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.SyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Entries with an address, in the shapes of their clients: what becomes of them and how they come back. */
final class RemoteRewriteTest {
    private static final Selection.Named NAMED = new Selection.Named(Set.of("a"));

    private static Plan rewrite(Selection selection, Document document) {
        return new RewritePlanner(selection, "lazymcp", false, Optional.empty(), FileRules.NONE).plan(document);
    }

    private static Plan restore(Document document, Generation... generations) {
        return new RestorePlanner(new Selection.All(), List.of(generations), Strays.REBUILD).plan(document);
    }

    private static String reason(Plan plan) {
        return plan.entries().getFirst().reason();
    }

    static Stream<Arguments> shapes() {
        return Stream.of(
                Arguments.of("Claude Code", Format.JSONC, """
                        {"mcpServers": {
                          "a": {
                            "type": "http", // the team's
                            "url": "https://mcp.example/x",
                            "headers": {
                              "Authorization": "Bearer ${TOKEN:-none}", /* ours */
                              "X-Team": "blue"
                            },
                            "timeout": 5
                          }
                        }}
                        """, """
                        {"mcpServers": {
                          "a": {
                            "type": "stdio", // the team's
                            "command": "lazymcp",
                            "args": ["wrap", "--name", "a", "--env-keys", "LAZYMCP_HEADER_1,LAZYMCP_HEADER_2", "--url", \
                        "https://mcp.example/x", "--header", "Authorization=env:LAZYMCP_HEADER_1", "--header", \
                        "X-Team=env:LAZYMCP_HEADER_2"],
                            "env": {
                              "LAZYMCP_HEADER_1": "Bearer ${TOKEN:-none}", /* ours */
                              "LAZYMCP_HEADER_2": "blue"
                            },
                            "timeout": 5
                          }
                        }}
                        """),
                Arguments.of("Copilot, from the first example of lazy servers", Format.JSONC, """
                        {"mcpServers":{"a":{"type":"sse","url":"https://mcp.example/sse","tools":["t","u"],"autoConnect":false}}}
                        """, """
                        {"mcpServers":{"a":{"type":"stdio","command":"lazymcp","args":["wrap","--name","a","--tools","t,u","--url",\
                        "https://mcp.example/sse","--transport","sse"],"tools":["t","u"],"autoConnect":false}}}
                        """),
                Arguments.of(
                        "Gemini CLI",
                        Format.JSONC,
                        "{'mcpServers': {'a': {'httpUrl': 'http://mcp.example', 'headers': {'K': '$KEY'}, 'trust': true}}}"
                                .replace('\'', '"'),
                        ("{'mcpServers': {'a': {'command': 'lazymcp', 'args': ['wrap', '--name', 'a', '--env-keys',"
                                        + " 'LAZYMCP_HEADER_1', '--url', 'http://mcp.example', '--header',"
                                        + " 'K=env:LAZYMCP_HEADER_1', '--restore-as', 'url=httpUrl'], 'env':"
                                        + " {'LAZYMCP_HEADER_1': '$KEY'}, 'trust': true}}}")
                                .replace('\'', '"')),
                Arguments.of(
                        "opencode",
                        Format.JSONC,
                        "{'mcp': {'a': {'type': 'remote', 'url': 'https://mcp.example', 'headers': {'K': '{env:KEY}'}}}}"
                                .replace('\'', '"'),
                        ("{'mcp': {'a': {'type': 'local', 'command': ['lazymcp', 'wrap', '--name', 'a', '--env-keys',"
                                        + " 'LAZYMCP_HEADER_1', '--url', 'https://mcp.example', '--header',"
                                        + " 'K=env:LAZYMCP_HEADER_1', '--restore-as', 'type=remote'], 'environment':"
                                        + " {'LAZYMCP_HEADER_1': '{env:KEY}'}}}}")
                                .replace('\'', '"')),
                Arguments.of("Codex", Format.TOML, """
                        [mcp_servers.a]
                        url = "https://mcp.example/x" # ours
                        startup_timeout_sec = 3

                        [mcp_servers.a.http_headers]
                        X-Team = 'blue'
                        """, """
                        [mcp_servers.a]
                        command = "lazymcp" # ours
                        args = ["wrap", "--name", "a", "--env-keys", "LAZYMCP_HEADER_1", "--url", "https://mcp.example/x", \
                        "--header", "X-Team=env:LAZYMCP_HEADER_1", "--restore-as", "headers=http_headers"]
                        startup_timeout_sec = 3

                        [mcp_servers.a.env]
                        LAZYMCP_HEADER_1 = 'blue'
                        """),
                Arguments.of("Goose", Format.YAML, """
                        extensions:
                          a:
                            name: a
                            type: streamable_http
                            uri: https://mcp.example/x
                            headers:
                              X-Team: blue
                            timeout: 300
                        """, """
                        extensions:
                          a:
                            name: a
                            type: stdio
                            cmd: lazymcp
                            args: [wrap, --name, a, --env-keys, LAZYMCP_HEADER_1, --url, https://mcp.example/x, --header, \
                        X-Team=env:LAZYMCP_HEADER_1, --restore-as, "url=uri,type=streamable_http"]
                            envs:
                              LAZYMCP_HEADER_1: blue
                            timeout: 300
                        """),
                Arguments.of("Codex, with a token of its own environment", Format.TOML, """
                        [mcp_servers.a]
                        url = "https://mcp.example/x"
                        bearer_token_env_var = "TOKEN"
                        tool_timeout_sec = 3 # long
                        """, """
                        [mcp_servers.a]
                        command = "lazymcp"
                        args = ["wrap", "--name", "a", "--env-keys", "TOKEN", "--url", "https://mcp.example/x", \
                        "--header", "Authorization=Bearer env:TOKEN"]
                        env_vars = ["TOKEN"]
                        tool_timeout_sec = 3 # long
                        """),
                Arguments.of("Codex, with headers of three kinds", Format.TOML, """
                        [mcp_servers.a]
                        url = "https://mcp.example/x" # ours
                        bearer_token_env_var = "TOKEN"
                        env_http_headers = { X-Key = "KEY", "X.Other" = "TOKEN" }

                        [mcp_servers.a.http_headers]
                        X-Team = "blue"
                        """, """
                        [mcp_servers.a]
                        command = "lazymcp" # ours
                        args = ["wrap", "--name", "a", "--env-keys", "LAZYMCP_HEADER_1,TOKEN,KEY", "--url", \
                        "https://mcp.example/x", "--header", "X-Team=env:LAZYMCP_HEADER_1", "--header", \
                        "Authorization=Bearer env:TOKEN", "--header", "X-Key=env:KEY", "--header", "X.Other=env:TOKEN", \
                        "--restore-as", "headers=http_headers"]
                        env_vars = ["TOKEN", "KEY"]

                        [mcp_servers.a.env]
                        LAZYMCP_HEADER_1 = "blue"
                        """),
                Arguments.of("Continue", Format.YAML, """
                        mcpServers:
                          - name: a
                            type: streamable-http
                            url: https://mcp.example/x
                            requestOptions:
                              headers:
                                Authorization: Bearer ${{ secrets.X }}
                            connectionTimeout: 9
                        """, """
                        mcpServers:
                          - name: a
                            type: stdio
                            command: lazymcp
                            args: [wrap, --name, a, --env-keys, LAZYMCP_HEADER_1, --url, https://mcp.example/x, --header, \
                        Authorization=env:LAZYMCP_HEADER_1, --restore-as, "headers=requestOptions.headers,type=streamable-http"]
                            env:
                                LAZYMCP_HEADER_1: Bearer ${{ secrets.X }}
                            connectionTimeout: 9
                        """),
                Arguments.of("Continue in JSON", Format.JSONC, """
                        {"mcpServers": {"a": {"url": "https://m.example", "requestOptions": {"headers": {"A": "b", "C": "d"}}, "x": 1}}}
                        """, """
                        {"mcpServers": {"a": {"command": "lazymcp", "args": ["wrap", "--name", "a", "--env-keys", \
                        "LAZYMCP_HEADER_1,LAZYMCP_HEADER_2", "--url", "https://m.example", "--header", \
                        "A=env:LAZYMCP_HEADER_1", "--header", "C=env:LAZYMCP_HEADER_2", "--restore-as", \
                        "headers=requestOptions.headers"], "env": {"LAZYMCP_HEADER_1": "b", "LAZYMCP_HEADER_2": "d"}, "x": 1}}}
                        """),
                Arguments.of("an address with a variable", Format.JSONC, """
                        {"mcpServers": {"a": {
                          "url": "https://${HOST:-m.example}/x?key=\\u0061bc", // theirs
                          "headers": {
                            "A": "b"
                          }}}}
                        """, """
                        {"mcpServers": {"a": {
                          "command": "lazymcp", "args": ["wrap", "--name", "a", "--env-keys", "LAZYMCP_URL,LAZYMCP_HEADER_1", \
                        "--url", "env:LAZYMCP_URL", "--header", "A=env:LAZYMCP_HEADER_1"], // theirs
                          "env": {
                            "LAZYMCP_URL": "https://${HOST:-m.example}/x?key=\\u0061bc",
                            "LAZYMCP_HEADER_1": "b"
                          }}}}
                        """),
                Arguments.of("an address with a secret and nothing else", Format.TOML, """
                        [mcp_servers.a]
                        url = "https://m.example/?token=abc" # theirs
                        enabled = true
                        """, """
                        [mcp_servers.a]
                        command = "lazymcp" # theirs
                        args = ["wrap", "--name", "a", "--env-keys", "LAZYMCP_URL", "--url", "env:LAZYMCP_URL"]
                        env = { LAZYMCP_URL = "https://m.example/?token=abc" }
                        enabled = true
                        """),
                Arguments.of("a secret address in YAML", Format.YAML, """
                        mcpServers:
                          - name: a
                            url: https://m.example/?token=abc
                            x: 1
                        """, """
                        mcpServers:
                          - name: a
                            command: lazymcp
                            args: [wrap, --name, a, --env-keys, LAZYMCP_URL, --url, env:LAZYMCP_URL]
                            env: {LAZYMCP_URL: "https://m.example/?token=abc"}
                            x: 1
                        """),
                Arguments.of("an address with an input and a header in opencode", Format.JSONC, """
                        {"mcp": {"a": {"type": "remote", "url": "https://{env:HOST}/x", "enabled": true}}}
                        """, """
                        {"mcp": {"a": {"type": "local", "command": ["lazymcp", "wrap", "--name", "a", "--env-keys", "LAZYMCP_URL", \
                        "--url", "env:LAZYMCP_URL", "--restore-as", "type=remote"], "environment": \
                        {"LAZYMCP_URL": "https://{env:HOST}/x"}, "enabled": true}}}
                        """));
    }

    @Test
    void aTableOfHeadersComesBackInline() throws SyntaxException {
        String text = """
                [mcp_servers.a]
                url = "https://mcp.example/x"
                # ours

                [mcp_servers.a.env_http_headers]
                X-Key = "KEY"

                [mcp_servers.a.tools.t]
                approval_mode = "approve"
                """;
        Document before = Format.TOML.read(text);
        Document after = Format.TOML.read(rewrite(NAMED, before).after());
        assertThat(after.text()).isEqualTo("""
                [mcp_servers.a]
                command = "lazymcp"
                args = ["wrap", "--name", "a", "--env-keys", "KEY", "--url", "https://mcp.example/x", "--header", "X-Key=env:KEY"]
                env_vars = ["KEY"]
                # ours

                [mcp_servers.a.tools.t]
                approval_mode = "approve"
                """);
        assertThat(restore(after, new Generation(before, after)).after()).isEqualTo(text);
        assertThat(restore(after).after()).isEqualTo("""
                [mcp_servers.a]
                url = "https://mcp.example/x"
                env_http_headers = { X-Key = "KEY" }
                # ours

                [mcp_servers.a.tools.t]
                approval_mode = "approve"
                """);
    }

    @Test
    void noCommentIsLeftOutsideOfItsEntry() throws SyntaxException {
        Document file = Format.TOML.read("""
                [mcp_servers.a]
                url = "https://mcp.example/x"
                # a key
                [mcp_servers.a.env_http_headers]
                X-Key = "KEY"
                """);
        assertThat(reason(rewrite(NAMED, file))).contains("cannot be changed in place");
    }

    @Test
    void anAddressStaysAnArgumentWhereItsClientExpandsVariablesInTheEnvironmentAlone() throws SyntaxException {
        Document file = Format.JSONC.read(
                "{\"mcpServers\": {\"a\": {\"url\": \"https://m.example/$X\", \"headers\": {\"A\": \"b\"}}}}");
        FileRules copilot = FileRules.of(Path.of("/home/ann/.copilot/mcp-config.json"), SettingsRules.NONE);
        assertThat(new RewritePlanner(NAMED, "lazymcp", false, Optional.empty(), copilot)
                        .plan(file)
                        .after())
                .contains("\"--url\", \"https://m.example/$X\"");

        Document secret = Format.JSONC.read("{\"mcpServers\": {\"a\": {\"url\": \"https://m.example/?key=$X\"}}}");
        assertThat(reason(new RewritePlanner(NAMED, "lazymcp", false, Optional.empty(), copilot).plan(secret)))
                .contains("may have a secret in it");
        FileRules claude = FileRules.of(Path.of("/home/ann/.mcp.json"), SettingsRules.NONE);
        assertThat(new RewritePlanner(NAMED, "lazymcp", false, Optional.empty(), claude)
                        .plan(Format.JSONC.read(file.text().replace("$X", "${X}")))
                        .after())
                .contains("\"--url\", \"env:LAZYMCP_URL\"")
                .contains("\"LAZYMCP_URL\": \"https://m.example/${X}\"");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shapes")
    void anEntryBecomesAProcessAndComesBack(String client, Format format, String text, String expected)
            throws SyntaxException {
        Document before = format.read(text);
        Plan plan = rewrite(NAMED, before);
        assertThat(plan.after()).as(client).isEqualTo(expected);

        Document after = format.read(plan.after());
        assertThat(rewrite(NAMED, after).edits()).as("second rewrite").isEmpty();
        assertThat(reason(rewrite(NAMED, after))).isEqualTo("it is wrapped already");
        assertThat(restore(after, new Generation(before, after)).after()).isEqualTo(text);

        Plan rebuilt = restore(after);
        assertThat(reason(rebuilt)).isEqualTo("rebuilt from its arguments");
        assertThat(unquoted(rebuilt.after())).as("rebuilt").isEqualTo(unquoted(text));
    }

    /** Words alone: a value that was made from arguments has the quotes of what stood there. */
    private static String unquoted(String text) {
        return text.replace("\"", "").replace("'", "");
    }

    static Stream<Arguments> obstacles() {
        return Stream.of(
                Arguments.of("'url': 'https://m.example', 'oauth': {'clientId': 'x'}", "signs in by its oauth"),
                Arguments.of("'url': 'https://m.example/?key=abc', 'headers': {}", "cannot be changed in place"),
                Arguments.of("'url': 'https://m.example', 'headers': {'A': 'b', 'A': 'c'}", "same header twice"),
                Arguments.of("'url': 7, 'type': 'http'", "are no strings"),
                Arguments.of("'url': 'https://m.example', 'headers': {'A': 1}", "are no strings"),
                Arguments.of("'type': 'http'", "it says no address"),
                Arguments.of("'url': 'https://m.example', 'headers': {'A': 'b'}, 'http_headers': {}", "in two places"),
                Arguments.of("'url': 'https://m.example', 'env_http_headers': {'A': 'B'}", "client's own environment"),
                Arguments.of("'url': 'https://m.example', 'bearer_token_env_var': 'B'", "as only Codex knows them"),
                Arguments.of("'url': 'https://m.example', 'headers': {'A': 'b'}, 'env': {'C': 'd'}", "both headers"),
                Arguments.of(
                        "'url': 'https://m.example', 'requestOptions': {'headers': {}, 'verifySsl': false}",
                        "requestOptions hold more than headers"),
                Arguments.of("'url': 'https://m.example', 'autoConnect': true, 'disabled': true", "disabled"));
    }

    @ParameterizedTest
    @MethodSource("obstacles")
    void whatCannotBeWrappedIsLeftWithAReason(String members, String reason) throws SyntaxException {
        Document file = Format.JSONC.read(
                "{'mcpServers': {'a': {%s}}}".formatted(members).replace('\'', '"'));
        Plan plan = rewrite(NAMED, file);
        assertThat(plan.edits()).isEmpty();
        assertThat(plan.entries().getFirst().outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(reason(plan)).contains(reason);
    }

    @Test
    void oneThatMayNeedASignInIsWrappedWhereSomebodyAskedForItAlone() throws SyntaxException {
        Document file = Format.JSONC.read(
                "{\"mcpServers\": {\"a\": {\"url\": \"https://m.example\"}, \"b\": {\"url\": \"http://localhost:1/x\"}}}");
        Plan all = rewrite(new Selection.All(), file);
        assertThat(reason(all)).contains("may sign in by OAuth");
        assertThat(all.entries().getLast().outcome()).isEqualTo(Outcome.WRAPPED);
        assertThat(rewrite(NAMED, file).entries().getFirst().outcome()).isEqualTo(Outcome.WRAPPED);
    }

    @Test
    void membersThatAreScatteredAreLeft() throws SyntaxException {
        Document file = Format.TOML.read(
                "[mcp_servers.a]\nurl = 'https://m.example'\nhttp_headers.A = 'b'\nhttp_headers.C = 'd'\n");
        assertThat(reason(rewrite(NAMED, file))).contains("cannot be changed in place");
    }

    @Test
    void aStubThatWasEditedSoThatItsEntryCannotBeToldIsLeft() throws SyntaxException {
        Document file = Format.JSONC.read(
                ("{'mcpServers': {'a': {'command': 'lazymcp', 'args': ['wrap', '--name', 'a', '--url',"
                                + " 'https://m.example', '--header', 'A=env:LAZYMCP_HEADER_1'], 'env': {'LAZYMCP_HEADER_1': 'x',"
                                + " 'MORE': 'y'}}}}")
                        .replace('\'', '"'));
        Plan plan = restore(file);
        assertThat(plan.edits()).isEmpty();
        assertThat(reason(plan)).contains("--url").contains("by hand");
    }

    @Test
    void allLeavesThemUnlessRemoteOnesAreMeantToo() throws SyntaxException {
        Document file = Format.JSONC.read("""
                {"mcpServers": {
                  "far": {"url": "https://m.example", "headers": {"A": "b"}},
                  "lazy": {"url": "https://m.example", "headers": {"A": "b"}, "autoConnect": false},
                  "here": {"command": "x"}}}
                """);
        assertThat(rewrite(new Selection.All(false), file).entries())
                .extracting(EntryReport::outcome)
                .containsExactly(Outcome.LEFT, Outcome.WRAPPED, Outcome.WRAPPED);
        assertThat(reason(rewrite(new Selection.All(false), file))).contains("--remote or its name");
        assertThat(rewrite(new Selection.All(true), file).entries())
                .extracting(EntryReport::outcome)
                .containsOnly(Outcome.WRAPPED);
    }
}
