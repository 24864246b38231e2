package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrontmatterTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "name: Research                | Research",
                "name:   Security Reviewer   | Security Reviewer",
                "name: C# expert  # the language | C# expert",
                "name: it's me                 | it's me",
                "name: 'it''s: #1' # said      | it's: #1",
                "name: \"a \\\"b\\\" \\\\ c\"  | a \"b\" \\ c",
                "name: réviseur 漢             | réviseur 漢",
                "name: plan:review             | plan:review",
                "name: 007                     | 007",
                "name: True                    | True",
                "name: &a Research             | Research",
            })
    void aNameOnOneLineIsRead(String line, String name) {
        for (String text : List.of(
                "---\n" + line + "\n---\n# Prompt\n",
                "\ufeff---\r\ndescription: >\r\n  name: not this one\r\n" + line + "\r\n---\r\n",
                "---  \ndescription: Use this: it is not YAML\ntools: ['a', 'b']\n" + line
                        + "\nmodel: x\n---\nname: of the prompt\n")) {
            Frontmatter head = Frontmatter.of(text);
            assertThat(head.name()).as(text).contains(name);
            assertThat(head.fault()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# Prompt\nname: x\n",
                "\n---\nname: x\n---\n",
                "---\ndescription: d\n---\nname: x\n",
                "---\nnames: x\nname:x\n name: nested\n---\n",
                "---\nname:\n---\n",
                "---\nname: # later\n---\n",
                "---\nname: \"\"\n---\n"
            })
    void thereNeedNotBeOne(String text) {
        assertThat(Frontmatter.of(text).name()).isEmpty();
        assertThat(Frontmatter.of(text).fault()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "name:   [a, b]     | 3:9",
                "name: *anchor      | 3:7",
                "name: 'open        | 3:7",
                "name: \"a\" b      | 3:7",
                "name: \"a\\n\"     | 3:7",
                "name: a: b         | 3:7",
                "name: @me          | 3:7",
                "name: >            | 3:7",
            })
    void whatIsNotReadIsFaulted(String line, String place) {
        Frontmatter head = Frontmatter.of("---\ndescription: d\n" + line + "\n---\n");
        assertThat(head.name()).isEmpty();
        assertThat(head.fault().orElse("")).startsWith(place + ": ");
    }

    @Test
    void aBlockIsNotReadForAName() {
        assertThat(Frontmatter.of("---\nname: |\n  Research\n---\n").fault()).isPresent();
    }
}
