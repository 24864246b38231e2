package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PlainTextTest {
    static Arguments[] texts() {
        return new Arguments[] {
            Arguments.of("", ""),
            Arguments.of("plain\ttext\n", "plain\ttext\n"),
            Arguments.of("grüße 漢字 👍", "grüße 漢字 👍"),
            Arguments.of("\033[31mred\033[0m", "red"),
            Arguments.of("\033[38;5;196mred\033[m", "red"),
            Arguments.of("\033[?25lhidden cursor", "hidden cursor"),
            Arguments.of("\u009B1mbold", "bold"),
            Arguments.of("\033]8;;https://evil.example\033\\link\033]8;;\007", "link"),
            Arguments.of("\033]0;title\nnext line", "\nnext line"),
            Arguments.of("\033(Bcharset", "charset"),
            Arguments.of("\033creset", "reset"),
            Arguments.of("cut off \033", "cut off "),
            Arguments.of("cut off \033[3", "cut off "),
            Arguments.of("cut off \033]0;tit", "cut off "),
            Arguments.of("broken \033[3\nsequence", "broken \nsequence"),
            Arguments.of("twice \033\033[1mescaped", "twice escaped"),
            Arguments.of("dos\r\nlines\r\n", "dos\nlines\n"),
            Arguments.of("10%\r50%\r100%\ndone", "100%\ndone"),
            Arguments.of("last\r", "last"),
            Arguments.of("bell\007 back\b nul\0 del\177", "bell back nul del"),
            Arguments.of("user\u202Egpj.exe\u202C", "usergpj.exe"),
        };
    }

    @ParameterizedTest
    @MethodSource("texts")
    void isWhatAPersonWouldRead(String text, String plain) {
        assertThat(PlainText.of(text)).isEqualTo(plain);
    }

    @Test
    void neverHasWhatATerminalObeysAndNeverChangesOnceClean() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "ab1;?[](]P\\\033\033\033\u009B\u009C\007\b\0\r\n\t\177\u202Eé";
        for (int run = 0; run < 20_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(24); i > 0; i--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String plain = PlainText.of(text.toString());
            assertThat(plain.chars()
                            .allMatch(c -> c == '\n' || c == '\t' || (!Character.isISOControl(c) && c != 0x202E)))
                    .as("seed %d, run %d: %s", seed, run, text)
                    .isTrue();
            assertThat(PlainText.of(plain)).as("seed %d, run %d", seed, run).isEqualTo(plain);
        }
    }
}
