package dev.lazymcp.upstream.http;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The header Retry-After (RFC 9110, section 10.2.3). */
final class RetryAfter {
    private RetryAfter() {}

    /** How long the answer with {@code headers} asks to wait from {@code now} on; nothing where it does not say. */
    static Optional<Duration> of(HttpHeaders headers, Instant now) {
        return headers.firstValue("Retry-After").flatMap(value -> parse(value, now));
    }

    /** How long {@code value} asks to wait from {@code now} on; nothing where it is no such value. */
    static Optional<Duration> parse(String value, Instant now) {
        String text = value.strip();
        if (!text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO);
        } catch (DateTimeParseException neither) {
            return Optional.empty();
        }
    }
}
