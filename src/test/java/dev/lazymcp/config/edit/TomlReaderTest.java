package dev.lazymcp.config.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TomlReaderTest {
    private static final TomlMapper LIBRARY = new TomlMapper();
    private static final String EVERYTHING = """
            # top
            a.'b c'."d\\u00e9" = [1, -2.5e+3 ,true, 1979-05-27 07:32:00 , "x\\u0041\\\\"] # , ]
            "q\\"=" = 'raw \\' # '''
            m = \"""
            "two" \\
               lines\"""\"" # behind
            n = '''
            [no] # '' ''''
            [ t . "u" ] # header
            i = { x.y = 1, z = [ [ ], { k = '}' } ], "w"=2 }
            [[ t.list ]]
            x = inf
            [t.list.sub]
            y = ''
            [[t.list]]
            x = 0xff
            [t.later]
            """.replace("\n", "\r\n");

    @Test
    void tokensStandWhereTheirSpansSay() throws SyntaxException {
        String text = "\uFEFF" + EVERYTHING;
        Document document = Format.TOML.read(text);

        assertThat(Token.below(document.root().orElseThrow()))
                .extracting(token -> token.span().in(text))
                .contains("a", "'b c'", "\"d\\u00e9\"", "-2.5e+3", "1979-05-27 07:32:00", "\"x\\u0041\\\\\"")
                .contains("'raw \\'", "0xff", "'}'", "\"w\"", "''")
                .contains("\"\"\"\r\n\"two\" \\\r\n   lines\"\"\"\"\"", "'''\r\n[no] # '' ''''");
        assertThat(document.remarks())
                .extracting(span -> span.in(text))
                .containsExactly("# top", "# , ]", "# '''", "# behind", "# header");
    }

    @Test
    void theScannerSeesWhatTheLibrarySees() throws SyntaxException, JsonProcessingException {
        Document document = Format.TOML.read(EVERYTHING);

        same(document.root().orElseThrow(), LIBRARY.readTree(EVERYTHING));
    }

    @Test
    void anEntryHasAPartForEachRunOfItsStatements() throws SyntaxException {
        String text = """
                [mcp_servers.a] # one
                command = "x"
                # between
                [mcp_servers.a.env]
                K = "v" # end

                # not its own
                [mcp_servers.b]
                command = "y"
                [mcp_servers.a.late]
                x = 1""";
        Document document = Format.TOML.read(text);

        assertThat(document.entries().getFirst().texts(text))
                .containsExactly(
                        text.substring(0, text.indexOf("\n\n")), text.substring(text.indexOf("[mcp_servers.a.late]")));
    }

    @Test
    void depthIsLimitedWithAnError() {
        assertThatThrownBy(() -> Format.TOML.read("a = " + "[".repeat(100_000) + "]".repeat(100_000)))
                .isInstanceOf(SyntaxException.class)
                .hasMessageContaining("depth");
    }

    @Test
    void aFaultQuotesNothingFromTheFile() {
        for (String text : List.of(
                "token = ghp_verysecret", "token = \"ghp_verysecret", "ghp_verysecret", "a = 1 ghp_verysecret")) {
            assertThatThrownBy(() -> Format.TOML.read(text))
                    .isInstanceOf(SyntaxException.class)
                    .hasMessageNotContaining("ghp");
        }
    }

    private static void same(Node node, JsonNode seen) {
        switch (node) {
            case Node.Text text -> assertThat(text.value()).isEqualTo(seen.textValue());
            case Node.Scalar scalar ->
                assertThat(seen.isContainerNode()).as(scalar.literal()).isFalse();
            case Node.Items list -> {
                assertThat(list.items()).hasSize(seen.size());
                IntStream.range(0, seen.size()).forEach(i -> same(list.items().get(i), seen.get(i)));
            }
            case Node.Members map -> {
                assertThat(map.members())
                        .extracting(Node.Member::name)
                        .containsExactlyInAnyOrderElementsOf(seen.propertyStream()
                                .map(java.util.Map.Entry::getKey)
                                .toList());
                map.members().forEach(member -> same(member.value(), seen.get(member.name())));
            }
            case Node.Alias alias -> throw new AssertionError("TOML has no aliases: " + alias.span());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a = 1\\na = 2\\n                    | 2:1 the key a is set twice",
                "[m.a]\\nx=1\\nb=2\\n  x = 3 # y\\n\\n | 4:1 the key x is set twice",
                "[m.a]\\nx=1\\n[m.a]\\ny=2\\n        | 3:1 the table m.a is defined twice",
                "x=1\\nx=[\\n\"s\"\\n]\\n              | 4:1 what is set here is set twice",
                "a = [1                            | 1:7 the file ends, and something is still to come",
                "a=hunter                          | 1:3 this is no value as TOML writes it; a string stands in quotes",
                "= 1                               | 1:1 this is not expected here",
            })
    void faultsAreTheirPlaceAndASentence(String text, String fault) {
        assertThatThrownBy(() -> TomlReader.read(text.translateEscapes()))
                .isInstanceOfSatisfying(
                        SyntaxException.class,
                        thrown -> assertThat(thrown.position() + " " + thrown.getMessage())
                                .isEqualTo(fault));
    }
}
