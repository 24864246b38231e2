package dev.lazymcp.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void isSecondsOrADate() {
        assertThat(RetryAfter.parse(" 120 ", NOW)).contains(Duration.ofMinutes(2));
        assertThat(RetryAfter.parse("Mon, 30 Nov 2026 12:00:07 GMT", NOW)).contains(Duration.ofSeconds(7));
        assertThat(RetryAfter.parse("Mon, 30 Nov 2026 11:00:00 GMT", NOW)).contains(Duration.ZERO);
    }

    @Test
    void anythingElseSaysNothing() {
        assertThat(RetryAfter.parse("", NOW)).isEmpty();
        assertThat(RetryAfter.parse("-1", NOW)).isEmpty();
        assertThat(RetryAfter.parse("soon", NOW)).isEmpty();
        assertThat(RetryAfter.parse("99999999999999999999", NOW)).isEmpty();
    }
}
