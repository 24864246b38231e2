package dev.lazymcp.rpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * The bytes of one JSON-RPC message without its line end (MCP, "stdio transport": messages are delimited by newlines and
 * contain none). A frame is a sequence of slices, so that a message of many megabytes is passed on, and small parts of it
 * replaced, without ever being copied into one array. Slices are never written to after the frame was made.
 */
public final class Frame {
    private static final int ONE_WRITE = 64 * 1024;

    /** A part of an array that nobody writes to any more. */
    static final class Slice {
        private final byte[] bytes;
        private final int from;
        private final int length;

        Slice(byte[] bytes, int from, int length) {
            this.bytes = bytes;
            this.from = from;
            this.length = length;
        }

        byte[] bytes() {
            return bytes;
        }

        int from() {
            return from;
        }

        int length() {
            return length;
        }
    }

    private final List<Slice> slices;
    private final long size;

    Frame(List<Slice> slices) {
        this.slices = slices;
        long sum = 0;
        for (Slice slice : slices) {
            sum += slice.length;
        }
        this.size = sum;
    }

    /** A frame of {@code bytes}, which the caller gives away. */
    public static Frame of(byte[] bytes) {
        return new Frame(List.of(new Slice(bytes, 0, bytes.length)));
    }

    /** A frame of all {@code chunks}, one after the other, which the caller gives away. */
    public static Frame of(List<byte[]> chunks) {
        List<Slice> slices = new ArrayList<>(chunks.size());
        for (byte[] chunk : chunks) {
            slices.add(new Slice(chunk, 0, chunk.length));
        }
        return new Frame(slices);
    }

    /** A frame of the UTF-8 bytes of {@code text}. */
    public static Frame of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Length in bytes, without line end. */
    public long size() {
        return size;
    }

    /** The byte at {@code at}, counted from the frame's start. */
    byte at(long at) {
        long rest = at;
        for (Slice slice : slices) {
            if (rest < slice.length) {
                return slice.bytes[slice.from + (int) rest];
            }
            rest -= slice.length;
        }
        throw new IndexOutOfBoundsException("byte " + at + " of a frame of " + size);
    }

    /**
     * The part from {@code from} to {@code to}, sharing this frame's bytes.
     *
     * @throws IndexOutOfBoundsException when it is not within the frame: the span of another frame, most likely
     */
    public Frame part(long from, long to) {
        Objects.checkFromToIndex(from, to, size);
        List<Slice> cut = new ArrayList<>(slices.size());
        addPart(cut, from, to);
        return new Frame(cut);
    }

    /** The part that {@code span} covers, sharing this frame's bytes. */
    public Frame part(Span span) {
        return part(span.from(), span.to());
    }

    /** A copy of the bytes that {@code span} covers. */
    public byte[] bytes(Span span) {
        return part(span).toBytes();
    }

    /** A copy of all bytes. */
    public byte[] toBytes() {
        byte[] all = new byte[Math.toIntExact(size)];
        int at = 0;
        for (Slice slice : slices) {
            System.arraycopy(slice.bytes, slice.from, all, at, slice.length);
            at += slice.length;
        }
        return all;
    }

    /** The frame with the bytes of each edit's span replaced; edits must be in order and must not overlap. */
    public Frame with(List<Edit> edits) {
        List<Slice> out = new ArrayList<>(slices.size() + 2 * edits.size());
        long at = 0;
        for (Edit edit : edits) {
            if (edit.span().from() < at) {
                throw new IllegalArgumentException("edits overlap or are out of order: " + edits);
            }
            addPart(out, at, edit.span().from());
            out.addAll(edit.bytes().slices);
            at = edit.span().to();
        }
        Objects.checkFromToIndex(at, size, size);
        addPart(out, at, size);
        return new Frame(out);
    }

    /** The frame with the bytes of one span replaced. */
    public Frame with(Span span, Frame bytes) {
        return with(List.of(new Edit(span, bytes)));
    }

    /** This frame followed by {@code more}. */
    public Frame then(Frame more) {
        List<Slice> all = new ArrayList<>(slices.size() + more.slices.size());
        all.addAll(slices);
        all.addAll(more.slices);
        return new Frame(all);
    }

    /** The bytes as a stream. */
    public InputStream open() {
        if (slices.size() == 1) {
            return stream(slices.getFirst());
        }
        List<InputStream> streams = new ArrayList<>(slices.size());
        for (Slice slice : slices) {
            streams.add(stream(slice));
        }
        return new SequenceInputStream(Collections.enumeration(streams));
    }

    /** The only slice, where there is just one; parsers are faster on an array than on a stream. */
    Slice single() {
        return slices.getFirst();
    }

    boolean isSingle() {
        return slices.size() == 1;
    }

    /**
     * Writes the frame and its line end; one write for all but large frames, so that a reader sees whole lines.
     *
     * @throws IOException what the stream throws
     */
    public void writeTo(OutputStream out) throws IOException {
        if (size < ONE_WRITE) {
            byte[] line = new byte[(int) size + 1];
            int at = 0;
            for (Slice slice : slices) {
                System.arraycopy(slice.bytes, slice.from, line, at, slice.length);
                at += slice.length;
            }
            line[at] = '\n';
            out.write(line, 0, line.length);
        } else {
            for (Slice slice : slices) {
                out.write(slice.bytes, slice.from, slice.length);
            }
            out.write('\n');
        }
        out.flush();
    }

    /** Whether there is nothing to read in it. */
    public boolean isBlank() {
        for (Slice slice : slices) {
            for (int i = slice.from; i < slice.from + slice.length; i++) {
                byte b = slice.bytes[i];
                if (b != ' ' && b != '\t' && b != '\r') {
                    return false;
                }
            }
        }
        return true;
    }

    /** The bytes decoded as UTF-8; malformed input is replaced. */
    @Override
    public String toString() {
        return new String(toBytes(), StandardCharsets.UTF_8);
    }

    private void addPart(List<Slice> out, long from, long to) {
        long start = 0;
        for (Slice slice : slices) {
            long end = start + slice.length;
            long a = Math.max(from, start);
            long b = Math.min(to, end);
            if (a < b) {
                out.add(new Slice(slice.bytes, slice.from + (int) (a - start), (int) (b - a)));
            }
            start = end;
        }
    }

    private static InputStream stream(Slice slice) {
        return new ByteArrayInputStream(slice.bytes, slice.from, slice.length);
    }
}
