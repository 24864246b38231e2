package dev.lazymcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lazymcp.Gen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FrameSinkTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void framesOfManyThreadsAreWholeAndEachThreadsAreInOrder() {
        int producers = 6;
        int each = 400;
        Gen.forAll(5, gen -> {
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            FrameSink sink = new FrameSink(new OneAtATime(written));
            int often = gen.between(1, 5);
            int large = gen.between(20, 200);
            List<Callable<Integer>> work = new ArrayList<>();
            for (int producer = 0; producer < producers; producer++) {
                String name = producer + ":";
                work.add(() -> {
                    for (int i = 0; i < each; i++) {
                        String padding = i % large == 0 ? "x".repeat(70_000) : "";
                        byte[] bytes = Frames.utf8(name + i + padding + ".");
                        sink.offer(Frames.cut(bytes, bytes.length / 2));
                        if (i % often == 0) {
                            sink.flush();
                        }
                    }
                    sink.flush();
                    return each;
                });
            }
            for (Future<Integer> done : threads.invokeAll(work)) {
                done.get();
            }
            int[] next = new int[producers];
            Frame.of(written.toByteArray()).toString().lines().forEach(line -> {
                int producer = line.charAt(0) - '0';
                String expected = producer + ":" + next[producer];
                assertThat(line).startsWith(expected).endsWith(".");
                assertThat(line.substring(expected.length())).matches("x*\\.");
                next[producer]++;
            });
            assertThat(next).containsOnly(each);
        });
    }

    /** Refuses to be written to by two threads at a time. */
    private static final class OneAtATime extends OutputStream {
        private final OutputStream out;
        private final AtomicBoolean busy = new AtomicBoolean();

        private OneAtATime(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            assertThat(busy.compareAndSet(false, true)).isTrue();
            Thread.onSpinWait();
            out.write(bytes, from, length);
            busy.set(false);
        }
    }

    @Test
    void aFrameOfferedWhileAnotherIsWrittenIsLeftToItsWriter() throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        AtomicReference<FrameSink> sink = new AtomicReference<>();
        OutputStream out = new OutputStream() {
            private boolean first = true;

            @Override
            public void write(int b) {
                written.write(b);
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                written.write(bytes, from, length);
                if (first) {
                    first = false;
                    inAnotherThread(() -> {
                        sink.get().offer(Frame.of("second"));
                        sink.get().flush();
                        return null;
                    });
                    assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("first\n");
                }
            }
        };
        sink.set(new FrameSink(out));
        sink.get().offer(Frame.of("first"));
        sink.get().flush();
        assertThat(Frame.of(written.toByteArray()).toString()).isEqualTo("first\nsecond\n");
    }

    private void inAnotherThread(Callable<?> work) {
        try {
            threads.submit(work).get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The moment after a writer found nothing more and before it lets go is hit now and then among so many. */
    @Test
    void noFrameIsForgottenWhenAWriterIsJustLeaving() throws Exception {
        AtomicInteger written = new AtomicInteger();
        FrameSink sink = new FrameSink(new OutputStream() {
            @Override
            public void write(int b) {
                throw new AssertionError("small frames are written whole");
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                written.incrementAndGet();
            }
        });
        int rounds = 3_000;
        for (int round = 0; round < rounds; round++) {
            CountDownLatch start = new CountDownLatch(2);
            Callable<Void> one = () -> {
                start.countDown();
                start.await();
                sink.offer(Frame.of("x"));
                sink.flush();
                return null;
            };
            Future<Void> other = threads.submit(one);
            one.call();
            other.get();
            assertThat(written.get()).as("round " + round).isEqualTo(2 * (round + 1));
        }
    }

    @Test
    void whoProducesForAReaderThatStoppedIsHeldUpBeyondTheLimitAlone() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        FrameSink sink = new FrameSink(new OutputStream() {
            @Override
            public void write(int b) {
                written.write(b);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                blocked.countDown();
                try {
                    reading.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                written.write(bytes, from, length);
            }
        });
        Future<?> writer = threads.submit(() -> {
            sink.offer(Frame.of("first"));
            sink.flush();
            return null;
        });
        blocked.await();

        Frame large = Frame.of("x".repeat(100_000));
        for (int i = 0; i < 10; i++) {
            sink.offer(large);
            sink.flush(); // returns: a million bytes are not too many
        }
        Thread[] held = new Thread[1];
        CountDownLatch started = new CountDownLatch(1);
        Future<?> producer = threads.submit(() -> {
            held[0] = Thread.currentThread();
            sink.offer(large);
            started.countDown();
            sink.flush();
            return null;
        });
        started.await();
        while (held[0].getState() != Thread.State.WAITING) {
            assertThat(producer.isDone()).isFalse();
            Thread.onSpinWait();
        }

        reading.countDown();
        producer.get();
        writer.get();
        assertThat(written.size()).isEqualTo(6 + 11 * 100_001);
    }

    @Test
    void aStreamThatFailedStaysFailed() {
        AtomicInteger attempts = new AtomicInteger();
        FrameSink sink = new FrameSink(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                attempts.incrementAndGet();
                throw new IOException("Broken pipe");
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                write(bytes[from]);
            }
        });
        sink.offer(Frame.of("a"));
        sink.offer(Frame.of("b"));
        assertThatThrownBy(sink::flush).isInstanceOf(IOException.class).hasMessage("Broken pipe");
        assertThatThrownBy(sink::flush)
                .as("for a thread that left its frame to another")
                .hasMessage("Broken pipe");
        sink.offer(Frame.of("c"));
        assertThatThrownBy(sink::flush).hasMessage("Broken pipe");
        assertThat(attempts).as("nothing is written behind a hole").hasValue(1);
    }
}
