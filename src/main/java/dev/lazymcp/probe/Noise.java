package dev.lazymcp.probe;

/**
 * What a server wrote where only messages may be.
 *
 * @param lines how many lines were no message
 * @param first the first of them, at most 200 characters; empty where there is none
 */
public record Noise(int lines, String first) {
    static final Noise NONE = new Noise(0, "");

    /** This and one more line. */
    Noise and(String line) {
        return new Noise(lines + 1, lines == 0 ? line : first);
    }

    /** Whether there was none. */
    public boolean isNone() {
        return lines == 0;
    }
}
