package dev.lazymcp.cli;

import java.time.Duration;
import java.util.Optional;

/** Durations as they are written in options: {@code 300ms}, {@code 5s}, {@code 2m}, {@code 1h}, or {@code 0}. */
final class Durations {
    private static final long LONGEST = 365L * 24 * 3600 * 1000;

    private Durations() {}

    /** {@code limit}, or for 0, which people write for none, as long as anything can last. */
    static Duration orEndless(Duration limit) {
        return limit.isZero() ? Duration.ofMillis(LONGEST) : limit;
    }

    /** The duration, or empty where {@code text} is none or longer than a year. */
    static Optional<Duration> parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits > 11) {
            return Optional.empty();
        }
        long number = Long.parseLong(text.substring(0, digits));
        long unit = switch (text.substring(digits)) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case "" -> number == 0 ? 1 : 0;
            default -> 0;
        };
        return unit == 0 || number > LONGEST / unit ? Optional.empty() : Optional.of(Duration.ofMillis(number * unit));
    }
}
