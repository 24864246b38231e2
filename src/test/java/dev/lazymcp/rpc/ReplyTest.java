package dev.lazymcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TRICKY = "a \"quoted\"\nline with é, 😀, \ud800 and \u2028";

    @ParameterizedTest
    @ValueSource(strings = {"0", "1.50", "1E400", "-0", "\"s-\\u00E9\"", "\"s-é\"", "\"\""})
    void anAnswerRepeatsTheIdAsItWasSpelt(String id) {
        Frame result = Reply.result(Frame.of(id), Frame.of("{\"n\":1.0}"));
        assertThat(result.toString()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"n\":1.0}}");
        assertThat(Reply.error(Frame.of(id), -32601, "no").toString())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
        assertThat(Message.read(result))
                .isInstanceOfSatisfying(
                        Message.Response.class,
                        response -> assertThat(response.id()).isEqualTo(Json.id(Frame.of(id))));
    }

    @Test
    void anErrorWithoutARequestHasTheIdNull() throws IOException {
        JsonNode error = parse(Reply.error(null, ErrorCode.PARSE_ERROR, TRICKY, Frame.of("{\"state\":[1]}")));
        assertThat(error.get("id").isNull()).isTrue();
        assertThat(error.at("/error/code").asInt()).isEqualTo(-32700);
        assertThat(error.at("/error/message").asText()).isEqualTo(TRICKY);
        assertThat(error.at("/error/data/state/0").asInt()).isEqualTo(1);
    }

    @Test
    void theTextOfAToolIsContent() throws IOException {
        JsonNode failed = parse(Reply.toolText(TRICKY, true));
        assertThat(failed.at("/content/0/type").asText()).isEqualTo("text");
        assertThat(failed.at("/content/0/text").asText()).isEqualTo(TRICKY);
        assertThat(failed.get("isError").asBoolean()).isTrue();
        assertThat(parse(Reply.toolText("", false)).has("isError")).isFalse();
    }

    @Test
    void requestsAndNotificationsReadBack() {
        Message request = Message.read(Reply.request("\"lz:7\"", "odd\"method", Frame.of("{\"a\":1.0}")));
        assertThat(request).isInstanceOfSatisfying(Message.Request.class, r -> {
            assertThat(r.id()).isEqualTo(new Id.Text("lz:7"));
            assertThat(r.method()).isEqualTo("odd\"method");
            assertThat(r.paramsOrEmpty().toString()).isEqualTo("{\"a\":1.0}");
        });
        assertThat(Message.read(Reply.notification("notifications/initialized")))
                .isInstanceOfSatisfying(Message.Notification.class, n -> {
                    assertThat(n.method()).isEqualTo("notifications/initialized");
                    assertThat(n.params()).isNull();
                });
        assertThat(Message.read(Reply.notification("m", Frame.of("{\"a\":1.0}"))))
                .isInstanceOfSatisfying(
                        Message.Notification.class,
                        n -> assertThat(n.paramsOrEmpty().toString()).isEqualTo("{\"a\":1.0}"));
    }

    private static JsonNode parse(Frame frame) throws IOException {
        assertThat(frame.toString()).as("one line").doesNotContain("\n");
        return MAPPER.readTree(frame.toBytes());
    }
}
