package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawArrayTest {
    @Test
    void elementsAreTheExactBytes() throws IOException {
        Generated generated = new Generated();
        for (int i = 0; i < 2000; i++) {
            List<String> elements = generated.elements(4);
            String array = generated.array(elements);
            assertThat(texts(RawArray.elements(array.getBytes(UTF_8))))
                    .as("%s, %s", generated, array)
                    .isEqualTo(elements);
        }
    }

    @Test
    void aSpanInsideALargerTextIsReadByItself() throws IOException {
        byte[] text = "é{\"tools\": [ 1.0 ,\"é\",{}] }".getBytes(UTF_8);
        int from = 12;
        assertThat(texts(RawArray.elements(text, from, text.length - 2))).containsExactly("1.0", "\"é\"", "{}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{}",
                "1",
                "\"\"",
                "null",
                "[",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[1]]",
                "[1] 2",
                "[1],",
                "[01]",
                "[.5]",
                "[+1]",
                "[1.]",
                "[tru]",
                "[\"a]",
                "[\"\\x\"]",
                "[\"\\ud8\"]",
                "[\"\n\"]",
                "[{\"a\"}]",
                "[{a:1}]",
                "[NaN]",
                "['a']",
                "[//\n1]",
                "[{]",
                "[[}]",
                "[{\"a\":[\"b\"}]]"
            })
    void whatIsNotAnArrayIsRefused(String text) {
        assertThatThrownBy(() -> RawArray.elements(text.getBytes(UTF_8))).isInstanceOf(IOException.class);
    }

    @Test
    void anArrayThatEndsEarlyIsRefusedAtEveryLength() {
        byte[] array = "[{\"a\":[1,-2.5e3,true,\"é\\u00e9\"]}, \"b\" ,null]".getBytes(UTF_8);
        for (int length = 0; length < array.length; length++) {
            byte[] cut = Arrays.copyOf(array, length);
            assertThatThrownBy(() -> RawArray.elements(cut))
                    .as(new String(cut, UTF_8))
                    .isInstanceOf(IOException.class);
        }
    }

    /** Jackson detects these encodings and reads on, with offsets that are not indices of the array. */
    @Test
    void otherEncodingsAreRefused() {
        for (Charset charset : List.of(UTF_16LE, UTF_16BE, Charset.forName("UTF-32LE"), Charset.forName("UTF-32BE"))) {
            assertThatThrownBy(() -> RawArray.elements("[1]".getBytes(charset)))
                    .as(charset.name())
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> RawArray.elements("\ufeff[1]".getBytes(charset)))
                    .as(charset.name())
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> RawArray.elements("\ufeff[1]".getBytes(UTF_8))).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"\u00c3(\"]", "[\"\u00c0\u00af\"]", "[\"\u00ff\"]", "[\"\u00e2\u0082\"]"})
    void bytesThatAreNotUtf8AreRefused(String latin1) {
        byte[] bytes = latin1.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> RawArray.elements(bytes)).isInstanceOf(IOException.class);
    }

    @Test
    void nestingTenThousandDeepIsRead() throws IOException {
        String deep = "[".repeat(10_000) + "{\"a\":1}" + "]".repeat(10_000);
        assertThat(texts(RawArray.elements(("[" + deep + ",2]").getBytes(UTF_8))))
                .containsExactly(deep, "2");
    }

    @Test
    void endlessNestingIsAnError() {
        byte[] endless = "[".repeat(1_000_000).getBytes(UTF_8);
        assertThatThrownBy(() -> RawArray.elements(endless)).isInstanceOf(IOException.class);
    }

    @Test
    void sixtyFourMegabytesAreRead() throws IOException {
        byte[] text = new byte[64 << 20];
        Arrays.fill(text, (byte) 'a');
        byte[] start = "[1.0,\"".getBytes(UTF_8);
        System.arraycopy(start, 0, text, 0, start.length);
        text[text.length - 2] = '"';
        text[text.length - 1] = ']';
        List<byte[]> elements = RawArray.elements(text);
        assertThat(elements).hasSize(2);
        assertThat(elements.get(1)).hasSize(text.length - 6);
    }

    /** A limit of Jackson: the grammar allows them. As values they survive. */
    @Test
    void aLoneSurrogateInANameIsAnErrorNotAnEscape() throws IOException {
        assertThatThrownBy(() -> RawArray.elements("[{\"\\ud800\":1}]".getBytes(UTF_8)))
                .isInstanceOf(IOException.class);
        assertThat(texts(RawArray.elements("[{\"a\":\"\\ud800\"}]".getBytes(UTF_8))))
                .containsExactly("{\"a\":\"\\ud800\"}");
    }

    /** Jackson keeps a table of names whose overflow is an unchecked exception. */
    @Test
    void aHundredThousandNamesAreRead() throws IOException {
        StringBuilder object = new StringBuilder("[{");
        for (int i = 0; i < 100_000; i++) {
            object.append(i == 0 ? "" : ",").append("\"n").append(i).append("\":0");
        }
        assertThat(RawArray.elements(object.append("}]").toString().getBytes(UTF_8)))
                .hasSize(1);
    }

    private static List<String> texts(List<byte[]> elements) {
        return elements.stream().map(bytes -> new String(bytes, UTF_8)).toList();
    }
}
