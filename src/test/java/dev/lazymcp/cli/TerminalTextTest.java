package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lazymcp.Gen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TerminalTextTest {
    private static final String ESCAPE = "\u001b";

    @Test
    void whatATerminalWouldActOnIsGone() {
        assertThat(TerminalText.plain("a" + ESCAPE + "[2Kb\r\nc\u202ed\u009be\u2028f\ud800g\tö漢😀"))
                .isEqualTo("a?[2Kb  c?d?e?f?g ö漢😀");
        assertThat(TerminalText.plainLines("a\r\n" + ESCAPE + "b\n\n c")).isEqualTo("a \n?b\n\n c");
    }

    @Test
    void jsonHasEscapesForWhatATerminalWouldActOn() throws Exception {
        String text = "a" + ESCAPE + "\u009b\u202e\u007f\u2066\u2028\ud800\n\t\"ö漢😀";
        String json = TerminalText.json(
                JsonMapper.builder().build().createObjectNode().put("a\u009b", text));
        assertThat(json).contains("\\u009b\\u202e\\u007f\\u2066\\u2028\\ud800").contains("ö漢😀");
        assertThat(TerminalText.plainLines(json)).isEqualTo(json);
        assertThat(JsonMapper.builder().build().readTree(json).get("a\u009b").asText())
                .isEqualTo(text);
    }

    @Test
    void wordsThatNeedNoQuotesHaveNone() {
        assertThat(TerminalText.words(List.of("npx", "-y", "@a/b@1.2", "--x=${V:-1}", "***", "größe")))
                .isEqualTo("npx -y @a/b@1.2 --x=${V:-1} *** größe");
    }

    @Test
    void wordsCanBeReadInOneWayOnly() {
        assertThat(TerminalText.words(List.of("a b", "c"))).isEqualTo("\"a b\" c");
        assertThat(TerminalText.words(List.of("", "\"a\"", "\\", "'"))).isEqualTo("\"\" \"\\\"a\\\"\" \"\\\\\" \"'\"");
        assertThat(TerminalText.words(List.of("a\n" + ESCAPE + "[2K", "\u202e", "a\u00a0b", "\u2028")))
                .isEqualTo("\"a\\u000a\\u001b[2K\" \"\\u202e\" \"a\\u00a0b\" \"\\u2028\"");
    }

    @Test
    void anyWordsCanBeReadBackFromOnePlainLine() {
        Gen.forAll(500, gen -> {
            List<String> words = new ArrayList<>();
            for (int i = gen.between(1, 4); i > 0; i--) {
                words.add(gen.pick("", "a", " ", "\"", "\\", "\n", ESCAPE, "\u202e")
                        + gen.string(5)
                        + gen.pick("", "b", " ", "\"", "\\u000a", "😀"));
            }
            String line = TerminalText.words(words);
            assertThat(TerminalText.plain(line)).isEqualTo(line);
            assertThat(read(line)).isEqualTo(words);
        });
    }

    /** A reader of its own for what {@link TerminalText#words} writes. */
    private static List<String> read(String line) throws Exception {
        List<String> words = new ArrayList<>();
        int at = 0;
        while (at < line.length()) {
            int end = at;
            if (line.charAt(at) == '"') {
                for (end = at + 1; line.charAt(end) != '"'; end++) {
                    end += line.charAt(end) == '\\' ? 1 : 0;
                }
                end++;
                words.add(JsonMapper.builder()
                        .build()
                        .readTree(line.substring(at, end))
                        .asText());
            } else {
                end = line.indexOf(' ', at) < 0 ? line.length() : line.indexOf(' ', at);
                words.add(line.substring(at, end));
            }
            assertThat(end == line.length() || line.charAt(end) == ' ').isTrue();
            at = end + 1;
        }
        return words;
    }
}
