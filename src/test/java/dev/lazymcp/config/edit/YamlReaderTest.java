package dev.lazymcp.config.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class YamlReaderTest {
    @Test
    void tokensStandWhereTheirSpansSay() throws SyntaxException {
        String text = """
                # top 😀
                "😀 #": &x !!str plain words # one
                list: !!seq
                  - 'it''s #'
                  - | # header
                    block

                     more

                  # - between
                  - *x
                  -
                flow: {a: [b, "c\\
                   d"], 'e':  f} # two
                a#b: q
                  over lines
                nothing:
                """.replace("\n", "\r\n");

        Document document = Format.YAML.read("\uFEFF" + text);

        assertThat(Token.below(document.root().orElseThrow()))
                .extracting(token -> token.span().in(document.text()))
                .containsExactly(
                        "\"😀 #\"",
                        "plain words",
                        "list",
                        "'it''s #'",
                        "| # header\r\n    block\r\n\r\n     more",
                        "",
                        "flow",
                        "a",
                        "b",
                        "\"c\\\r\n   d\"",
                        "'e'",
                        "f",
                        "a#b",
                        "q\r\n  over lines",
                        "nothing",
                        "");
        assertThat(document.remarks())
                .extracting(span -> span.in(document.text()))
                .containsExactly("# top 😀", "# one", "# - between", "# two");
        assertThat(document.anchors())
                .singleElement()
                .satisfies(
                        anchor -> assertThat(anchor.span().in(document.text())).isEqualTo("plain words"));
    }

    @Test
    void scalarsAreWhatYaml12SaysTheyAre() throws SyntaxException {
        Node.Members root = (Node.Members) Format.YAML
                .read("{a: TRUE, b: yes, c: ~, d: Null, e: '1', f: 0x1F, g: !!str 1, h: 1e3, i: , j: on}")
                .root()
                .orElseThrow();

        assertThat(root.members())
                .extracting(member -> switch (member.value()) {
                    case Node.Text text -> '"' + text.value() + '"';
                    case Node.Scalar scalar -> scalar.literal();
                    default -> "?";
                })
                .containsExactly("true", "\"yes\"", "null", "null", "\"1\"", "0x1F", "\"1\"", "1e3", "null", "\"on\"");
    }

    @Test
    void onlyTheFirstDocumentIsReadAndTheRestIsShownToNobody() throws SyntaxException {
        String text = "%YAML 1.2\n---\nextensions: {a: {cmd: x}}\n...\n---\nextensions: {b: {cmd: secret}}\n";
        Document document = Format.YAML.read(text);

        assertThat(document.entries()).extracting(entry -> entry.path().name()).containsExactly("a");
        assertThat(document.remarks().getLast().in(text)).startsWith("...").endsWith("{b: {cmd: secret}}\n");
    }

    @Test
    void nothingIsNoEntries() throws SyntaxException {
        for (String text : List.of("", "\uFEFF", " \n", "# c\n", "---\n", "~", "extensions:\n")) {
            assertThat(Format.YAML.read(text).entries()).as(text).isEmpty();
        }
    }

    @Test
    void aliasesOfAliasesAreNoTrouble() throws SyntaxException {
        StringBuilder text = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 200; i++) {
            text.append("a%d: &a%d [*a%d, *a%d]\nb%d: &b%d {<<: *b%d, k%d: *b%d}\n"
                    .replace("%d]", (i - 1) + "]")
                    .replace("*a%d,", "*a" + (i - 1) + ",")
                    .replace("*b%d", i == 1 ? "a0" : "*b" + (i - 1))
                    .replace("%d", "" + i));
        }

        Node root = Format.YAML.read(text.toString()).root().orElseThrow();

        assertThat(Token.below(root)).hasSizeLessThan(3_000);
    }

    @Test
    void depthIsNoLimit() throws SyntaxException {
        String text = "[".repeat(5_000) + "]".repeat(5_000);

        assertThat(Token.below(Format.YAML.read("a: " + text).root().orElseThrow()))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true", "No", "ON", "y", "~", "null", "", "1", "-1", "1.5", ".inf", "0x1f", "1e3", "12:30", "--", "-",
                "---", "@a", "a: b", "a #b", "a:", "*a", "&a", "!a", "?", "%a", "a,b", "[a", "{a", "'", "\"", "a\n",
                " a", "<<", "=", "`a", "|", ">"
            })
    void whatCouldBeReadAsSomethingElseIsQuoted(String value) {
        assertThat(YamlScalar.isPlain(value)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"npx", "-y", "--env-keys", "/opt/x.y", "./a", "../a", "C:\\x", "https://a.b/c:80", "a@1", "A_B=c"
            })
    void whatIsNothingElseIsNot(String value) throws SyntaxException {
        assertThat(YamlScalar.isPlain(value)).isTrue();
        for (String text : List.of("a: " + value, "a: [" + value + "]", "- " + value)) {
            Node node = Token.below(YamlReader.read(text.startsWith("-") ? "a:\n" + text : text)
                            .root()
                            .orElseThrow())
                    .getLast()
                    .value()
                    .orElseThrow();
            assertThat(node).isInstanceOf(Node.Text.class);
            assertThat(((Node.Text) node).value()).isEqualTo(value);
        }
    }

    @Test
    void aFaultQuotesNothingFromTheFile() {
        for (String text : List.of(
                "a: ghp_verysecret: b", "a: \"ghp_verysecret", "a: [ghp_verysecret", "a: b\n  ghp_verysecret: - c")) {
            assertThatThrownBy(() -> Format.YAML.read(text))
                    .isInstanceOf(SyntaxException.class)
                    .hasMessageNotContaining("ghp");
        }
    }

    @Test
    void aCarriageReturnThatEndsALineByItselfIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> Format.YAML.read("extensions:\n  a:\n    note: x\r    cmd: y\n"))
                .isInstanceOf(SyntaxException.class)
                .hasMessageContaining("carriage return")
                .extracting(fault -> ((SyntaxException) fault).position().line())
                .isEqualTo(3);
    }
}
