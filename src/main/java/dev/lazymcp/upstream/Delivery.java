package dev.lazymcp.upstream;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps what a listener is promised: one call at a time, one end, nothing after it. */
public final class Delivery {
    private final UpstreamListener listener;
    private final ReentrantLock turn = new ReentrantLock();
    private final CountDownLatch over = new CountDownLatch(1);

    /** A delivery to {@code listener}. */
    public Delivery(UpstreamListener listener) {
        this.listener = listener;
    }

    /** Hands over what the server wrote, unless its end was told. */
    public void received(FrameReader.Read read) {
        turn.lock();
        try {
            if (over.getCount() > 0) {
                listener.received(read);
            }
        } finally {
            turn.unlock();
        }
    }

    /** Says that no answer to the request {@code rawId} will come, unless the end was told. */
    public void unanswered(Frame rawId, String reason) {
        turn.lock();
        try {
            if (over.getCount() > 0) {
                listener.unanswered(rawId, reason);
            }
        } finally {
            turn.unlock();
        }
    }

    /** Tells the end, unless it was told. */
    public void ended(Exit exit) {
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
    public void awaitEnded(long deadline) {
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
