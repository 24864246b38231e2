package dev.lazymcp.upstream;

import java.time.Duration;

/**
 * How long a server may take to end. It first sees the end of its input, which ends nearly every server (of 20 measured, 19
 * within 113 ms, one within 1.1 s), then gets TERM, then KILL.
 */
public enum StopPace {
    /** Our client closed our input. Clients send TERM to us 2 s later. */
    EOF(1500, 350),
    /** We got a signal. The most impatient client kills us 1 s later. */
    SIGNAL(500, 250),
    /** TERM at once, for what does not read its input. */
    TERM(0, 250),
    /** KILL at once. */
    NOW(0, 0);

    /** How long after KILL its effect is awaited. */
    static final Duration REAP = Duration.ofMillis(120);

    private final int untilTerm;
    private final int untilKill;

    StopPace(int untilTerm, int untilKill) {
        this.untilTerm = untilTerm;
        this.untilKill = untilKill;
    }

    /** From end of input to TERM. */
    Duration untilTerm() {
        return Duration.ofMillis(untilTerm);
    }

    /** From TERM to KILL. */
    Duration untilKill() {
        return Duration.ofMillis(untilKill);
    }

    /** The longest that a stop at this pace takes. */
    public Duration budget() {
        return REAP.plusMillis(untilTerm + untilKill);
    }
}
