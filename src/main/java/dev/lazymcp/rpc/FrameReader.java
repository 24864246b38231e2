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

    /** So much of the start of a frame that is too large is kept, to find out which request it answers. */
    static final int HEAD = 64 * 1024;

    /** So much of its end: the TypeScript SDK writes the id of a response last. */
    static final int TAIL = 1024;

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
     * @param tail its last bytes
     * @param size its length in bytes
     */
    public record TooLong(Frame head, Frame tail, long size) implements Read {
        /** The frame's id as it was spelt, or null where it is neither in the head nor in the tail. */
        public @Nullable Frame rawId() {
            Frame inHead = Fragment.idInHead(head);
            return inHead != null ? inHead : Fragment.idInTail(tail);
        }
    }

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

    /** A reader that refuses frames of more than {@code limit} bytes, a carriage return at their end included. */
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

    /** Keeps what the buffer holds of an unfinished frame; once the frame is too long, its head and tail alone. */
    private void keep(List<Frame.Slice> parts, long size) {
        if (filled > from) {
            parts.add(new Frame.Slice(buffer, from, filled - from));
        }
        if (size > limit) {
            Frame kept = new Frame(List.copyOf(parts));
            if (kept.size() > HEAD + TAIL) {
                parts.clear();
                parts.add(copy(head(kept)));
                parts.add(copy(tail(kept)));
            }
        }
    }

    private static Frame head(Frame frame) {
        return frame.part(0, Math.min(HEAD, frame.size()));
    }

    private static Frame tail(Frame frame) {
        return frame.part(Math.max(0, frame.size() - TAIL), frame.size());
    }

    private static Frame.Slice copy(Frame part) {
        byte[] bytes = part.toBytes();
        return new Frame.Slice(bytes, 0, bytes.length);
    }

    /** The frame that {@code parts} make, or null where there is nothing in it. */
    private @Nullable Read finish(List<Frame.Slice> parts, long size) {
        Frame line = new Frame(List.copyOf(parts));
        long start = first && startsWithMark(line) ? 3 : 0;
        first = false;
        long end = line.size();
        if (end > start && line.at(end - 1) == '\r') {
            end--;
        }
        Frame frame = start == 0 && end == line.size() ? line : line.part(start, end);
        if (size > limit) {
            return new TooLong(head(frame), tail(frame), size);
        }
        return frame.isBlank() ? null : new Line(frame);
    }

    private static boolean startsWithMark(Frame frame) {
        return frame.size() >= 3
                && frame.at(0) == (byte) 0xEF
                && frame.at(1) == (byte) 0xBB
                && frame.at(2) == (byte) 0xBF;
    }
}
