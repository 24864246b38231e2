package dev.lazymcp.rpc;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A JSON-RPC request id, compared by type and decoded value: {@code 1} is {@code 1.0} but not {@code "1"}, and
 * {@code "é"} is {@code "\u00E9"}. How an id was spelt is not part of it; an answer to a peer repeats that peer's own
 * bytes.
 *
 * <p>Equality is written out: what a record makes of itself goes through method handles, which a native image interprets, and ids
 * are compared for every message.
 */
public sealed interface Id {
    /** A string id. */
    record Text(String value) implements Id {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Text text && text.value.equals(value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }
    }

    /** A number that fits 64 bits: by far the most. */
    record Whole(long value) implements Id {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Whole whole && whole.value == value;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(value);
        }
    }

    /** Any other number, without trailing zeros. */
    record Decimal(BigDecimal value) implements Id {}

    /** A number of more characters is no id: no peer uses one, and megabytes of digits take seconds to convert. */
    int LONGEST_NUMBER = 400;

    /** The id for a number as it is written in JSON, or null where it is beyond all use as an id. */
    static @Nullable Id number(String spelling) {
        if (spelling.length() > LONGEST_NUMBER) {
            return null;
        }
        try {
            return new Whole(Long.parseLong(spelling));
        } catch (NumberFormatException fractionOrTooLarge) {
            return decimal(spelling);
        }
    }

    private static @Nullable Id decimal(String spelling) {
        BigDecimal value;
        try {
            value = new BigDecimal(spelling).stripTrailingZeros();
        } catch (ArithmeticException | NumberFormatException exponentTooLarge) {
            return null;
        }
        // Without trailing zeros, a scale above zero is a fraction, and one below -18 has more digits than a long.
        if (value.scale() > 0 || value.scale() < -18) {
            return new Decimal(value);
        }
        try {
            return new Whole(value.longValueExact());
        } catch (ArithmeticException tooLarge) {
            return new Decimal(value);
        }
    }
}
