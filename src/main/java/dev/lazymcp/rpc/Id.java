package dev.lazymcp.rpc;

import java.math.BigDecimal;

/**
 * A JSON-RPC request id, compared by type and decoded value: {@code 1} is {@code 1.0} but not {@code "1"}, and
 * {@code "é"} is {@code "\u00E9"}. How an id was spelt is not part of it; an answer to a peer repeats that peer's own
 * bytes.
 */
public sealed interface Id {
    /** A string id. */
    record Text(String value) implements Id {}

    /** A number that fits 64 bits: by far the most. */
    record Whole(long value) implements Id {}

    /** Any other number, without trailing zeros. */
    record Decimal(BigDecimal value) implements Id {}

    /** The id for a number as it is written in JSON. */
    static Id number(String spelling) {
        BigDecimal value = new BigDecimal(spelling);
        // A value such as 1E400 has no trailing fraction, but must not be expanded to 400 digits either.
        if (value.scale() <= 0 && value.precision() - value.scale() > 19) {
            return new Decimal(value.stripTrailingZeros());
        }
        try {
            return new Whole(value.longValueExact());
        } catch (ArithmeticException notWhole) {
            return new Decimal(value.stripTrailingZeros());
        }
    }
}
