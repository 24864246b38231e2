package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.SyntaxException;
import org.junit.jupiter.api.Test;

final class MaskedTextTest {
    @Test
    void whatAnEntrySaysBesidesValuesOfVariablesAndHeadersCanBeRead() throws SyntaxException {
        assertThat(MaskedText.of(Format.TOML.read("""
                model = "word"
                [mcp_servers.a]
                url = "https://m.example/x?key=word"
                description = "What it does"
                bearer_token_env_var = "TOKEN"
                env_http_headers = { X = "KEY" }
                http_headers = { Y = "word" }
                tool_timeout_sec = 12.5
                startup_timeout_ms = 900
                enabled_tools = ["a", "ghp_abcdefghij0123456789"]
                new = "word" # word
                [mcp_servers.a.tools.create]
                approval_mode = "word"
                [mcp_servers.a.env]
                name = "word"
                """))).isEqualTo("""
                model = "***"
                [mcp_servers.a]
                url = "https://m.example/x?***"
                description = "What it does"
                bearer_token_env_var = "TOKEN"
                env_http_headers = { X = "KEY" }
                http_headers = { Y = "***" }
                tool_timeout_sec = 12.5
                startup_timeout_ms = 900
                enabled_tools = ["a", "***"]
                new = "***" # ***
                [mcp_servers.a.tools.create]
                approval_mode = "***"
                [mcp_servers.a.env]
                name = "***"
                """);
    }

    @Test
    void namesOfToolsAreShownAndNothingElseBelowThatMember() throws SyntaxException {
        assertThat(MaskedText.of(Format.JSONC.read("""
                {"mcpServers": {
                  "a": {"command": "x", "tools": ["create", "ghp_abcdefghij0123456789", "--token=word"]},
                  "b": {"command": "x", "tools": "create", "agents": {"me": "word"}},
                  "c": {"command": "x", "tools": {"create": {"approval": "word", "on": true}}}}}
                """))).isEqualTo("""
                {"mcpServers": {
                  "a": {"command": "x", "tools": ["create", "***", "--token=***"]},
                  "b": {"command": "x", "tools": "create", "agents": {"me": "***"}},
                  "c": {"command": "x", "tools": {"create": {"approval": "***", "on": true}}}}}
                """);
    }
}
