package dev.lazymcp.shim;

import dev.lazymcp.os.Background;
import java.util.concurrent.atomic.AtomicInteger;

/** Has a peer's frames written by a thread of its own, for those that the peer must not hold up; at most one such thread at a time. */
final class Flusher {
    private final Runnable flush;
    private final AtomicInteger asked = new AtomicInteger();

    /** One that flushes by {@code flush}, which may block. */
    Flusher(Runnable flush) {
        this.flush = flush;
    }

    /** Has everything written that waits by now. Does not block. */
    void ask() {
        if (asked.getAndIncrement() == 0 && !Background.tryRun("flush", this::run)) {
            asked.set(0); // whoever comes next writes what waits
        }
    }

    private void run() {
        int seen;
        do {
            seen = asked.get();
            flush.run();
        } while (!asked.compareAndSet(seen, 0));
    }
}
