package dev.lazymcp.probe;

import java.time.Duration;

/**
 * Until when something has to be done; several steps can share one.
 *
 * @param limit how long all of it may take
 * @param nanos when it is over, as {@link System#nanoTime} counts
 */
public record Deadline(Duration limit, long nanos) {
    /** {@code limit} from now on. */
    public static Deadline in(Duration limit) {
        return new Deadline(limit, System.nanoTime() + limit.toNanos());
    }

    /** What is left of it, in nanoseconds; 0 where it is over. */
    public long left() {
        return Math.max(0, nanos - System.nanoTime());
    }
}
