package dev.lazymcp.upstream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** A stream whose writers hang until somebody begins to read it. */
final class UnreadStream extends OutputStream {
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch hanging = new CountDownLatch(1);
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    void read() {
        reading.countDown();
    }

    void awaitHanging() throws InterruptedException {
        hanging.await();
    }

    String text() {
        return written.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        hanging.countDown();
        try {
            reading.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        written.write(bytes, from, length);
    }
}
