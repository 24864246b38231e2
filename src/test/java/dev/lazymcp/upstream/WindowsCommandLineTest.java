package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsCommandLineTest {
    private static final String ROOT = "C:\\Windows";
    private static final String NODE = "C:\\Program Files\\nodejs\\node.exe";
    private static final String NPX = "C:\\Program Files\\nodejs\\npx.cmd";

    static Arguments[] programArguments() {
        return new Arguments[] {
            Arguments.of("", "\"\""),
            Arguments.of("plain", "\"plain\""),
            Arguments.of("two words", "\"two words\""),
            Arguments.of("tab\there", "\"tab\there\""),
            Arguments.of("{\"a\":1}", "\"{\\\"a\\\":1}\""),
            Arguments.of("say \"hi\"", "\"say \\\"hi\\\"\""),
            Arguments.of("\"", "\"\\\"\""),
            Arguments.of("a\\b\\\\c", "\"a\\b\\\\c\""),
            Arguments.of("a\\\"b", "\"a\\\\\\\"b\""),
            Arguments.of("a\\\\\"b", "\"a\\\\\\\\\\\"b\""),
            Arguments.of("C:\\my dir\\", "\"C:\\my dir\"\\\\\"\""),
            Arguments.of("C:\\my dir\\\\", "\"C:\\my dir\"\\\\\\\\\"\""),
            Arguments.of("\\", "\"\"\\\\\"\""),
            Arguments.of("&whoami|%PATH%^!", "\"&whoami|%PATH%^!\""),
            Arguments.of("line\nend", "\"line\nend\""),
            Arguments.of("πЯ音æ∞", "\"πЯ音æ∞\""),
        };
    }

    @ParameterizedTest
    @MethodSource("programArguments")
    void argumentsOfProgramsAreQuotedForTheCRuntime(String argument, String quoted) throws Exception {
        assertThat(WindowsCommandLine.programArgument(argument)).isEqualTo(quoted);
    }

    /** The arguments of Rust's tests for CVE-2024-24576, with the lines that its algorithm makes of them, among others. */
    static Arguments[] scriptArguments() {
        return new Arguments[] {
            Arguments.of(List.of(), ""),
            Arguments.of(List.of("a", "b"), "a b"),
            Arguments.of(List.of("c is for cat", "d is for dog"), "\"c is for cat\" \"d is for dog\""),
            Arguments.of(List.of("\"", " \""), "\"\"\"\" \" \"\"\""),
            Arguments.of(List.of("\\", "\\"), "\"\\\\\" \"\\\\\""),
            Arguments.of(List.of(">file.txt"), "\">file.txt\""),
            Arguments.of(List.of("whoami.exe"), "whoami.exe"),
            Arguments.of(List.of("&a.exe"), "\"&a.exe\""),
            Arguments.of(List.of("&echo hello", "&whoami"), "\"&echo hello\" \"&whoami\""),
            Arguments.of(List.of("!TMP!"), "\"!TMP!\""),
            Arguments.of(List.of("key=value"), "\"key=value\""),
            Arguments.of(List.of("\"key=value\""), "\"\"\"key=value\"\"\""),
            Arguments.of(List.of("key=[\"a\",\"b\"]"), "\"key=[\"\"a\"\",\"\"b\"\"]\""),
            Arguments.of(List.of("", "a=b"), "\"\" \"a=b\""),
            Arguments.of(List.of("key\\=value"), "\"key\\=value\""),
            Arguments.of(List.of("a\\\"b"), "\"a\\\\\"\"b\""),
            Arguments.of(List.of("%hello"), "\"%%cd:~,%hello\""),
            Arguments.of(List.of("%PATH%"), "\"%%cd:~,%PATH%%cd:~,%\""),
            Arguments.of(List.of("abc\"&echo hello"), "\"abc\"\"&echo hello\""),
            Arguments.of(List.of("hello^\"world", "x"), "\"hello^\"\"world\" x"),
            Arguments.of(List.of("{\"a\": 1}"), "\"{\"\"a\"\": 1}\""),
            Arguments.of(List.of("C:\\dir\\", "-y"), "\"C:\\dir\\\\\" -y"),
            Arguments.of(List.of("-y", "@scope/server@1.2.3"), "-y @scope/server@1.2.3"),
            Arguments.of(List.of("(a)", "a;b", "a,b", "a|b", "a^b"), "\"(a)\" \"a;b\" \"a,b\" \"a|b\" \"a^b\""),
            Arguments.of(List.of("grüße", "音"), "grüße 音"),
            Arguments.of(List.of("c1\u0085", "nbsp\u00A0"), "\"c1\u0085\" \"nbsp\u00A0\""),
        };
    }

    @ParameterizedTest
    @MethodSource("scriptArguments")
    void argumentsOfScriptsAreQuotedForCmd(List<String> arguments, String line) throws Exception {
        String script = "\"C:\\Program Files\\nodejs\\npx.cmd\"";

        assertThat(WindowsCommandLine.of(NPX, arguments, ROOT))
                .containsExactly(
                        "C:\\Windows\\System32\\cmd.exe",
                        "/d",
                        "/e:ON",
                        "/v:OFF",
                        "/s",
                        "/c",
                        "\"" + script + (line.isEmpty() ? "" : " ") + line + "\"");
    }

    @Test
    void aProgramIsStartedDirectly() throws Exception {
        assertThat(WindowsCommandLine.of(NODE, List.of("a b", ""), ROOT)).containsExactly(NODE, "\"a b\"", "\"\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "a\r\nb", "nul\0", "&calc\n&calc"})
    void whatAScriptCannotBeGivenIsRefused(String argument) {
        assertThatExceptionOfType(StartFailure.class)
                .isThrownBy(() -> WindowsCommandLine.of(NPX, List.of("ok", argument), ROOT))
                .withMessageContaining("cannot be started with an argument that has");
    }

    @Test
    void aProgramCannotBeGivenANul() {
        assertThatExceptionOfType(StartFailure.class)
                .isThrownBy(() -> WindowsCommandLine.of(NODE, List.of("nul\0"), ROOT));
    }

    @Test
    void aPercentInTheNameOfAScriptIsNotExpanded() throws Exception {
        assertThat(WindowsCommandLine.scriptPiece("C:\\%TEMP%\\x.cmd", List.of()))
                .isEqualTo("\"\"C:\\%%cd:~,%TEMP%%cd:~,%\\x.cmd\"\"");
    }

    @Test
    void linesAsLongAsWindowsTakesAndNotOneCharacterLonger() throws Exception {
        for (String file : List.of(NPX, NODE)) {
            int limit = file.equals(NPX) ? WindowsCommandLine.SCRIPT_LIMIT : WindowsCommandLine.PROGRAM_LIMIT;
            int rest = limit
                    - asJavaWouldPassIt(WindowsCommandLine.of(file, List.of("x"), ROOT))
                            .length()
                    + 1;

            String longest = asJavaWouldPassIt(WindowsCommandLine.of(file, List.of("x".repeat(rest)), ROOT));
            assertThat(longest).hasSize(limit);
            assertThatExceptionOfType(StartFailure.class)
                    .isThrownBy(() -> WindowsCommandLine.of(file, List.of("x".repeat(rest + 1)), ROOT))
                    .withMessageContaining((limit + 1) + " characters; Windows takes " + limit);
        }
    }

    @Test
    void theCRuntimeReadsBackAnyArguments() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "ab\\\\\\\"\"\" \t&%é";
        for (int run = 0; run < 20_000; run++) {
            List<String> arguments = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                StringBuilder argument = new StringBuilder();
                for (int j = random.nextInt(8); j > 0; j--) {
                    argument.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                arguments.add(argument.toString());
            }
            String line = asJavaWouldPassIt(WindowsCommandLine.of(NODE, arguments, ROOT));

            assertThat(parsedByTheCRuntime(line))
                    .as("seed %d, run %d: %s", seed, run, line)
                    .containsExactlyElementsOf(withFirst(NODE, arguments));
        }
    }

    private static List<String> withFirst(String first, List<String> rest) {
        List<String> all = new ArrayList<>(rest);
        all.addFirst(first);
        return all;
    }

    /**
     * What Java makes of the pieces in legacy mode: those that are within quotes go as they are, others are quoted for white
     * space. Older versions take one that ends in {@code \"} for one that is not within quotes, so none may.
     */
    private static String asJavaWouldPassIt(List<String> pieces) {
        StringBuilder line = new StringBuilder();
        for (String piece : pieces) {
            boolean quoted = piece.length() > 1 && piece.startsWith("\"") && piece.endsWith("\"");
            boolean space = piece.chars().anyMatch(Character::isWhitespace);
            assertThat(quoted && piece.endsWith("\\\"")).as(piece).isFalse();
            boolean first = line.isEmpty();
            assertThat(quoted || first || !space).as(piece).isTrue();
            line.append(first ? "" : " ").append(quoted || !space ? piece : "\"" + piece + "\"");
        }
        return line.toString();
    }

    /** "Parsing C command-line arguments", as of the Universal C Runtime. */
    private static List<String> parsedByTheCRuntime(String line) {
        List<String> arguments = new ArrayList<>();
        int end = line.startsWith("\"") ? line.indexOf('"', 1) + 1 : line.indexOf(' ');
        arguments.add(line.substring(0, end < 0 ? line.length() : end).replace("\"", ""));
        int at = end < 0 ? line.length() : end;
        while (true) {
            while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
                at++;
            }
            if (at == line.length()) {
                return arguments;
            }
            StringBuilder argument = new StringBuilder();
            boolean quoted = false;
            while (at < line.length() && (quoted || (line.charAt(at) != ' ' && line.charAt(at) != '\t'))) {
                int backslashes = 0;
                while (at < line.length() && line.charAt(at) == '\\') {
                    backslashes++;
                    at++;
                }
                boolean quote = at < line.length() && line.charAt(at) == '"';
                argument.repeat('\\', quote ? backslashes / 2 : backslashes);
                if (quote && backslashes % 2 == 1) {
                    argument.append('"');
                    at++;
                } else if (quote && quoted && at + 1 < line.length() && line.charAt(at + 1) == '"') {
                    argument.append('"');
                    at += 2;
                } else if (quote) {
                    quoted = !quoted;
                    at++;
                } else if (at < line.length() && (quoted || (line.charAt(at) != ' ' && line.charAt(at) != '\t'))) {
                    argument.append(line.charAt(at++));
                }
            }
            arguments.add(argument.toString());
        }
    }
}
