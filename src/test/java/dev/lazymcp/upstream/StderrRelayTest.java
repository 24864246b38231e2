package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StderrRelayTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int CAPACITY = 64 * 1024;

    @Test
    void passesOnWhatFits() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StderrRelay relay = new StderrRelay(out);

        write(relay, "one\n");
        write(relay, "two\n");

        assertThat(relay.flush(PATIENCE)).isTrue();
        assertThat(out).hasToString("one\ntwo\n");
    }

    @Test
    void aRelayThatWasNeverWrittenToHasNothingToFlush() {
        assertThat(new StderrRelay(new UnreadStream()).flush(PATIENCE)).isTrue();
    }

    @Test
    void saysWhereAndHowMuchWasDropped() throws Exception {
        UnreadStream out = new UnreadStream();
        StderrRelay relay = new StderrRelay(out);
        write(relay, "first\n");
        out.awaitHanging();

        write(relay, "y".repeat(CAPACITY - 10));
        write(relay, "0123456789abc");
        write(relay, "dropped too, though there is no room since\n");
        assertThat(relay.flush(Duration.ofMillis(1))).isFalse();
        out.read();
        assertThat(relay.flush(PATIENCE)).isTrue();
        write(relay, "later\n");
        assertThat(relay.flush(PATIENCE)).isTrue();

        assertThat(out.text())
                .isEqualTo("first\n" + "y".repeat(CAPACITY - 10)
                        + "0123456789\n[lazymcp: 46 bytes of stderr dropped]\nlater\n");
    }

    @Test
    void aClosedStderrIsGivenUp() throws Exception {
        CountDownLatch tried = new CountDownLatch(1);
        StderrRelay relay = new StderrRelay(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                tried.countDown();
                throw new IOException("Broken pipe");
            }
        });
        write(relay, "x");
        tried.await();

        assertThat(relay.flush(PATIENCE)).isFalse();
        write(relay, "y");
        assertThat(relay.flush(PATIENCE)).isFalse();
    }

    private static void write(StderrRelay relay, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        relay.write(bytes, 0, bytes.length);
    }
}
