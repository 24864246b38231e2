package dev.lazymcp.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lazymcp.rpc.Frame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterHeadersTest {
    private static final String SCHEMA = """
            {"type":"object","properties":{"s":{"type":"string","x-mcp-header":"S"},"i":{"type":"integer","x-mcp-header":"I"},
            "b":{"type":"boolean","x-mcp-header":"B"},"x-mcp-header":{"type":"string","default":{"x-mcp-header":7}},
            "o":{"type":"object","properties":{"s":{"type":"string","x-mcp-header":"Deep"}}}}}""";

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{} | {}",
                "{'s':'us-west1'} | {Mcp-Param-S=us-west1}",
                "{'s':null,'i':null} | {}",
                "{'i':-7} | {Mcp-Param-I=-7}",
                "{'i':4.20e1} | {Mcp-Param-I=42}",
                "{'i':9007199254740991} | {Mcp-Param-I=9007199254740991}",
                "{'i':1.5} | {Mcp-Param-I=1.5}",
                "{'b':true} | {Mcp-Param-B=true}",
                "{'s':{'deep':1},'b':[]} | {}",
                "{'o':{'s':'x'}} | {Mcp-Param-Deep=x}",
                "{'o.s':'x','x-mcp-header':'y'} | {}"
            })
    void argumentsAreMirrored(String arguments, String expected) throws Exception {
        assertThat(ParameterHeaders.read(Frame.of(SCHEMA)).of(Frame.of(arguments.replace('\'', '"'))))
                .hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'properties':{'a':{'type':'string','x-mcp-header':''}}}",
                "{'properties':{'a':{'type':'string','x-mcp-header':'a b'}}}",
                "{'properties':{'a':{'type':'string','x-mcp-header':'a\\r\\nb'}}}",
                "{'properties':{'a':{'type':'string','x-mcp-header':1}}}",
                "{'properties':{'a':{'type':'number','x-mcp-header':'A'}}}",
                "{'properties':{'a':{'x-mcp-header':'A'}}}",
                "{'properties':{'a':{'type':'object','x-mcp-header':'A'}}}",
                "{'properties':{'a':{'type':'string','x-mcp-header':'A'},'b':{'type':'string','x-mcp-header':'a'}}}",
                "{'properties':{'a':{'type':'array','items':{'type':'string','x-mcp-header':'A'}}}}",
                "{'properties':{'a':{'anyOf':[{'type':'string','x-mcp-header':'A'}]}}}",
                "{'oneOf':[{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}]}",
                "{'$defs':{'a':{'type':'string','x-mcp-header':'A'}}}",
                "{'type':'string','x-mcp-header':'A'}"
            })
    void wrongAnnotationsAreFound(String schema) {
        assertThatExceptionOfType(ParameterHeaders.Invalid.class)
                .isThrownBy(() -> ParameterHeaders.read(Frame.of(schema.replace('\'', '"'))));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "us-west1|us-west1",
                "a\tb c|a\tb c",
                "Hello, 世界|=?base64?SGVsbG8sIOS4lueVjA==?=",
                " padded |=?base64?IHBhZGRlZCA=?=",
                "line1~line2|=?base64?bGluZTEKbGluZTI=?=",
                "=?base64?literal?=|=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="
            })
    void valuesAreSafeInAHeader(String text, String expected) {
        assertThat(ModernHeaders.value(text.replace('~', '\n'))).isEqualTo(expected);
    }

    @Test
    void nothingIsAnEmptyValue() {
        assertThat(ModernHeaders.value("")).isEmpty();
    }
}
