package dev.lazymcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
    /** What changes the meaning of the bytes around it, in JSON or in UTF-8. */
    private static final byte[] ODD = "\"{}[],:\\9Eu\0\u00e9\u00ed\u00ff".getBytes(StandardCharsets.ISO_8859_1);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "1.5",
                "1152921504606846976",
                "1E400",
                "\"1\"",
                "\"\"",
                "\"s-é\"",
                "\"\\ud800\"",
                "1.50",
                "-0"
            })
    void aRequestKeepsTheSpellingOfItsId(String id) {
        Message message = Message.read(Frame.of("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}"));
        assertThat(message).isInstanceOfSatisfying(Message.Request.class, request -> {
            assertThat(request.rawId().toString()).isEqualTo(id);
            assertThat(request.id()).isEqualTo(Json.id(Frame.of(id)));
            assertThat(request.method()).isEqualTo("ping");
            assertThat(request.params()).isNull();
            assertThat(request.paramsOrEmpty().toString()).isEqualTo("{}");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'jsonrpc':'2.0','id':1,'method':'m','params':{}}                    | request m 1 {}",
                "{'id':1,'params':{'a':[1]},'method':'m','jsonrpc':'2.0'}             | request m 1 {'a':[1]}",
                "{'jsonrpc':'2.0','id':1,'method':'m','extra':{'id':2,'method':'n'}}  | request m 1",
                "{'jsonrpc':'2.0','id':1,'method':'m','result':{}}                    | request m 1",
                "{'jsonrpc':'2.0','id':1,'id':2,'method':'m','method':'n'}            | request n 2",
                "{'jsonrpc':'2.0','id':null,'id':2,'method':1,'method':'n'}           | request n 2",
                "{'jsonrpc':'1.0','jsonrpc':'2.0','id':1,'method':'m'}                | request m 1",
                "{'jsonrpc':{'id':9},'jsonrpc':'2.0','id':1,'method':'m'}             | request m 1",
                "{'json\\u0072pc':'2\\u002e0','\\u0069d':1,'method':'\\u006d'}        | request m 1",
                "{'jsonrpc':'2.0','id':1,'method':''}                                 | request  1",
                "{'jsonrpc':'2.0','method':'m'}                                       | notification m",
                "{'jsonrpc':'2.0','method':'m','params':{ }}                          | notification m { }",
                "{'jsonrpc':'2.0','id':1,'result':{}}                                 | result 1 {}",
                "{'jsonrpc':'2.0','id':1,'result':null}                               | result 1 null",
                "{'jsonrpc':'2.0','id':1,'result':1E400}                              | result 1 1E400",
                "{'jsonrpc':'2.0','id':1,'result':{},'error':null}                    | result 1 {}",
                "{'jsonrpc':'2.0','id':1,'error':{'code':-1}}                         | error 1 {'code':-1}",
                "{'jsonrpc':'2.0','id':1,'result':null,'error':{'code':-1}}           | error 1 {'code':-1}",
                "{'jsonrpc':'2.0','id':null,'error':{'code':-1}}                      | error - {'code':-1}",
                "{'jsonrpc':'2.0','error':{'code':-1}}                                | error - {'code':-1}",
                "{'jsonrpc':'2.0','id':true,'result':{}}                              | result - {}",
                "[{'id':1},2 , 'x']                                                   | batch {'id':1} 2 'x'",
            })
    void messages(String frame, String expected) {
        assertThat(describe(read(frame))).isEqualTo(expected.replace('\'', '"'));
    }

    private static String describe(Message message) {
        Frame frame = message.frame();
        return switch (message) {
            case Message.Request m -> join("request", m.method(), m.rawId(), part(frame, m.params()));
            case Message.Notification m -> join("notification", m.method(), part(frame, m.params()));
            case Message.Response m
            when m.error() != null ->
                join("error", m.id() == null ? "-" : part(frame, m.idSpan()), part(frame, m.error()));
            case Message.Response m ->
                join("result", m.id() == null ? "-" : part(frame, m.idSpan()), part(frame, m.result()));
            case Message.Batch m ->
                join("batch", m.elements().stream().map(frame::part).toArray());
            case Message.Invalid m -> join("invalid", m.code(), m.rawId());
        };
    }

    private static String join(String kind, @Nullable Object... rest) {
        StringBuilder text = new StringBuilder(kind);
        for (Object part : rest) {
            if (part != null) {
                text.append(' ').append(part);
            }
        }
        return text.toString();
    }

    private static @Nullable Frame part(Frame frame, @Nullable Span span) {
        return span == null ? null : frame.part(span);
    }

    private static Message read(String json) {
        return Message.read(Frame.of(json.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'jsonrpc':'2.0','id':1,'method':'m'} x            | -32700 |",
                "{'jsonrpc':'2.0','id':1,'method':'m'}{}            | -32700 |",
                "{'jsonrpc':'2.0','id':1,'method':'m'               | -32700 |",
                "{'jsonrpc':'2.0','id':1,'method':'m',}             | -32700 |",
                "{'jsonrpc':'2.0','id':01,'method':'m'}             | -32700 |",
                "{'jsonrpc':'2.0','id':1,'method':'m','x':tru}      | -32700 |",
                "{'jsonrpc':'2.0','id':1,'method':'m','x':'\\x'}    | -32700 |",
                "{jsonrpc:'2.0'}                                    | -32700 |",
                "[{'jsonrpc':'2.0'},                                | -32700 |",
                "[1] 2                                              | -32700 |",
                "Server listening on port 3000                      | -32700 |",
                "[info] started                                     | -32700 |",
                "\u001b[32mok\u001b[0m                              | -32700 |",
                "\ufeff{'jsonrpc':'2.0','id':1,'method':'m'}        | -32700 |",
                "7 dwarfs                                           | -32700 |",
                "[]                                                 | -32600 |",
                "'text'                                             | -32600 |",
                "7                                                  | -32600 |",
                "null                                               | -32600 |",
                "{}                                                 | -32600 |",
                "{'jsonrpc':'2.0'}                                  | -32600 |",
                "{'jsonrpc':'2.0','id':1}                           | -32600 | 1",
                "{'jsonrpc':'2.0','id':1,'error':null}              | -32600 | 1",
                "{'id':1.0,'method':'m'}                            | -32600 | 1.0",
                "{'jsonrpc':2.0,'id':1,'method':'m'}                | -32600 | 1",
                "{'jsonrpc':'1.0','id':1,'method':'m'}              | -32600 | 1",
                "{'jsonrpc':'2.0','jsonrpc':2,'id':1,'method':'m'}  | -32600 | 1",
                "{'jsonrpc':{'a':[]},'id':1,'method':'m'}           | -32600 | 1",
                "{'jsonrpc':['2.0'],'id':1,'method':'m'}            | -32600 | 1",
                "{'jsonrpc':'2.0','id':1,'method':7}                | -32600 | 1",
                "{'jsonrpc':'2.0','id':1,'method':{'id':2}}         | -32600 | 1",
                "{'jsonrpc':'2.0','id':1,'method':null,'result':{}} | -32600 | 1",
                "{'jsonrpc':'2.0','id':1,'method':'m','params':[1]} | -32600 | 1",
                "{'jsonrpc':'2.0','id':1,'method':'m','params':null}| -32600 | 1",
                "{'jsonrpc':'2.0','id':'é','method':'m','params':1} | -32600 | 'é'",
                "{'jsonrpc':'2.0','id':null,'method':'m'}           | -32600 |",
                "{'jsonrpc':'2.0','id':true,'method':'m'}           | -32600 |",
                "{'jsonrpc':'2.0','id':{'id':1},'method':'m'}       | -32600 |",
                "{'jsonrpc':'2.0','id':[1],'method':'m'}            | -32600 |",
                "{'jsonrpc':'2.0','id':1E99999999999,'method':'m'}  | -32600 |",
            })
    void noMessages(String frame, int code, @Nullable String rawId) {
        String expected = rawId == null ? "invalid " + code : "invalid " + code + " " + rawId.replace('\'', '"');
        assertThat(describe(read(frame))).isEqualTo(expected);
    }

    @Test
    void whyItIsNoMessageIsSaidInWords() {
        assertThat(reason("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}")).isEqualTo("\"id\" must not be null");
        assertThat(reason("{\"id\":1}")).isEqualTo("\"jsonrpc\" must be \"2.0\"");
        assertThat(reason("npm warn"))
                .startsWith("invalid JSON: ")
                .doesNotContain("Source")
                .doesNotContain("\n");
    }

    private static String reason(String frame) {
        return ((Message.Invalid) Message.read(Frame.of(frame))).reason();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void nestingIsLimitedWithoutAnOverflowOfTheStack(String open) throws InterruptedException {
        String close = open.equals("[") ? "]" : "}";
        String inside = open.equals("[") ? "" : "1";
        List<Message> read = Collections.synchronizedList(new ArrayList<>());
        Runnable reading = () -> {
            for (int depth : new int[] {9_998, 9_999, 10_000, 1_000_000}) {
                String result = open.repeat(depth) + inside + close.repeat(depth);
                read.add(Message.read(Frame.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}")));
            }
        };
        Thread smallStack = new Thread(null, reading, "small stack", 128 * 1024);
        smallStack.start();
        smallStack.join();
        assertThat(read).extracting(MessageTest::kind).containsExactly("Response", "Response", "Invalid", "Invalid");
    }

    private static String kind(Message message) {
        return message.getClass().getSimpleName();
    }

    @Test
    void otherEncodingsAreNoMessages() {
        String json = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}";
        for (var charset : List.of(
                StandardCharsets.UTF_16LE,
                StandardCharsets.UTF_16BE,
                StandardCharsets.UTF_16,
                StandardCharsets.UTF_32)) {
            assertThat(Message.read(Frame.of(json.getBytes(charset)))).isInstanceOf(Message.Invalid.class);
        }
    }

    @Test
    void malformedTextIsReplacedAsClientsThatDecodeFirstDoIt() {
        byte[] latin = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"caf\u00e9\"}}"
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThat(describe(Message.read(Frames.cut(latin, 20)))).isEqualTo("result 1 {\"text\":\"caf\ufffd\"}");
        byte[] junk = "caf\u00e9 opened".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(describe(Message.read(Frame.of(junk)))).isEqualTo("invalid -32700");
    }

    @Test
    void halfACharacterInANameIsReplaced() {
        assertThat(describe(
                        read("{'jsonrpc':'2.0','id':1,'result':{'\\ud800\\\\ud800\\uDC00':'\\ud83d\\ude00\\udc00'}}")))
                .isEqualTo("result 1 {\"\\ufffd\\\\ud800\\ufffd\":\"\\ud83d\\ude00\\ufffd\"}");
        assertThat(describe(read("{'jsonrpc':'2.0','id':1,'result':'\\ud800'}")))
                .as("in a value it is no trouble and stays")
                .isEqualTo("result 1 \"\\ud800\"");
        assertThat(describe(read("{'jsonrpc':'2.0','\\ud800':1,'x':'\\ud8"))).isEqualTo("invalid -32700");
    }

    @Test
    void whereAFrameIsCutDoesNotMatter() {
        byte[] bytes = Frames.utf8(
                "{\"jsonrpc\":\"2.0\",\"id\":\"s-\u00e9\u20ac\ud83d\ude00\\u00e9\",\"method\":\"tools/call\",\"params\":{\"n\":-1.50E+3},\"x\":12}");
        String whole = describe(Message.read(Frame.of(bytes)));
        assertThat(whole).isEqualTo("request tools/call \"s-\u00e9\u20ac\ud83d\ude00\\u00e9\" {\"n\":-1.50E+3}");
        for (int one = 0; one <= bytes.length; one++) {
            assertThat(describe(Message.read(Frames.cut(bytes, one)))).isEqualTo(whole);
            for (int two = one; two <= bytes.length; two++) {
                assertThat(describe(Message.read(Frames.cut(bytes, one, two)))).isEqualTo(whole);
            }
        }
    }

    @Test
    void spansAreTheExactTextOfAnyDocument() {
        Gen.forAll(1000, gen -> {
            String id = gen.pick("0", "\"é\"", "1.50", "-7", gen.string(5));
            String params = gen.once(4) ? null : object(gen);
            String result = gen.json(4);
            List<String> members =
                    new ArrayList<>(List.of("\"jsonrpc\":\"2.0\"", "\"id\":" + id, "\"x\":" + gen.json(3)));
            boolean request = gen.once(2);
            if (request) {
                members.add("\"method\":\"m\"");
                if (params != null) {
                    members.add("\"params\"" + gen.space() + ":" + gen.space() + params);
                }
            } else {
                members.add("\"result\"" + gen.space() + ":" + gen.space() + result);
            }
            for (int i = members.size() - 1; i > 0; i--) {
                Collections.swap(members, i, gen.between(0, i));
            }
            members.replaceAll(member -> gen.space() + member + gen.space());
            byte[] frame = Frames.utf8(gen.space() + "{" + String.join(",", members) + "}" + gen.space());
            assertThat(describe(Message.read(Frames.cut(gen, frame))))
                    .isEqualTo(request ? join("request", "m", id, params) : "result " + id + " " + result);
        });
    }

    /** An object, longer than the 8000 bytes that the parser reads from a stream at a time now and then. */
    private static String object(Gen gen) {
        String padding = gen.once(2) ? "" : "x".repeat(gen.between(7_900, 8_100));
        return "{" + gen.space() + "\"" + padding + "\":" + gen.json(4) + gen.space() + ",\"\":" + gen.json(2) + "}";
    }

    /** The parser's own buffer ends within, before or behind each byte of a value. */
    @ParameterizedTest
    @ValueSource(strings = {"-12.50E+3", "\"é€😀\\u00e9\"", "true", "{\"é\":[1 ]}", "[]", "7"})
    void spansAreExactAtTheEndsOfTheParsersBuffer(String value) {
        for (int padding = 7_920; padding < 8_010; padding++) {
            String text = "{\"jsonrpc\":\"2.0\",\"x\":\"" + "é".repeat(2_000) + "x".repeat(padding - 4_000)
                    + "\",\"result\":" + value + ",\"id\":1}";
            for (Frame frame : List.of(
                    Frames.cut(Frames.utf8(text)),
                    Frames.cut(Frames.utf8(text), 1),
                    Frames.cut(Frames.utf8(text), 1, 40))) {
                assertThat(describe(Message.read(frame))).isEqualTo("result 1 " + value);
            }
        }
    }

    @Test
    void anythingAtAllIsReadWithoutAnException() {
        Gen.forAll(3000, gen -> {
            byte[] frame = Frames.utf8(
                    "{\"jsonrpc\":\"2.0\",\"id\":" + gen.json(1) + ",\"method\":\"m\",\"params\":" + gen.json(2) + "}");
            for (int i = gen.between(0, 3); i > 0; i--) {
                frame[gen.between(0, frame.length - 1)] = gen.bytes(1, ODD)[0];
            }
            Message message = Message.read(Frames.cut(gen, frame));
            assertThat(describe(message)).isNotEmpty();
        });
    }
}
