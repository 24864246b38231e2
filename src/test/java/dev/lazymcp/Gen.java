package dev.lazymcp;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generated test inputs: the same ones in each run, so that a build fails for a change and not for its luck. A property that fails
 * names the seed of the run that failed. {@code mvn test -Dseed=…} repeats that run alone; {@code -Drounds=N} goes looking for new
 * failures, with N times as many inputs that no run had before.
 */
public final class Gen {
    /** A statement about generated inputs. */
    @FunctionalInterface
    public interface Property {
        /** Throws where the statement does not hold. */
        void holdsFor(Gen gen) throws Exception;
    }

    private static final String[] CHARACTERS = {
        "a",
        "Z",
        "0",
        " ",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "/",
        "'",
        "é",
        "ß",
        "€",
        "漢",
        "\u2028",
        "\u0085",
        "\ufeff",
        "😀",
        "\\\"",
        "\\\\",
        "\\/",
        "\\n",
        "\\u00e9",
        "\\u0000",
        "\\ud83d\\ude00"
    };
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-1",
        "1.0",
        "1.50",
        "1e5",
        "1E+5",
        "-2.5E-07",
        "1E400",
        "9007199254740993",
        "123456789012345678901234"
    };
    private static final String[] SPACES = {"", "", "", " ", "\t", "  ", "\r"};

    private final SplittableRandom random;

    private Gen(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Tries {@code property} with {@code times} seeds, with more and other ones, or with one: as the class comment says. */
    public static void forAll(int times, Property property) {
        Long given = Long.getLong("seed");
        if (given != null) {
            check(given, property);
            return;
        }
        int rounds = Integer.getInteger("rounds", 0);
        SplittableRandom seeds = rounds == 0 ? new SplittableRandom(times) : new SplittableRandom();
        for (int i = 0; i < times * Math.max(1, rounds); i++) {
            check(seeds.nextLong(), property);
        }
    }

    private static void check(long seed, Property property) {
        try {
            property.holdsFor(new Gen(seed));
        } catch (Exception | AssertionError e) {
            throw new AssertionError("fails with -Dseed=" + seed + ": " + e.getMessage(), e);
        }
    }

    /** A number from {@code low} to {@code high}, both included. */
    public int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    /** True once in {@code n} times. */
    public boolean once(int n) {
        return random.nextInt(n) == 0;
    }

    /** One of {@code choices}. */
    @SafeVarargs
    public final <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Bytes, each one of {@code alphabet}. */
    public byte[] bytes(int length, byte... alphabet) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return bytes;
    }

    /** Sorted places, at most {@code most}, where something of {@code length} may be cut; also at its ends, also twice. */
    public int[] cuts(int length, int most) {
        return random.ints(between(0, most), 0, length + 1).sorted().toArray();
    }

    /** {@code text} with a few characters taken out, doubled, or replaced by others of it. */
    public String damaged(String text) {
        StringBuilder damaged = new StringBuilder(text);
        for (int i = between(1, 3); i > 0 && !damaged.isEmpty(); i--) {
            int at = between(0, damaged.length() - 1);
            char other = damaged.charAt(between(0, damaged.length() - 1));
            switch (between(0, 2)) {
                case 0 -> damaged.deleteCharAt(at);
                case 1 -> damaged.insert(at, other);
                default -> damaged.setCharAt(at, other);
            }
        }
        return damaged.toString();
    }

    /** A JSON value as text, with its own spelling of numbers, escapes and white space. */
    public String json(int depth) {
        return switch (depth <= 0 ? between(0, 2) : between(0, 4)) {
            case 0 -> pick(NUMBERS);
            case 1 -> pick("true", "false", "null");
            case 2 -> oddString(once(20) ? 9_000 : 12);
            case 3 -> joined("[", "]", depth, false);
            default -> joined("{", "}", depth, true);
        };
    }

    /** A JSON string that may hold half a character, as JavaScript's strings may; our parser refuses such names. */
    private String oddString(int longest) {
        String string = string(longest);
        return once(3) ? string.substring(0, string.length() - 1) + "\\ud800\"" : string;
    }

    /** A JSON string with its quotes, of at most {@code longest} characters. */
    public String string(int longest) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = between(0, longest); i > 0; i--) {
            text.append(pick(CHARACTERS));
        }
        return text.append('"').toString();
    }

    /** White space that does not end a line. */
    public String space() {
        return pick(SPACES);
    }

    private String joined(String open, String close, int depth, boolean named) {
        List<String> items = new ArrayList<>();
        for (int i = between(0, 4); i > 0; i--) {
            String name = named ? string(6) + space() + ":" + space() : "";
            items.add(space() + name + json(depth - 1) + space());
        }
        return open + String.join(",", items) + close;
    }
}
