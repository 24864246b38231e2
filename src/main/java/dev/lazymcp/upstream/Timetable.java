package dev.lazymcp.upstream;

/**
 * When a stop goes on to its next means.
 *
 * @param termAt on the clock of {@link System#nanoTime}
 * @param killAt on the same clock
 */
record Timetable(long termAt, long killAt) {
    /** That of a stop at {@code pace} which begins at {@code now}. */
    static Timetable from(long now, StopPace pace) {
        long termAt = now + pace.untilTerm().toNanos();
        return new Timetable(termAt, termAt + pace.untilKill().toNanos());
    }

    /** This one, brought forward to what a stop at {@code pace} from {@code now} on would be. */
    Timetable hastened(long now, StopPace pace) {
        Timetable other = from(now, pace);
        return new Timetable(earlier(termAt, other.termAt), earlier(killAt, other.killAt));
    }

    private static long earlier(long a, long b) {
        return a - b < 0 ? a : b;
    }
}
