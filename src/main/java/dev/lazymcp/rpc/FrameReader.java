package dev.lazymcp.rpc;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a byte stream into frames: a newline byte ends a frame, one carriage return before it belongs to the line end,
 * blank lines and a byte order mark at the very start are skipped. Nothing else is a line end: U+2028, U+0085 and a lone
 * carriage return stay in the frame.
 *
 * <p>What is read stays in the array it was read into, and frames are slices of that array; an array that is full is left to
 * its frames and a new one begun, larger when the stream is busy.
 */
public final class FrameReader {
    /** A frame may be this large unless the reader was told otherwise. */
    public static final int DEFAULT_LIMIT = 64 * 1024 * 1024;

    /** So much of a frame that is too large is kept, to find out which request it answers. */
    static final int HEAD = 64 * 1024;

    private static final int SMALLEST = 8 * 1024;
    private static final int LARGEST = 1024 * 1024;

    /** What the stream brought. */
    public sealed interface Read {}

    /** A frame, not yet known to be JSON. */
    public record Line(Frame frame) implements Read {}

    /**
     * A frame over the limit; the stream goes on behind it.
     *
     * @param head its first bytes
     * @param size its length in bytes
     */
    public record TooLong(Frame head, long size) implements Read {}

    /** The end of the stream. */
    public record End() implements Read {}

    private final InputStream in;
    private final int limit;
    private byte[] buffer = new byte[SMALLEST];
    private int from;
    private int scanned;
    private int filled;
    private boolean first = true;

    /** A reader of {@code in} with the default limit. */
    public FrameReader(InputStream in) {
        this(in, DEFAULT_LIMIT);
    }

    /** A reader that refuses frames of more than {@code limit} bytes. */
    public FrameReader(InputStream in, int limit) {
        this.in = in;
        this.limit = limit;
    }

    /**
     * The next frame; blocks until there is one. Bytes without a newline at the end of the stream are a frame too.
     *
     * @throws IOException what the stream throws
     */
    public Read next() throws IOException {
        List<Frame.Slice> parts = new ArrayList<>(1);
        long size = 0;
        if (from == filled && buffer.length > SMALLEST) {
            leaveBuffer(SMALLEST); // a large frame has passed: its buffer goes with it
        }
        while (true) {
            int end = newline();
            if (end >= 0) {
                size += end - from;
                parts.add(new Frame.Slice(buffer, from, end - from));
                from = end + 1;
                scanned = from;
                Read read = finish(parts, size);
                if (read != null) {
                    return read;
                }
                parts = new ArrayList<>(1);
                size = 0;
            } else if (filled == buffer.length) {
                size += filled - from;
                keep(parts, size);
                leaveBuffer(Math.clamp(size, SMALLEST, LARGEST));
            } else {
                int n = in.read(buffer, filled, buffer.length - filled);
                if (n < 0) {
                    size += filled - from;
                    keep(parts, size);
                    from = filled;
                    scanned = filled;
                    Read rest = size == 0 ? null : finish(parts, size);
                    return rest == null ? new End() : rest;
                }
                filled += n;
            }
        }
    }

    /** The old buffer belongs to the frames that were read from it. */
    private void leaveBuffer(int length) {
        buffer = new byte[length];
        from = 0;
        scanned = 0;
        filled = 0;
    }

    private int newline() {
        for (; scanned < filled; scanned++) {
            if (buffer[scanned] == '\n') {
                return scanned;
            }
        }
        return -1;
    }

    /** Keeps what the buffer holds of an unfinished frame; once the frame is too long, its head alone. */
    private void keep(List<Frame.Slice> parts, long size) {
        if (filled > from) {
            parts.add(new Frame.Slice(buffer, from, filled - from));
        }
        if (size > limit && parts.size() > 1) {
            Frame head = new Frame(List.copyOf(parts)).part(0, HEAD);
            parts.clear();
            parts.add(new Frame.Slice(head.toBytes(), 0, (int) head.size()));
        }
    }

    /** The frame that {@code parts} make, or null where there is nothing in it. */
    private @Nullable Read finish(List<Frame.Slice> parts, long size) {
        Frame frame = new Frame(List.copyOf(parts));
        if (size > limit) {
            first = false;
            return new TooLong(frame.part(0, HEAD), size);
        }
        long start = first && startsWithMark(frame) ? 3 : 0;
        first = false;
        long end = frame.size();
        if (end > start && frame.at(end - 1) == '\r') {
            end--;
        }
        if (isBlank(frame, start, end)) {
            return null;
        }
        return new Line(start == 0 && end == frame.size() ? frame : frame.part(start, end));
    }

    private static boolean startsWithMark(Frame frame) {
        return frame.size() >= 3
                && frame.at(0) == (byte) 0xEF
                && frame.at(1) == (byte) 0xBB
                && frame.at(2) == (byte) 0xBF;
    }

    private static boolean isBlank(Frame frame, long from, long to) {
        for (long i = from; i < to; i++) {
            byte b = frame.at(i);
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
