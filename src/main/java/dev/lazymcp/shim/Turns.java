package dev.lazymcp.shim;

import dev.lazymcp.rpc.FrameSink;
import dev.lazymcp.upstream.Upstream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thing after the other. Work is done inside a lock; what it sent is written, and what it put off is done, once the lock was given
 * back, in the order in which it was asked for: nothing that blocks is done inside.
 */
final class Turns {
    private final FrameSink client;
    private final Supplier<@Nullable Connection> server;
    private final Timers timers;
    private final Consumer<String> log;
    private final Runnable onClientLost;
    private final ReentrantLock lock = new ReentrantLock();
    private final Flusher toClient = new Flusher(this::flushClient);
    private List<Runnable> later = new ArrayList<>();

    /**
     * Turns that write to {@code client} and {@code server}.
     *
     * @param server who is connected; asked inside the lock
     * @param timers whose thread no peer may hold up
     * @param log takes a line where the server cannot be written to
     * @param onClientLost runs where the client cannot be
     */
    Turns(
            FrameSink client,
            Supplier<@Nullable Connection> server,
            Timers timers,
            Consumer<String> log,
            Runnable onClientLost) {
        this.client = client;
        this.server = server;
        this.timers = timers;
        this.log = log;
        this.onClientLost = onClientLost;
    }

    /**
     * Which peers may hold up a thread by not reading. One that reads what the server says must not wait for the server: a server that
     * reads nothing while it writes would wait for us in turn.
     */
    private enum Waits {
        FOR_BOTH,
        FOR_CLIENT,
        FOR_NOBODY
    }

    /** Does {@code work}. */
    void take(Runnable work) {
        take(work, timers.isCurrentThread() ? Waits.FOR_NOBODY : Waits.FOR_BOTH);
    }

    /** Does {@code work}, on the thread that reads what the server says. */
    void takeHeard(Runnable work) {
        take(work, Waits.FOR_CLIENT);
    }

    /** Does {@code work} for a caller that no peer may hold up: what it sent is written by another thread. */
    void takeAside(Runnable work) {
        take(work, Waits.FOR_NOBODY);
    }

    /** Does {@code work}, which sends nothing and puts nothing off. */
    void look(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    /** Does {@code task} once the lock is given back. */
    void later(Runnable task) {
        later.add(task);
    }

    private void take(Runnable work, Waits waits) {
        final Connection connection;
        List<Runnable> todo = List.of();
        lock.lock();
        try {
            work.run();
            connection = server.get();
            if (!later.isEmpty()) {
                todo = later;
                later = new ArrayList<>();
            }
        } finally {
            lock.unlock();
        }
        if (waits != Waits.FOR_NOBODY) {
            flushClient();
        } else if (!client.isEmpty()) {
            toClient.ask();
        }
        if (connection != null) {
            if (waits == Waits.FOR_BOTH) {
                flush(connection);
            } else {
                connection.flushAside();
            }
        }
        for (Runnable task : todo) {
            task.run();
        }
    }

    private void flushClient() {
        try {
            client.flush();
        } catch (IOException e) {
            onClientLost.run();
        }
    }

    /** Writes what waits for the server of {@code connection}; blocks while that does not read. */
    void flush(Connection connection) {
        Upstream upstream = connection.upstream();
        if (upstream != null) {
            try {
                upstream.flush();
            } catch (IOException e) {
                // The server is going or gone; its end is told by its listener, with the reason.
                log.accept("cannot write to the server: " + e.getMessage());
            }
        }
    }
}
