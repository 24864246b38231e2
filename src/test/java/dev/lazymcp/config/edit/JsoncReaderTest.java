package dev.lazymcp.config.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsoncReaderTest {
    @Test
    void everyTokenStandsWhereItsSpanSays() throws SyntaxException {
        String text =
                "\uFEFF// top\r\n{\"a\\\"b\" : [1, -2.5e+3 ,true,null, \"x\\u0041\\\\\"], /* , */ \"é\":{ },\"z\":[],}//";

        List<Token> tokens = Token.below(JsoncReader.read(text));

        assertThat(tokens)
                .extracting(token -> token.span().in(text))
                .containsExactly("\"a\\\"b\"", "1", "-2.5e+3", "true", "null", "\"x\\u0041\\\\\"", "\"é\"", "\"z\"");
    }

    @Test
    void containersSpanTheirBrackets() throws SyntaxException {
        String text = " { \"a\": [ [ ] , {\"b\" :{}} ] } ";
        Node.Members root = (Node.Members) JsoncReader.read(text);
        Node.Items list = root.list("a").orElseThrow();

        assertThat(root.span().in(text)).isEqualTo(text.strip());
        assertThat(list.span().in(text)).isEqualTo("[ [ ] , {\"b\" :{}} ]");
        assertThat(list.items()).extracting(item -> item.span().in(text)).containsExactly("[ ]", "{\"b\" :{}}");
    }

    @Test
    void stringsAreUnescapedInNamesAndValues() throws SyntaxException {
        Node.Members root =
                (Node.Members) JsoncReader.read("{\"\\u0061\\/\\n\": \"\\ud83d\\ude00\\t\", \"s\": \"\\ud800\"}");

        assertThat(root.text("a/\n")).contains("😀\t");
        assertThat(root.text("s")).contains("\ud800");
    }

    @Test
    void theLastOfTwoMembersCounts() throws SyntaxException {
        Node.Members root = (Node.Members) JsoncReader.read("{\"a\": \"1\", \"a\": \"2\"}");

        assertThat(root.members()).hasSize(2);
        assertThat(root.text("a")).contains("2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{               | 1:2 the file ends, and the map that begins at 1:1 is not closed",
                "{\"a\":[1        | 1:8 the file ends, and the list that begins at 1:6 is not closed",
                "{\"a\"            | 1:5 the file ends, and something is still to come",
                "{\"a\":\"x        | 1:8 the file ends within a string",
                "/* x            | 1:5 the file ends within a comment",
                "{\"a\":1]        | 1:7 this bracket closes nothing; the map that begins at 1:1 is open",
                "{\"a\":1}}       | 1:8 this bracket closes nothing",
                "{\"a\":tru}      | 1:6 a value is expected here: a string in double quotes, a number, true, false, null, a list or a map",
                "{\"a\":'x'}      | 1:6 a value is expected here: a string in double quotes, a number, true, false, null, a list or a map",
                "{a:1}           | 1:2 a name in double quotes is expected here",
                "{,}             | 1:2 a name in double quotes is expected here",
                "{\"a\" 1}        | 1:6 a colon is expected here, between a name and its value",
                "{\"a\":1 \"b\":2} | 1:8 a comma is expected here",
                "{\"a\":01}       | 1:7 this is no number as JSON writes it",
                "{\"a\":1.}       | 1:7 this is no number as JSON writes it",
                "{\"a\":-}        | 1:7 this is no number as JSON writes it",
                "{\"a\":\"\\q\"}    | 1:8 JSON has no such escape after a backslash; a backslash itself is written \\\\",
                "{\"a\":\"\\u12\"}  | 1:11 four hexadecimal digits are expected after \\u",
            })
    void faultsAreTheirPlaceAndASentence(String text, String fault) {
        assertThatThrownBy(() -> JsoncReader.read(text))
                .isInstanceOfSatisfying(
                        SyntaxException.class,
                        thrown -> assertThat(thrown.position() + " " + thrown.getMessage())
                                .isEqualTo(fault));
    }

    @Test
    void depthIsNoLimit() throws SyntaxException {
        String text = "[".repeat(100_000) + "]".repeat(100_000);

        assertThat(JsoncReader.read(text).span()).isEqualTo(new Span(0, 200_000));
        assertThat(Token.below(JsoncReader.read(text))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            `{"a": 1 "b": 2}`            | 1:9
            `{"a": 'x'}`                 | 1:7
            `{a: 1}`                     | 1:2
            `# c`                        | 1:1
            `{"a": 01}`                  | 1:7
            `{"a": +1}`                  | 1:7
            `{"a": NaN}`                 | 1:7
            `{"a": [1,,2]}`              | 1:10
            `{,}`                        | 1:2
            `{"a": 1} x`                 | 1:10
            `{} {}`                      | 1:4
            `{"a": 1`                    | 1:8
            `{"a": /* x`                 | 1:11
            """)
    void whatOnlyJson5AllowsIsAFaultWithItsPlace(String text, String position) {
        assertThatThrownBy(() -> JsoncReader.read(text)).satisfies(fault -> {
            Position found = ((SyntaxException) fault).position();
            Position wanted = new Position(
                    Integer.parseInt(position.split(":", -1)[0]), Integer.parseInt(position.split(":", -1)[1]));
            assertThat(found.line()).isEqualTo(wanted.line());
            assertThat(found.column()).isBetween(wanted.column() - 1, wanted.column() + 3);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " \n", "// only a remark", "{\"a\": \"line\nbreak\"}", "{\"a\": \"\\x\"}", "{\"a\": \"open}"
            })
    void nothingAndBrokenStringsAreFaults(String text) {
        assertThatThrownBy(() -> JsoncReader.read(text)).isInstanceOf(SyntaxException.class);
    }

    @Test
    void linesAreCountedWithoutTheByteOrderMark() {
        assertThatThrownBy(() -> JsoncReader.read("\uFEFF{\r\n  \"a\": 1\r\n  \"b\": 2\r\n}"))
                .satisfies(fault ->
                        assertThat(((SyntaxException) fault).position()).isEqualTo(new Position(3, 3)));
    }

    @Test
    void aFaultQuotesNothingFromTheFile() {
        assertThatThrownBy(() -> JsoncReader.read("{\"token\": ghp_verysecretvalue}"))
                .hasMessageNotContaining("secret")
                .hasMessageNotContaining("ghp");
    }
}
