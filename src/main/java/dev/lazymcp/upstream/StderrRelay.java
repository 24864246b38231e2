package dev.lazymcp.upstream;

import dev.lazymcp.os.Background;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Passes bytes on to a stream that may not be read by anybody, our own stderr, without ever making the giver wait: what does
 * not fit a bounded buffer is dropped, and a line says how much. One relay serves all servers of a process, one after the
 * other, since its thread may hang in a write for ever.
 */
public final class StderrRelay implements StderrSink {
    private static final int CAPACITY = 64 * 1024;

    private final OutputStream out;
    private byte[] buffer = new byte[0];
    private int filled;
    private long dropped;
    private boolean started;
    private boolean writing;
    private boolean failed;

    StderrRelay(OutputStream out) {
        this.out = out;
    }

    /** A relay to this process's stderr. Its thread starts with the first byte. */
    public static StderrRelay toOurStderr() {
        return new StderrRelay(new FileOutputStream(FileDescriptor.err));
    }

    /** Passes {@code length} bytes on, or drops those that find no room. */
    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        if (failed || length == 0) {
            return;
        }
        if (buffer.length == 0) {
            buffer = new byte[CAPACITY];
        }
        // Where there is no thread, what was said waits for the next that finds one.
        started = started || Background.tryRun("stderr-relay", this::run);
        // Once something was dropped, what comes later waits behind the line that says so.
        int fits = dropped > 0 ? 0 : Math.min(length, CAPACITY - filled);
        System.arraycopy(bytes, from, buffer, filled, fits);
        filled += fits;
        dropped += length - fits;
        notifyAll();
    }

    /**
     * Waits until everything was written, at most {@code limit}.
     *
     * @return whether it was
     */
    public synchronized boolean flush(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (!failed && (filled > 0 || dropped > 0 || writing)) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                wait(left / 1_000_000 + 1);
            }
            return !failed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void run() {
        try {
            while (true) {
                out.write(take());
                out.flush();
            }
        } catch (IOException e) {
            // Nobody can be told: this was the place to tell it. The servers' last lines stay in their tails.
            fail();
        } catch (InterruptedException e) {
            fail();
        }
    }

    private synchronized byte[] take() throws InterruptedException {
        writing = false;
        notifyAll();
        while (filled == 0 && dropped == 0) {
            wait();
        }
        writing = true;
        byte[] marker = dropped == 0 ? new byte[0] : marker();
        byte[] taken = new byte[filled + marker.length];
        System.arraycopy(buffer, 0, taken, 0, filled);
        System.arraycopy(marker, 0, taken, filled, marker.length);
        filled = 0;
        dropped = 0;
        return taken;
    }

    private byte[] marker() {
        boolean lineStart = filled == 0 || buffer[filled - 1] == '\n';
        String text = (lineStart ? "" : "\n") + "[lazymcp: " + dropped + " bytes of stderr dropped]\n";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private synchronized void fail() {
        failed = true;
        filled = 0;
        dropped = 0;
        writing = false;
        notifyAll();
    }
}
