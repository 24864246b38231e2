package dev.lazymcp.upstream;

import dev.lazymcp.rpc.FrameReader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps what a listener is promised: one call at a time, one end, nothing after it. */
final class Delivery {
    private final UpstreamListener listener;
    private final ReentrantLock turn = new ReentrantLock();
    private final CountDownLatch over = new CountDownLatch(1);

    Delivery(UpstreamListener listener) {
        this.listener = listener;
    }

    void received(FrameReader.Read read) {
        turn.lock();
        try {
            if (over.getCount() > 0) {
                listener.received(read);
            }
        } finally {
            turn.unlock();
        }
    }

    void ended(Exit exit) {
        turn.lock();
        try {
            if (over.getCount() > 0) {
                over.countDown();
                listener.ended(exit);
            }
        } finally {
            turn.unlock();
        }
    }

    /** Waits until the end was told, at most until {@code deadline} of {@link System#nanoTime}; not at all for the listener. */
    void awaitEnded(long deadline) {
        if (turn.isHeldByCurrentThread()) {
            return;
        }
        try {
            if (over.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                    && turn.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                turn.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
