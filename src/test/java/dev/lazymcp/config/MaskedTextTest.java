package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.SyntaxException;
import org.junit.jupiter.api.Test;

final class MaskedTextTest {
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
