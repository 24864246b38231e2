package dev.lazymcp.shim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Request;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of the stub's tool. */
class CallThroughTest {
    @Test
    void allButNameAndArgumentsStays() {
        Request call = request("{\"jsonrpc\":\"2.0\", \"x\":1.0, \"id\":\"é\",\"method\":\"tools/call\",\"params\":"
                + "{\"task\":{\"ttl\":5},\"arguments\":{\"arguments\":{\"n\":1E400 },\"tool\":\"real\"},\"name\":\"use_x\","
                + "\"_meta\":{\"progressToken\":0}}}");
        CallThrough through = Objects.requireNonNull(CallThrough.read(call.paramsOrEmpty()));
        assertThat(through.direct(call).toString())
                .isEqualTo("{\"jsonrpc\":\"2.0\", \"x\":1.0, \"id\":\"é\",\"method\":\"tools/call\",\"params\":"
                        + "{\"task\":{\"ttl\":5},\"arguments\":{\"n\":1E400 },\"name\":\"real\","
                        + "\"_meta\":{\"progressToken\":0}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"tool\":\"t\"} | {}",
                "{\"tool\":\"t\",\"arguments\":null} | {}",
                "{\"tool\":\"t\",\"arguments\":\"\"} | {}",
                "{\"tool\":\"t\",\"arguments\":\"{\\\"a\\\":1}\"} | {\"a\":1}",
                "{\"tool\":\"t\",\"arguments\":{\"a\":1}} | {\"a\":1}",
                "{\"tool\":\"t\",\"arguments\":[1]} | [1]"
            })
    void argumentsMayBeLeftOutOrSentAsText(String input, String arguments) {
        CallThrough through =
                Objects.requireNonNull(CallThrough.read(Frame.of("{\"name\":\"use_x\",\"arguments\":" + input + "}")));
        assertThat(through.arguments().toString()).isEqualTo(arguments);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"use_x\"}",
                "{\"name\":\"use_x\",\"arguments\":{}}",
                "{\"name\":\"use_x\",\"arguments\":{\"tool\":\"\"}}",
                "{\"name\":\"use_x\",\"arguments\":{\"tool\":1}}"
            })
    void withoutAToolItAsksForTheList(String params) {
        assertThat(CallThrough.read(Frame.of(params))).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1} | ``",
                "{\"a\":1,\"b\":2} | ``",
                "{} | missing: a",
                "{\"b\":2} | missing: a",
                "{\"a\":1,\"c\":2} | unknown: c",
                "[] | arguments must be an object",
                "\"a\" | arguments must be an object"
            })
    void argumentsThatCannotBeRightAreNamed(String arguments, String problem) {
        String raw = "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{},\"b\":{}},"
                + "\"required\":[\"a\"],\"additionalProperties\":false}}";
        Tool tool = new Tool("t", raw.getBytes(StandardCharsets.UTF_8));
        assertThat(ArgumentCheck.problem(tool, Frame.of(arguments))).isEqualTo(problem);
        assertThat(Signature.of(tool)).isEqualTo("t(a, b?)");
    }

    private static Request request(String json) {
        return (Request) Message.read(Frame.of(json));
    }
}
