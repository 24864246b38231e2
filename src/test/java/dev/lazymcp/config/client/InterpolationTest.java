package dev.lazymcp.config.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import dev.lazymcp.config.client.Variables.Field;
import dev.lazymcp.config.client.Variables.Unset;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InterpolationTest {
    private static final Values VALUES = new Values(
            Map.of("A", "one", "B_2", "two", "EMPTY", "", "LOOP", "${A}"),
            Path.of("/home/ann/code/shop"),
            Path.of("/home/ann"),
            "/");

    /** What each client makes of a text in one of its members; {@code !X} for a variable that is missing, {@code ?} for its own business. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            claude-code    | ARGS    | a ${A} b ${B_2}            | a one b two
            claude-code    | ARGS    | ${NO:-d:-e} ${A:-d} ${EMPTY:-d} ${NO:-} | d:-e one d
            claude-code    | ARGS    | $A ${env:A} ${A            | $A ${env:A} ${A
            claude-code    | ARGS    | x${NO}                     | !NO
            claude-code    | ARGS    | ${LOOP}                    | ${A}
            claude-code    | ARGS    | ~/x                        | ~/x
            claude-code    | COMMAND | ~/x                        | /home/ann/x
            claude-code    | CWD     | ${A}                       | ${A}
            claude-desktop | ARGS    | ${A} $A                    | ${A} $A
            copilot        | ENV     | $A/${A}/${NO:-d}/$NO       | one/one/d/$NO
            copilot        | ARGS    | $A                         | $A
            vscode         | ARGS    | ${workspaceFolder}/x ${userHome} ${workspaceFolderBasename}${/} | /home/ann/code/shop/x /home/ann shop/
            vscode         | ENV     | ${env:A}${env:NO}.         | one.
            vscode         | HEADERS | Bearer ${input:token}      | ?the input token
            vscode         | ARGS    | ${command:pick.one}        | ?the command pick.one
            vscode         | ARGS    | ${A}                       | ${A}
            cursor         | URL     | https://h/${env:A}?x=${env:NO} | https://h/one?x=${env:NO}
            cursor         | ARGS    | ${workspaceFolder}${pathSeparator}x | /home/ann/code/shop/x
            gemini         | ENV     | $B_2-${A}-$NO-$1-$         | two-one-$NO-$1-$
            windsurf       | HEADERS | ${env:A}                   | one
            opencode       | ENV     | {env:A}{env:NO}{x} {env:A  | one{x} {env:A
            opencode       | HEADERS | {file:~/.token}            | ?the content of the file ~/.token
            continue       | ENV     | ${{ secrets.KEY }}         | ?the secret secrets.KEY
            continue       | ENV     | ${A} ${{ x                 | ${A} ${{ x
            roo            | ARGS    | ${env:A} ${workspaceFolder} | one ${workspaceFolder}
            kiro           | ENV     | ${A}                       | one
            crush          | ARGS    | $A ${NO:-d}                | one d
            crush          | ARGS    | $NO                        | !NO
            crush          | COMMAND | $(which uvx) -x            | ?the output of a command
            codex          | ARGS    | ${A} $A ~                  | ${A} $A ~
            zed            | CWD     | ~                          | /home/ann
            zed            | CWD     | ~ann/x                     | ~ann/x
            """)
    void eachClientHasItsOwnSyntax(String client, Field field, String text, String expected) {
        Variables variables = Clients.named(client).orElseThrow().variables();

        String found = switch (variables.of(field, VALUES).expand(text)) {
            case Expansion.Text(String expanded, Set<String> _, Set<String> _) -> expanded.strip();
            case Expansion.Unset(String variable) -> "!" + variable;
            case Expansion.ClientOnly(String what) -> "?" + what;
        };

        assertThat(found).isEqualTo(expected);
    }

    @Test
    void whatWasUsedAndWhatWasMissingIsKept() {
        Interpolation interpolation = new Interpolation(Set.of(Syntax.DOLLAR), Unset.EMPTY, VALUES);

        assertThat(interpolation.expand("$A $NO"))
                .isEqualTo(new Expansion.Text("one ", Set.of("A", "NO"), Set.of("NO")));
        assertThat(((Expansion.Text) interpolation.expand("plain")).isVariable())
                .isFalse();
        assertThat(((Expansion.Text) interpolation.expand("$A")).isVariable()).isTrue();
    }

    @Test
    void valuesAreNotShown() {
        Interpolation interpolation = new Interpolation(
                Set.of(Syntax.DOLLAR),
                Unset.EMPTY,
                new Values(Map.of("K", "s3cr3t"), Path.of("/w"), Path.of("/h"), "/"));

        assertThat(interpolation.expand("$K").toString())
                .doesNotContain("s3cr3t")
                .contains("K");
        assertThat(interpolation.toString() + interpolation.values()).doesNotContain("s3cr3t");
    }

    @Test
    void whateverIsWrittenItEndsAndATextWithoutMarksStays() {
        Gen.forAll(2_000, gen -> {
            StringBuilder text = new StringBuilder();
            for (int i = gen.between(0, 12); i > 0; i--) {
                text.append(gen.pick("$", "{", "}", "A", ":-", "env:", "~", "(", "/", "input:", "é", "_", "file:"));
            }
            Set<Syntax> syntaxes = EnumSet.noneOf(Syntax.class);
            for (Syntax syntax : Syntax.values()) {
                if (gen.once(2)) {
                    syntaxes.add(syntax);
                }
            }
            Expansion expansion = new Interpolation(syntaxes, gen.pick(Unset.values()), VALUES).expand(text.toString());
            assertThat(new Interpolation(Set.of(), Unset.ERROR, VALUES).expand(text.toString()))
                    .isEqualTo(new Expansion.Text(text.toString(), Set.of(), Set.of()));
            if (expansion instanceof Expansion.Text done && !done.isVariable() && !syntaxes.contains(Syntax.FOLDERS)) {
                String home = syntaxes.contains(Syntax.TILDE) ? "/home/ann" : "~";
                assertThat(done.text()).isIn(text.toString(), home + text.substring(Math.min(1, text.length())));
            }
        });
    }
}
