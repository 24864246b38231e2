package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.WrapLine.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class WrapLineTest {
    @Test
    void whatIsWrittenIsReadBack() {
        long seed = Long.getLong("seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        List<String> values = List.of("", "a", "-a", "--", "--name", "a b", "a=b", "=", "wrap", "a,b", "é");
        for (int round = 0; round < 5_000; round++) {
            List<Option> options = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                String value = values.get(random.nextInt(values.size()));
                options.add(
                        random.nextInt(4) == 0
                                ? Option.of("--required")
                                : Option.of(i % 2 == 0 ? "--name" : "--tools", value));
            }
            List<String> original = List.of("npx", values.get(random.nextInt(values.size())), "--", "x");
            WrapLine line = new WrapLine(options, original);
            List<String> words = new ArrayList<>(line.prefix());
            words.addAll(original);

            assertThat(WrapLine.parse(words))
                    .as("seed %d, words %s", seed, words)
                    .contains(line);
        }
    }

    @Test
    void theFirstDashesThatAreNoValueDivide() {
        assertThat(WrapLine.parse(List.of("wrap", "--name", "--", "--required", "--", "a", "--", "b")))
                .contains(new WrapLine(
                        List.of(Option.of("--name", "--"), Option.of("--required")), List.of("a", "--", "b")));
    }

    @Test
    void optionsOfALaterVersionAreNoReasonToGiveUp() {
        assertThat(WrapLine.parse(List.of("wrap", "--new=1", "--newer", "--", "a")))
                .contains(new WrapLine(List.of(Option.of("--new", "1"), Option.of("--newer")), List.of("a")));
    }

    @Test
    void anAddressStandsForACommand() {
        WrapLine line = WrapLine.parse(List.of(
                        "wrap",
                        "--url",
                        "https://example.com",
                        "--header",
                        "A=env:B",
                        "--header=C=d",
                        "--transport=sse"))
                .orElseThrow();
        assertThat(line.isRemote()).isTrue();
        assertThat(line.url()).contains("https://example.com");
        assertThat(line.transport()).isEqualTo("sse");
        assertThat(line.headerNames()).containsExactly("A", "C");
        assertThat(line.prefix()).doesNotContain("--").startsWith("wrap", "--url", "https://example.com");
        assertThat(WrapLine.parse(line.prefix())).contains(line);
    }

    @Test
    void whatHasNoCommandBehindItIsNoStub() {
        assertThat(WrapLine.parse(List.of())).isEmpty();
        assertThat(WrapLine.parse(List.of("hub"))).isEmpty();
        assertThat(WrapLine.parse(List.of("wrap"))).isEmpty();
        assertThat(WrapLine.parse(List.of("wrap", "--name", "a", "--"))).isEmpty();
        assertThat(WrapLine.parse(List.of("wrap", "--url", "https://example.com", "--", "a")))
                .isEmpty();
        assertThat(WrapLine.parse(List.of("wrap", "--name"))).isEmpty();
    }
}
