package dev.lazymcp.process;

import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/** What arrives from another process, in order, until its end. Every wait has a deadline and says what it missed. */
final class Feed<T> {
    /** Generous, since a machine may be busy; nothing waits this long unless it fails. */
    static final Duration DEADLINE = Duration.ofSeconds(30);

    private final String source;
    private final List<T> items = new ArrayList<>();
    private boolean closed;

    Feed(String source) {
        this.source = source;
    }

    /** Fills it with the lines of {@code source}, on a thread of its own, until they end. */
    void fill(String thread, Callable<InputStream> source, Function<byte[], T> reading) {
        Thread filler = new Thread(
                () -> {
                    try (InputStream in = source.call()) {
                        Lines lines = new Lines(in);
                        for (byte[] line = lines.next(); line != null; line = lines.next()) {
                            add(reading.apply(line));
                        }
                    } catch (Exception closed) {
                        // Closed at this end; nothing more is to be expected of it either way.
                    } finally {
                        close();
                    }
                },
                thread);
        filler.setDaemon(true);
        filler.start();
    }

    synchronized void add(T item) {
        items.add(item);
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized List<T> all() {
        return List.copyOf(items);
    }

    synchronized boolean closed() {
        return closed;
    }

    /** The first item that is {@code wanted}, whether it is here already or still to come. */
    T await(String what, Predicate<? super T> wanted) {
        return await(what, 1, wanted);
    }

    /** The {@code nth} item, counted from one, that is {@code wanted}. */
    synchronized T await(String what, int nth, Predicate<? super T> wanted) {
        Search<T> search = new Search<>(items, wanted, nth);
        if (!until(DEADLINE, () -> search.found() || closed)) {
            throw new AssertionError(source + " did not bring " + what + " within " + DEADLINE);
        }
        if (!search.found()) {
            throw new AssertionError(source + " ended without " + what);
        }
        return items.get(search.at);
    }

    void awaitClosed() {
        if (!closedWithin(DEADLINE)) {
            throw new AssertionError(source + " did not end within " + DEADLINE);
        }
    }

    /** Waits for the end, no longer than {@code limit}, and says whether it came. */
    synchronized boolean closedWithin(Duration limit) {
        return until(limit, () -> closed);
    }

    private synchronized boolean until(Duration limit, BooleanSupplier done) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (!done.getAsBoolean()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                wait(left / 1_000_000 + 1);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + source, e);
        }
    }

    /** Looks at each item once, however often it is asked. */
    private static final class Search<T> {
        private final List<T> items;
        private final Predicate<? super T> wanted;
        private int missing;
        private int at = -1;

        Search(List<T> items, Predicate<? super T> wanted, int nth) {
            this.items = items;
            this.wanted = wanted;
            this.missing = nth;
        }

        boolean found() {
            while (missing > 0 && at + 1 < items.size()) {
                if (wanted.test(items.get(++at))) {
                    missing--;
                }
            }
            return missing == 0;
        }
    }
}
