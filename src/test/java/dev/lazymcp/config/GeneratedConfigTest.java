package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.lazymcp.config.edit.Format;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What holds for every file. {@code -Dseed=N} repeats one of them. */
final class GeneratedConfigTest {
    private static final int SAMPLES = 1_000;

    @Test
    void everyFileCanBeRewrittenShownAndRestored() {
        long first = Long.getLong("seed", System.nanoTime());
        long last = Long.getLong("seed") == null ? first + SAMPLES : first + 1;
        for (long seed = first; seed < last; seed++) {
            GeneratedConfig.Sample sample = GeneratedConfig.from(new SplittableRandom(seed));
            assertThatCode(() -> new RoundTrip(Format.JSONC).holdsFor(sample))
                    .as("-Dseed=%d, which is%n%s", seed, sample.text())
                    .doesNotThrowAnyException();
        }
    }
}
