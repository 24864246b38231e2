package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"name\":\"a\"}                                  | a",
                "{\"x\":{\"name\":\"no\"},\"name\":\"é\\u0041\"}   | éA",
                "{\"name\":\"first\",\"name\":\"last\"}            | last",
                "{\"name\":\"a\",\"name\":1}                       | ``",
                "{\"name\":null}                                   | ``",
                "{}                                                | ``",
            })
    void theNameIsTheLastOneOfTheObjectItself(String raw, String name) throws IOException {
        assertThat(tool(raw).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "\"a\"", "{\"name\":\"a\"", "{\"name\":\"a\"} x", "{\"name\":\"a\"}{}"})
    void whatIsNotAnObjectIsRefused(String raw) {
        assertThatThrownBy(() -> tool(raw)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Reads a file. Returns text.                       | Reads a file.",
                "Reads a file                                      | Reads a file",
                "Really? Yes!                                      | Really?",
                "Stop! Now.                                        | Stop!",
                "Reads e.g. a log, i.e. text. Then more.           | Reads e.g. a log, i.e. text.",
                "Takes v1.2 of x.y files. Next.                    | Takes v1.2 of x.y files.",
                "One\\nline  with\\t gaps.\\nTwo.                  | One line with gaps.",
                "Heading\\n\\nBody text.                           | Heading",
                "Heading\\r\\n\\r\\nBody text.                     | Heading",
                "读取文件。返回文本。                                 | 读取文件。",
                "\\u001b[31mRed\\u001b[0m\\u0007 alert.            | [31mRed[0m alert.",
                "Hi\\u202e dden\\u200b\\udb40\\udc41 text.         | Hi dden text.",
                "A\\u00a0b\\u3000c\\u2028d                         | A b c d",
                "lone \\ud800 half                                 | lone half",
                "   \\n  . Odd                                     | .",
            })
    void theSummaryIsTheFirstSentence(String description, String summary) throws IOException {
        assertThat(tool("{\"name\":\"a\",\"description\":\"" + description + "\"}")
                        .summary())
                .isEqualTo(summary);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"title\":\"T\"`                                                  | T",
                "`\"title\":\"T\",\"description\":\"\"`                             | T",
                "`\"title\":\"T\",\"description\":\" \\n\"`                         | T",
                "`\"title\":\"T\",\"description\":null`                             | T",
                "`\"title\":\"T\",\"description\":\"D\"`                            | D",
                "`\"annotations\":{\"title\":\"A\"}`                                | A",
                "`\"annotations\":{\"title\":\"A\"},\"title\":\"T\"`                | T",
                "`\"annotations\":7`                                                | ``",
                "`\"x\":1`                                                          | ``",
            })
    void withoutADescriptionTheTitleIsTheSummary(String members, String summary) throws IOException {
        assertThat(tool("{\"name\":\"a\"," + members + "}").summary()).isEqualTo(summary);
    }

    @Test
    void aLongSummaryIsCutBetweenCodePoints() throws IOException {
        for (int lead = 110; lead <= 125; lead++) {
            String text = "x".repeat(lead) + "😀".repeat(20);
            String summary =
                    tool("{\"name\":\"a\",\"description\":\"" + text + "\"}").summary();
            assertThat(summary).as("lead %d", lead).hasSizeBetween(119, 120).endsWith("…");
            String kept = summary.substring(0, summary.length() - 1);
            assertThat(text).startsWith(kept);
            assertThat(Character.isHighSurrogate(kept.charAt(kept.length() - 1)))
                    .isFalse();
        }
    }

    @Test
    void aSummaryOfJustTheLimitIsNotCut() throws IOException {
        String text = "x".repeat(119) + ".";
        assertThat(tool("{\"name\":\"a\",\"description\":\"" + text + " More.\"}")
                        .summary())
                .isEqualTo(text);
        String cut = tool("{\"name\":\"a\",\"description\":\"x" + text + "\"}").summary();
        assertThat(cut).isEqualTo("x".repeat(119) + "…");
    }

    @Test
    void theInputSchemaIsTheServersOwnBytes() throws IOException {
        assertThat(text(tool("{\"inputSchema\": {\"type\" : \"object\",\"a\":1.0} ,\"x\":1}")
                        .inputSchema()))
                .isEqualTo("{\"type\" : \"object\",\"a\":1.0}");
        assertThat(text(tool("{\"name\":\"a\"}").inputSchema())).isEqualTo("{\"type\":\"object\"}");
    }

    @Test
    void aListKeepsOrderAndBytes() throws IOException {
        List<Tool> tools = Tool.listFrom("[ {\"name\":\"b\" , \"n\":1.0}, {\"name\":\"a\"} ]".getBytes(UTF_8));
        assertThat(tools).containsExactly(tool("{\"name\":\"b\" , \"n\":1.0}"), tool("{\"name\":\"a\"}"));
        assertThatThrownBy(() -> Tool.listFrom("[{\"name\":\"b\"},1]".getBytes(UTF_8)))
                .isInstanceOf(IOException.class);
    }

    private static Tool tool(String raw) throws IOException {
        return Tool.parse(raw.getBytes(UTF_8));
    }

    private static String text(byte[] raw) {
        return new String(raw, UTF_8);
    }
}
