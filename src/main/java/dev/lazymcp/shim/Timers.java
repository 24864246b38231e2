package dev.lazymcp.shim;

import dev.lazymcp.os.Background;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs things later, one after the other, on a thread of its own that is started with the first of them. What runs must be short:
 * it holds up all others.
 */
public final class Timers {
    private record Due(long at, long order, Runnable task) {}

    private final LongSupplier clock;
    private final PriorityQueue<Due> queue =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private long order;
    private @Nullable Thread thread;

    /** Timers by {@code clock}, in milliseconds. */
    public Timers(LongSupplier clock) {
        this.clock = clock;
    }

    /** Runs {@code task} once {@code delay} milliseconds have passed. */
    public synchronized void after(long delay, Runnable task) {
        queue.add(new Due(clock.getAsLong() + Math.max(0, delay), order++, task));
        if (thread != null) {
            notifyAll();
        } else {
            thread = Background.run("timers", this::run);
        }
    }

    /** The clock's time. */
    long now() {
        return clock.getAsLong();
    }

    /** Whether the caller is one of the things that run here. */
    synchronized boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    private void run() {
        while (true) {
            try {
                next().run();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized Runnable next() throws InterruptedException {
        while (true) {
            Due due = queue.peek();
            if (due == null) {
                wait();
            } else {
                long rest = due.at - clock.getAsLong();
                if (rest <= 0) {
                    queue.remove();
                    return due.task;
                }
                wait(rest);
            }
        }
    }
}
