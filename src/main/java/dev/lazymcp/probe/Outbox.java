package dev.lazymcp.probe;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.upstream.Upstream;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * What is said to one server, in order, by a thread of its own: writing blocks while the server does not read, and neither who waits
 * for an answer nor who reads from the server may.
 */
final class Outbox {
    private final CompletableFuture<Upstream> server = new CompletableFuture<>();
    private final CompletableFuture<Consumer<IOException>> deaf = new CompletableFuture<>();
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("probe-writer").unstarted(task));

    /** The server is there; {@code failed} hears when it takes nothing any more. */
    void open(Upstream started, Consumer<IOException> failed) {
        deaf.complete(failed);
        server.complete(started);
    }

    /** Puts {@code frame} behind those that wait; after {@link #close} it is dropped, since nobody would read it. */
    void send(Frame frame) {
        try {
            writer.execute(() -> write(frame));
        } catch (RejectedExecutionException closed) {
            // The server is being ended.
        }
    }

    void close() {
        server.cancel(false);
        writer.shutdownNow();
    }

    private void write(Frame frame) {
        try {
            Upstream started = server.join();
            started.send(frame);
            started.flush();
        } catch (IOException e) {
            deaf.join().accept(e);
        } catch (CancellationException neverStarted) {
            // What was to be said has nobody to hear it.
        }
    }
}
