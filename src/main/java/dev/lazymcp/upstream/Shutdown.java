package dev.lazymcp.upstream;

import dev.lazymcp.upstream.ProcessTree.Signal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * How a server is ended (MCP, "Lifecycle", Shutdown, stdio): close its input, wait, TERM, wait, KILL. The tree is ended at
 * before each step. Waits end with the last process, never with a pipe: that may be held by anybody.
 */
final class Shutdown {
    /** How often the tree is ended at while it ends; the server itself says so by {@link #ended}. */
    private static final Duration LOOK = Duration.ofMillis(5);

    private final ProcessTree tree;
    private final Runnable closeInput;
    private Optional<Timetable> timetable = Optional.empty();
    private boolean running;
    private boolean gone;

    /** @param closeInput must not block */
    Shutdown(ProcessTree tree, Runnable closeInput) {
        this.tree = tree;
        this.closeInput = closeInput;
    }

    /**
     * Ends the tree, or hastens the end that is on its way; blocks until it is over.
     *
     * @return whether everything is gone
     */
    boolean stop(StopPace pace) {
        long now = System.nanoTime();
        synchronized (this) {
            if (gone) {
                return true;
            }
            timetable = Optional.of(
                    timetable.map(plan -> plan.hastened(now, pace)).orElseGet(() -> Timetable.from(now, pace)));
            notifyAll();
            if (running) {
                return awaitOther();
            }
            running = true;
        }
        try {
            boolean done = run();
            synchronized (this) {
                gone = done;
            }
            return done;
        } finally {
            synchronized (this) {
                running = false;
                notifyAll();
            }
        }
    }

    /** Whether a stop has begun. */
    synchronized boolean isRequested() {
        return timetable.isPresent();
    }

    /** Something has ended: have a look. */
    synchronized void ended() {
        notifyAll();
    }

    private boolean run() {
        tree.signal(Signal.NONE);
        closeInput.run();
        if (awaitGone(Timetable::termAt)) {
            return true;
        }
        if (isBefore(Timetable::killAt)) {
            tree.signal(Signal.TERM);
            if (awaitGone(Timetable::killAt)) {
                return true;
            }
        }
        tree.signal(Signal.KILL);
        long reaped = System.nanoTime() + StopPace.REAP.toNanos();
        return awaitGone(_ -> reaped);
    }

    /** Waits until the tree is gone or it is time; that time may come nearer meanwhile. */
    private boolean awaitGone(ToLongFunction<Timetable> time) {
        boolean interrupted = false;
        try {
            while (true) {
                if (!tree.isAlive()) {
                    return true;
                }
                synchronized (this) {
                    long left = time.applyAsLong(timetable.orElseThrow()) - System.nanoTime();
                    if (left <= 0) {
                        return false;
                    }
                    try {
                        wait(Math.max(1, Math.min(LOOK.toMillis(), left / 1_000_000)));
                    } catch (InterruptedException e) {
                        // Who asked for the stop is in a hurry now; leaving processes behind is no answer to that.
                        interrupted = true;
                        timetable = timetable.map(plan -> plan.hastened(System.nanoTime(), StopPace.NOW));
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized boolean isBefore(ToLongFunction<Timetable> time) {
        return time.applyAsLong(timetable.orElseThrow()) - System.nanoTime() > 0;
    }

    /** The one who is at it keeps to the timetable, so needs no other limit. */
    private synchronized boolean awaitOther() {
        try {
            while (running) {
                wait();
            }
            return gone;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
