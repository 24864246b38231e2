package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StderrTailTest {
    private final StderrTail tail = new StderrTail();

    @Test
    void isEmptyAtFirst() {
        assertThat(tail.text()).isEmpty();
    }

    @Test
    void putsTogetherWhatCameInPieces() {
        byte[] bytes = "schöne Grüße\n".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            tail.write(bytes, i, 1);
        }

        assertThat(tail.text()).isEqualTo("schöne Grüße");
    }

    @Test
    void isAsLongAsPromisedAndMadeOfWholeLines() {
        for (int i = 0; i < 10_000; i++) {
            write("line " + i + "\n");
        }

        assertThat(tail.text()).hasSizeBetween(4000, 4096).startsWith("line ").endsWith("line 9999");
        assertThat(tail.text().lines()).allMatch(line -> line.startsWith("line "));
    }

    @Test
    void findsTextBehindColours() {
        write("the cause\n" + "\033[2K\033[1G\033[31m\033[0m".repeat(1500) + "\nthe end\n");

        assertThat(tail.text()).isEqualTo("the cause\n\nthe end");
    }

    @Test
    void cutsALongLineBetweenCharacters() {
        write("x" + "👍".repeat(20_000));

        assertThat(tail.text()).isEqualTo("👍".repeat(2048));
        write("x");
        assertThat(tail.text()).isEqualTo("👍".repeat(2047) + "x");
    }

    /** Against the same thing done with one long array. */
    @Test
    void keepsTheLast64KiBOfAnySequenceOfWrites() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int run = 0; run < 200; run++) {
            StderrTail one = new StderrTail();
            StringBuilder all = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                String piece = Character.toString('a' + random.nextInt(26)).repeat(random.nextInt(40_000)) + "\n";
                all.append(piece);
                byte[] bytes = ("__" + piece).getBytes(StandardCharsets.US_ASCII);
                one.write(bytes, 2, bytes.length - 2);
            }
            String kept = all.substring(Math.max(0, all.length() - 64 * 1024)).strip();
            String shown = one.text();
            assertThat(kept).as("seed %d, run %d", seed, run).endsWith(shown);
            assertThat(shown.length()).isLessThanOrEqualTo(4096);
            assertThat(shown.isEmpty()).isEqualTo(kept.isEmpty());
        }
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tail.write(bytes, 0, bytes.length);
    }
}
