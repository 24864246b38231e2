package dev.lazymcp.config.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.lazymcp.config.edit.SyntaxException;
import org.junit.jupiter.api.Test;

final class EnvFileTest {
    @Test
    void aVariableALine() throws SyntaxException {
        assertThat(EnvFile.parse("""
                \uFEFF# what the server needs
                A=1
                 B = two words \r
                export C=x#y # note
                D="a\\tb \\"c\\" \\$ #" # note
                E='raw \\n #'

                F=
                G="first
                second"
                A=2
                H=a=b"""))
                .containsExactly(
                        entry("B", "two words"),
                        entry("C", "x#y"),
                        entry("D", "a\tb \"c\" \\$ #"),
                        entry("E", "raw \\n #"),
                        entry("F", ""),
                        entry("G", "first\nsecond"),
                        entry("A", "2"),
                        entry("H", "a=b"));
        assertThat(EnvFile.parse("")).isEmpty();
    }

    @Test
    void whatSetsNothingIsAFaultWithItsPlaceAndWithoutItsText() {
        assertThatThrownBy(() -> EnvFile.parse("A=1\n  hunter2\n"))
                .isInstanceOfSatisfying(SyntaxException.class, fault -> {
                    assertThat(fault.position()).hasToString("2:3");
                    assertThat(fault).hasMessageContaining("NAME=value").hasMessageNotContaining("hunter2");
                });
        assertThatThrownBy(() -> EnvFile.parse("A=\"never\n"))
                .isInstanceOfSatisfying(
                        SyntaxException.class,
                        fault -> assertThat(fault.position()).hasToString("1:3"));
        assertThatThrownBy(() -> EnvFile.parse("=x")).isInstanceOf(SyntaxException.class);
    }
}
