package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.FrameReader.Read;
import dev.lazymcp.rpc.FrameReader.TooLong;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One message as its bytes come in. A message of the stdio transport has no line ends in it, while a body or the data of an event
 * may have them between tokens, where JSON takes a space as well (RFC 8259, section 2); in strings they are escaped.
 */
final class MessageBuffer {
    private static final int HEAD = 64 * 1024;
    private static final int TAIL = 1024;

    private final int limit;
    private List<byte[]> chunks = new ArrayList<>();
    private long size;
    private byte[] tail = new byte[0];

    /** For messages of at most {@code limit} bytes, at least 64 KiB: of longer ones no more than the ends are kept. */
    MessageBuffer(int limit) {
        this.limit = limit;
    }

    MessageBuffer() {
        this(FrameReader.DEFAULT_LIMIT);
    }

    /** Appends the bytes from {@code from} to {@code to}. */
    void add(byte[] bytes, int from, int to) {
        if (from == to) {
            return;
        }
        byte[] chunk = Arrays.copyOfRange(bytes, from, to);
        for (int i = 0; i < chunk.length; i++) {
            if (chunk[i] == '\n' || chunk[i] == '\r') {
                chunk[i] = ' ';
            }
        }
        boolean fitted = size <= limit;
        size += chunk.length;
        if (size <= limit) {
            chunks.add(chunk);
        } else {
            if (fitted) {
                cut(chunk);
            }
            tail = last(tail, chunk);
        }
    }

    /** Takes out what was added; nothing where that is blank. */
    Optional<Read> take() {
        Frame frame = Frame.of(chunks);
        Optional<Read> taken = size > limit
                ? Optional.of(new TooLong(frame, Frame.of(tail), size))
                : frame.isBlank() ? Optional.empty() : Optional.of(new Line(frame));
        chunks = new ArrayList<>();
        size = 0;
        tail = new byte[0];
        return taken;
    }

    /** What was kept so far, and {@code next}, are too much: the head stays, and the end so far is the tail. */
    private void cut(byte[] next) {
        List<byte[]> head = new ArrayList<>();
        int room = HEAD;
        for (byte[] chunk : chunks) {
            tail = last(tail, chunk);
            room -= keep(head, chunk, room);
        }
        keep(head, next, room);
        chunks = head;
    }

    private static int keep(List<byte[]> head, byte[] chunk, int room) {
        int kept = Math.min(room, chunk.length);
        if (kept > 0) {
            head.add(Arrays.copyOf(chunk, kept));
        }
        return kept;
    }

    private static byte[] last(byte[] before, byte[] next) {
        byte[] both = Arrays.copyOf(before, before.length + next.length);
        System.arraycopy(next, 0, both, before.length, next.length);
        return both.length <= TAIL ? both : Arrays.copyOfRange(both, both.length - TAIL, both.length);
    }
}
