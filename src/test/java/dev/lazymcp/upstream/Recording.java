package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A listener that keeps what it hears, in order, and notices when it is told two things at once. */
final class Recording implements UpstreamListener {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
    private final AtomicInteger inside = new AtomicInteger();

    @Override
    public void received(FrameReader.Read read) {
        hear(read instanceof FrameReader.Line(var frame) ? frame.toString() : read);
    }

    @Override
    public void unanswered(Frame rawId, String reason) {
        hear(List.of("unanswered", rawId.toString(), reason));
    }

    @Override
    public void ended(Exit exit) {
        hear(exit);
    }

    String awaitFrame() throws InterruptedException {
        Object next = next();
        assertThat(next).isInstanceOf(String.class);
        return (String) next;
    }

    /** The end, which must be the next thing to hear. */
    Exit awaitEnd() throws InterruptedException {
        Object next = next();
        assertThat(next).isInstanceOf(Exit.class);
        return (Exit) next;
    }

    /** All frames up to the end. */
    List<String> awaitFramesToEnd() throws InterruptedException {
        List<String> frames = new ArrayList<>();
        Object next = next();
        while (next instanceof String frame) {
            frames.add(frame);
            next = next();
        }
        assertThat(next).isInstanceOf(Exit.class);
        return frames;
    }

    /** What was heard and not asked for. */
    List<Object> rest() {
        return List.copyOf(heard);
    }

    private void hear(Object what) {
        int others = inside.getAndIncrement();
        heard.add(others == 0 ? what : List.of("told at the same time as something else", what));
        inside.decrementAndGet();
    }

    private Object next() throws InterruptedException {
        Object next = heard.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(next).as("something from the server within %s", PATIENCE).isNotNull();
        return next;
    }
}
