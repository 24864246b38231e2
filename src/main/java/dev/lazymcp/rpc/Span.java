package dev.lazymcp.rpc;

/**
 * A range of bytes in a frame.
 *
 * @param from first byte
 * @param to the byte after the last
 */
public record Span(long from, long to) {
    /** Checks that the range is not negative. */
    public Span {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("not a range: " + from + ".." + to);
        }
    }
}
