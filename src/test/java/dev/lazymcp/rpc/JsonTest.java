package dev.lazymcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lazymcp.Gen;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void membersAreThereInOrderWithTheirExactText() {
        Gen.forAll(500, gen -> {
            List<String> names = new ArrayList<>();
            List<String> values = new ArrayList<>();
            List<String> members = new ArrayList<>();
            for (int i = gen.between(0, 6); i > 0; i--) {
                String name = gen.string(5);
                String value = gen.json(3);
                names.add(MAPPER.readValue(name, String.class));
                values.add(value);
                members.add(gen.space() + name + gen.space() + ":" + gen.space() + value + gen.space());
            }
            Frame object =
                    Frames.cut(gen, Frames.utf8(gen.space() + "{" + String.join(",", members) + "}" + gen.space()));
            List<Json.Member> found = Json.members(object);
            assertThat(found).extracting(Json.Member::name).isEqualTo(names);
            assertThat(found).extracting(m -> object.part(m.value()).toString()).isEqualTo(values);
        });
    }

    @Test
    void elementsAreThereInOrderWithTheirExactText() {
        Gen.forAll(500, gen -> {
            List<String> values = new ArrayList<>();
            List<String> elements = new ArrayList<>();
            for (int i = gen.between(0, 6); i > 0; i--) {
                String value = gen.json(3);
                values.add(value);
                elements.add(gen.space() + value + gen.space());
            }
            Frame array = Frames.cut(gen, Frames.utf8("[" + String.join(",", elements) + "]"));
            assertThat(Json.elements(array))
                    .extracting(span -> array.part(span).toString())
                    .isEqualTo(values);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':1}                              | a     | 1",
                "{ 'a' : 1.50 , 'b':2}                | a     | 1.50",
                "{'a':{'b':{'c':[1, 2]}}}             | a.b.c | [1, 2]",
                "{'a':{'b':1},'a':{'b':2}}            | a.b   | 2",
                "{'a':{'b':1},'a':3}                  | a.b   |",
                "{'a':{'b':1},'a':{'c':3}}            | a.b   |",
                "{'\\u0061':'\\u00e9'}                | a     | '\\u00e9'",
                "{'x':{'a':1}}                        | a     |",
                "{'a':[{'b':1}]}                      | a.b   |",
                "{'a':null}                           | a     | null",
                "{'a':null}                           | a.b   |",
                "[{'a':1}]                            | a     |",
                "'a'                                  | a     |",
                "{'a':1,                              | a     |",
                "no json                              | a     |",
            })
    void find(String json, String path, @Nullable String expected) {
        byte[] bytes = Frames.utf8(json.replace('\'', '"'));
        for (int cut = 0; cut <= bytes.length; cut++) {
            Frame frame = Frames.cut(bytes, cut);
            Span span = Json.find(frame, path.split("\\.", -1));
            assertThat(span == null ? null : frame.part(span).toString())
                    .isEqualTo(expected == null ? null : expected.replace('\'', '"'));
        }
    }

    @Test
    void thePathOfNoStepsIsTheValueItself() {
        Frame frame = Frame.of(" [1] ");
        assertThat(Json.find(frame)).isEqualTo(new Span(1, 4));
    }

    @Test
    void strings() {
        Frame frame = Frame.of("{\"a\":\"\\u00e9\\n😀\",\"b\":1,\"c\":\"\\ud800\"}");
        assertThat(Json.string(frame, "a")).isEqualTo("é\n😀");
        assertThat(Json.string(frame, "b")).isNull();
        assertThat(Json.string(frame, "c")).isEqualTo("\ud800");
        assertThat(Json.string(frame, "d")).isNull();
        assertThat(Json.decodeString(Frame.of("\"cut"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1", "[", "x", "\"a\"", "{\"a\":", "{\"a\" 1}", "[1,"})
    void whatIsNotThereIsEmpty(String json) {
        assertThat(Json.members(Frame.of(json))).isEmpty();
        assertThat(Json.elements(Frame.of(json))).isEmpty();
    }

    @Test
    void isObject() {
        assertThat(Json.isObject(Frame.of(" {\"a\""))).isTrue();
        assertThat(Json.isObject(Frame.of("[{}]"))).isFalse();
        assertThat(Json.isObject(Frame.of(""))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "\"\\/\b\f\n\r\t\0", "é€漢", "😀", "\ud800", "\udc00x", "x\ud800", "\u2028\u0085\ufeff"})
    void aQuotedStringIsOneLineAndReadsBack(String text) {
        String quoted = Json.quote(text);
        assertThat(quoted).doesNotContain("\n").doesNotContain("\r");
        assertThat(Json.decodeString(Frame.of(quoted))).isEqualTo(text);
    }

    @Test
    void writtenRawIsWhatItWas() throws Exception {
        Gen.forAll(200, gen -> {
            String raw = gen.json(3);
            Frame text = Json.text(json -> {
                json.writeStartObject();
                json.writeNumberField("before", 1);
                json.writeFieldName("raw");
                Json.writeRaw(json, Frames.cut(gen, Frames.utf8(raw)));
                json.writeStringField("behind", "\ud800");
                json.writeEndObject();
            });
            assertThat(text.toString()).isEqualTo("{\"before\":1,\"raw\":" + raw + ",\"behind\":\"\\uD800\"}");
            JsonNode ignored = MAPPER.readTree(text.toBytes());
            assertThat(ignored.size()).isEqualTo(3);
        });
    }
}
