package dev.lazymcp.cli;

import dev.lazymcp.control.ControlServer;
import dev.lazymcp.control.StubHint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The one socket of a hub, on which all its servers are reached, from when its client has introduced itself until it leaves. */
final class HubSocket {
    private static final long STACK = 256 * 1024;

    private final List<Path> places;
    private final StubHint hint;
    private final Supplier<List<String>> servers;
    private final Consumer<String> log;
    private final CountDownLatch settled = new CountDownLatch(1);
    private @Nullable ControlServer server;
    private boolean closed;

    /**
     * A socket that is not open.
     *
     * @param places where it may be
     * @param hint of the hub
     * @param servers the names of those behind it now
     */
    HubSocket(List<Path> places, StubHint hint, Supplier<List<String>> servers, Consumer<String> log) {
        this.places = places;
        this.hint = hint;
        this.servers = servers;
        this.log = log;
    }

    /** Begins to serve; where that is not possible the hub goes on without. Does not block. */
    void open(ControlServer.Handler handler, Runnable whenOpen) {
        Thread thread = new Thread(null, () -> serve(handler, whenOpen), "control", STACK);
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(ControlServer.Handler handler, Runnable whenOpen) {
        try (ControlServer opened = ControlServer.open(places, hint.with(servers.get()), handler)) {
            if (keep(opened)) {
                refresh();
                whenOpen.run();
                settled.countDown();
                opened.serve();
            }
        } catch (IOException e) {
            log.accept("commands such as 'lazymcp status' cannot reach this hub: " + e.getMessage());
        } finally {
            settled.countDown();
        }
    }

    /** Waits until the socket is open, or cannot be; no longer than {@code limit}. */
    void await(Duration limit) {
        try {
            // A hub that is too slow is found by nobody, which whoever asks is told.
            boolean done = settled.await(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!done) {
                log.accept("the socket is not open yet");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** There are other servers than before. */
    synchronized void refresh() {
        if (server != null && !closed) {
            try {
                server.replace(hint.with(servers.get()));
            } catch (IOException e) {
                log.accept("commands know the servers of before: " + e.getMessage());
            }
        }
    }

    private synchronized boolean keep(ControlServer opened) {
        server = opened;
        return !closed;
    }

    /** Gives the socket up and removes its files. */
    synchronized void close() {
        closed = true;
        if (server != null) {
            try {
                server.close();
            } catch (IOException e) {
                log.accept("the socket's files could not be removed: " + e.getMessage());
            }
        }
    }
}
