package dev.lazymcp.cli;

import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Input that somebody else's program gives us, who may give too much of it or never end it. */
final class BoundedInput {
    private static final int LONGEST = 1024 * 1024;

    private BoundedInput() {}

    /**
     * All of {@code in}, which is read on a thread of its own.
     *
     * @throws IOException where it is longer than 1 MiB, has not ended within {@code patience}, or cannot be read
     */
    static Frame read(InputStream in, Duration patience) throws IOException {
        CompletableFuture<byte[]> whole = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("input").start(() -> {
            try {
                whole.complete(in.readNBytes(LONGEST + 1));
            } catch (IOException e) {
                whole.completeExceptionally(e);
            }
        });
        try {
            byte[] bytes = whole.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (bytes.length > LONGEST) {
                throw new IOException("the input is longer than " + LONGEST + " bytes");
            }
            return Frame.of(bytes);
        } catch (TimeoutException e) {
            throw new IOException("stdin did not end within " + patience.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new IOException("stdin cannot be read: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading stdin");
        }
    }
}
