package dev.lazymcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "0 | -0",
                "0 | 0.0",
                "0 | 0E400",
                "1 | 1.0",
                "1 | 1e0",
                "100 | 1E+2",
                "1.5 | 1.50",
                "1.5 | 15e-1",
                "1152921504606846976 | 1152921504606846976.0",
                "9223372036854775807 | 9223372036854775807",
                "-9223372036854775808 | -9223372036854775808.0",
                "9223372036854775808 | 9223372036854775808.00",
                "1000000000000000000 | 1E18",
                "10000000000000000000 | 1E19",
                "1E400 | 10E399",
                "\"a\" | \"\\u0061\"",
                "\"s-é\" | \"s-\\u00E9\"",
                "\"s-é\" | \"s-\\u00e9\"",
                "\"😀\" | \"\\ud83d\\ude00\"",
                "\"\\ud800\" | \"\\uD800\"",
                "\"/\" | \"\\/\""
            })
    void theSameIdInOtherSpelling(String one, String other) {
        assertThat(id(one)).isNotNull().isEqualTo(id(other)).hasSameHashCodeAs(id(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "1 | \"1\"",
                "1 | 1.5",
                "1 | 1.0000000000000000000000001",
                "1 | -1",
                "9007199254740992 | 9007199254740993",
                "9223372036854775807 | 9223372036854775808",
                "1E400 | 1E401",
                "\"a\" | \"A\"",
                "\"a\" | \" a\"",
                "\"é\" | \"e\\u0301\"",
                "\"\" | \"0\""
            })
    void anotherId(String one, String other) {
        assertThat(id(one)).isNotNull().isNotEqualTo(id(other));
        assertThat(id(other)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "{}", "[1]", "", "x", "1E99999999999", "-1E-99999999999", "100E2147483647"})
    void noId(String json) {
        assertThat(id(json)).isNull();
    }

    @Test
    void aNumberBeyondAllUseIsNoId() {
        assertThat(id("9".repeat(400))).isInstanceOf(Id.Decimal.class);
        assertThat(id("9".repeat(401))).isNull();
        assertThat(id("9".repeat(5_000_000))).isNull();
    }

    private static @Nullable Id id(String json) {
        return Json.id(Frame.of(json));
    }
}
