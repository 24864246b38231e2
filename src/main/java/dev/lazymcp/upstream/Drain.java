package dev.lazymcp.upstream;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * A pipe of a server, and whether there is still something to come from it. That cannot be told from its end alone: whatever
 * the server started may hold it open for ever.
 */
final class Drain extends FilterInputStream {
    private final Object lock = new Object();
    private boolean reading;
    private long readingSince;
    private boolean finished;

    Drain(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        enter(true);
        try {
            return super.read(bytes, from, length);
        } finally {
            enter(false);
        }
    }

    /** Its reader has taken all there will be. */
    void finished() {
        synchronized (lock) {
            finished = true;
            lock.notifyAll();
        }
    }

    /**
     * Waits until the reader has finished, or has waited in vain for {@code quiet} from now on or longer; a reader that is busy
     * with what it read is waited for.
     *
     * @return whether it has finished
     */
    boolean awaitQuiet(Duration quiet) throws InterruptedException {
        long begin = System.nanoTime();
        synchronized (lock) {
            while (!finished) {
                long left = quiet.toNanos();
                if (reading) {
                    left -= System.nanoTime() - (readingSince - begin > 0 ? readingSince : begin);
                    if (left <= 0) {
                        return false;
                    }
                }
                lock.wait(left / 1_000_000 + 1);
            }
            return true;
        }
    }

    private void enter(boolean value) {
        synchronized (lock) {
            reading = value;
            readingSince = System.nanoTime();
        }
    }
}
