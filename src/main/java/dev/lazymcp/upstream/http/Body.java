package dev.lazymcp.upstream.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, read piece by piece by one thread that may set a limit to its patience: the time limit of the JDK's client
 * ends with the headers.
 */
final class Body implements HttpResponse.BodySubscriber<Body>, AutoCloseable {
    private sealed interface Part {}

    private record Bytes(List<ByteBuffer> buffers) implements Part {}

    private record End() implements Part {}

    private record Failed(Throwable reason) implements Part {}

    private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
    private Flow.@Nullable Subscription subscription;
    private boolean closed;
    private boolean over;

    @Override
    public CompletionStage<Body> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public synchronized void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (closed) {
            given.cancel();
        } else {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        parts.add(new Bytes(buffers));
    }

    @Override
    public void onError(Throwable reason) {
        parts.add(new Failed(reason));
    }

    @Override
    public void onComplete() {
        parts.add(new End());
    }

    /**
     * The next bytes, each array the caller's own; none at the end of the body.
     *
     * @param patience how long to wait for them; zero for as long as it takes
     * @throws IOException where the connection broke, or patience was at its end
     */
    Optional<byte[]> next(Duration patience) throws IOException {
        if (over) {
            return Optional.empty();
        }
        return switch (await(patience)) {
            case Bytes(List<ByteBuffer> buffers) -> {
                more();
                yield Optional.of(joined(buffers));
            }
            case End _ -> {
                over = true;
                yield Optional.empty();
            }
            case Failed(Throwable reason) -> {
                over = true;
                throw new IOException(String.valueOf(reason.getMessage()), reason);
            }
        };
    }

    /** At most {@code limit} bytes of the rest, as many as come within {@code patience}. */
    byte[] excerpt(int limit, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        byte[] read = new byte[0];
        try {
            Optional<byte[]> next = Optional.of(read);
            while (next.isPresent() && read.length < limit && deadline - System.nanoTime() > 0) {
                next = next(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
                byte[] more = next.orElse(new byte[0]);
                byte[] both = java.util.Arrays.copyOf(read, Math.min(limit, read.length + more.length));
                System.arraycopy(more, 0, both, read.length, both.length - read.length);
                read = both;
            }
        } catch (IOException e) {
            // An excerpt is of what there is.
            over = true;
        }
        return read;
    }

    /** Ends it; a thread that waits for bytes gets an exception. May be called by any thread. */
    @Override
    public synchronized void close() {
        closed = true;
        if (subscription != null) {
            subscription.cancel();
        }
        parts.add(new Failed(new IOException("closed")));
    }

    private synchronized void more() {
        if (subscription != null && !closed) {
            subscription.request(1);
        }
    }

    private Part await(Duration patience) throws IOException {
        try {
            Part part = patience.isZero() ? parts.take() : parts.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (part == null) {
                throw new HttpTimeoutException("nothing came for " + patience.toSeconds() + " s");
            }
            return part;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static byte[] joined(List<ByteBuffer> buffers) {
        int size = 0;
        for (ByteBuffer buffer : buffers) {
            size += buffer.remaining();
        }
        byte[] bytes = new byte[size];
        int at = 0;
        for (ByteBuffer buffer : buffers) {
            int length = buffer.remaining();
            buffer.get(bytes, at, length);
            at += length;
        }
        return bytes;
    }
}
