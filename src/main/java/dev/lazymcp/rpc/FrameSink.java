package dev.lazymcp.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames to one stream from many threads: whole frames, in the order in which they were offered. Offering never
 * blocks and may be done under a lock that orders messages; writing is done by {@link #flush}, outside of it. A thread that
 * finds another one writing leaves its frames to that one, unless more waits than a reader should run ahead of: then it
 * waits, and so the peer that produced them is slowed down.
 */
public final class FrameSink {
    /** So many bytes may wait before {@link #flush} waits for them. */
    private static final long AHEAD = 1024 * 1024;

    /** Where frames go. */
    @FunctionalInterface
    public interface Target {
        /**
         * Takes the next frame; may block.
         *
         * @throws IOException where it cannot: no other frame will be offered to it
         */
        void take(Frame frame) throws IOException;
    }

    private final Target out;
    private final ReentrantLock writing = new ReentrantLock();
    private final ArrayDeque<Frame> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private volatile @Nullable IOException failure;

    /** A sink over {@code out}. */
    public FrameSink(OutputStream out) {
        this(frame -> frame.writeTo(out));
    }

    /** A sink before {@code out}. */
    public FrameSink(Target out) {
        this.out = out;
    }

    /** Puts {@code frame} behind those that wait. */
    public void offer(Frame frame) {
        synchronized (waiting) {
            waiting.add(frame);
            waitingBytes += frame.size();
        }
    }

    /**
     * Has everything written that was offered, by this thread or by one that is at it.
     *
     * @throws IOException when the stream failed, now or before: it stays failed
     */
    public void flush() throws IOException {
        while (true) {
            throwFailure();
            if (!hasWaiting()) {
                return;
            }
            if (isAhead()) {
                writing.lock();
            } else if (!writing.tryLock()) {
                return;
            }
            try {
                writeAll();
            } finally {
                writing.unlock();
            }
        }
    }

    private void writeAll() throws IOException {
        throwFailure();
        for (Frame frame; (frame = poll()) != null; ) {
            try {
                out.take(frame);
            } catch (IOException e) {
                failure = e;
                discard();
                throw e;
            }
        }
    }

    /** A new exception for each caller: one that many threads throw could end up suppressed by itself. */
    private void throwFailure() throws IOException {
        IOException before = failure;
        if (before != null) {
            discard();
            throw new IOException(before.getMessage(), before);
        }
    }

    /** What waits for a stream that failed is not kept. */
    private void discard() {
        synchronized (waiting) {
            waiting.clear();
            waitingBytes = 0;
        }
    }

    private @Nullable Frame poll() {
        synchronized (waiting) {
            Frame frame = waiting.poll();
            waitingBytes -= frame == null ? 0 : frame.size();
            return frame;
        }
    }

    /** Whether nothing waits to be written. */
    public boolean isEmpty() {
        return !hasWaiting();
    }

    /** Whether nothing waits and nothing is being written. */
    public boolean isIdle() {
        return isEmpty() && !writing.isLocked();
    }

    private boolean hasWaiting() {
        synchronized (waiting) {
            return !waiting.isEmpty();
        }
    }

    private boolean isAhead() {
        synchronized (waiting) {
            return waitingBytes > AHEAD;
        }
    }
}
