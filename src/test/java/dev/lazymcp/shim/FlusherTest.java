package dev.lazymcp.shim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class FlusherTest {
    @Test
    void askingNeverWaitsAndOneThreadAtATimeFlushes() throws InterruptedException {
        CountDownLatch began = new CountDownLatch(1);
        Semaphore peerReads = new Semaphore(0);
        Semaphore flushed = new Semaphore(0);
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Flusher flusher = new Flusher(() -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            began.countDown();
            peerReads.acquireUninterruptibly();
            atOnce.decrementAndGet();
            flushed.release();
        });

        flusher.ask();
        began.await();
        for (int i = 0; i < 1_000; i++) {
            flusher.ask();
        }
        peerReads.release(1_000_000);
        flushed.acquire(2); // the second for all that was asked while the first went on

        flusher.ask();
        flushed.acquire();
        assertThat(most).hasValue(1);
    }
}
