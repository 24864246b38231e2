package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TerminalWidthTest {
    @Test
    void theSecondNumberIsTheWidth() {
        assertThat(TerminalWidth.columns("24 132\n")).isEqualTo(OptionalInt.of(132));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "80", "24 0\n", "24 x", "24  80", "stty: not a terminal", "24 99999"})
    void whatIsNoWidthIsNone(String output) {
        assertThat(TerminalWidth.columns(output)).isEmpty();
    }
}
