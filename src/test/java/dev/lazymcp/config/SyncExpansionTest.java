package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.client.Values;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SyncExpansionTest {
    private static final SyncVariables VARIABLES = SyncVariables.of(
            new Values(Map.of("A", "1", "B_2", "$A", "EMPTY", ""), Path.of("/w"), Path.of("/home/ann"), "/"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain          | plain",
                "${A}           | 1",
                "x${A}y${B_2}z  | x1y$Az",
                "${env:A}       | 1",
                "${EMPTY}-      | -",
                "${EMPTY:-d}    | d",
                "${NONE:-d}     | d",
                "${NONE:-}x     | x",
                "${NONE:-a:-b}  | a:-b",
                "${NONE}        | ",
                "${input:key}   | ",
                "a${NONE}       | ",
                "${secret:key}  | ",
                "${workspaceFolder}/x | /w/x",
                "${userHome}    | /home/ann",
                "${A            | ",
                "$A             | $A",
                "$$             | $$"
            })
    void variablesInBraces(String text, String expected) {
        assertThat(VARIABLES.expand(text, false).orElse(null)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"$A | 1", "$A-$B_2. | 1-$A.", "$NONE | ", "$1 | $1", "$ | $", "a$ | a$", "${A}$A | 11"})
    void variablesWithout(String text, String expected) {
        assertThat(VARIABLES.expand(text, true).orElse(null)).isEqualTo(expected);
    }
}
