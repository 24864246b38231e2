package dev.lazymcp.rpc;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Text that our parser refuses and the peers' parsers take: a client in Node decodes malformed UTF-8 to U+FFFD before it
 * parses, and a lone surrogate as an escape is fine in a name for all of them. To lose a character beats losing a message.
 */
final class Repair {
    private static final String REPLACEMENT = "\\ufffd";
    private static final int ESCAPE = REPLACEMENT.length();

    private Repair() {}

    /** The frame with U+FFFD for both, or null where there is nothing to replace. */
    static @Nullable Frame of(Frame frame) {
        Frame repaired = Frame.of(withoutLoneSurrogates(frame.toString()));
        return Arrays.equals(repaired.toBytes(), frame.toBytes()) ? null : repaired;
    }

    private static String withoutLoneSurrogates(String text) {
        StringBuilder repaired = new StringBuilder(text);
        for (int at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
            int unit = escapedUnit(text, at);
            if (unit < 0) {
                at += 2; // the other escapes, of which a backslash is one
            } else if (isHigh(unit) && isLow(escapedUnit(text, at + ESCAPE))) {
                at += 2 * ESCAPE;
            } else {
                if (isHigh(unit) || isLow(unit)) {
                    repaired.replace(at, at + ESCAPE, REPLACEMENT);
                }
                at += ESCAPE;
            }
        }
        return repaired.toString();
    }

    /** The UTF-16 unit that the escape at {@code at} stands for, or -1 where there is none. */
    private static int escapedUnit(String text, int at) {
        if (!text.startsWith("\\u", at) || at + ESCAPE > text.length()) {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + ESCAPE; i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit * 16 + digit;
        }
        return unit;
    }

    private static boolean isHigh(int unit) {
        return unit >= Character.MIN_HIGH_SURROGATE && unit <= Character.MAX_HIGH_SURROGATE;
    }

    private static boolean isLow(int unit) {
        return unit >= Character.MIN_LOW_SURROGATE && unit <= Character.MAX_LOW_SURROGATE;
    }
}
