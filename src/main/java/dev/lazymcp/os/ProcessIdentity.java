package dev.lazymcp.os;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process, told from a later one with the same id by its start.
 *
 * @param started empty where the system does not say
 */
public record ProcessIdentity(long pid, Optional<Instant> started) {
    /** The start is reckoned from the time the machine booted, which its clock's corrections move. */
    private static final Duration DRIFT = Duration.ofSeconds(2);

    /** The process {@code pid}, if there is one that we can see. */
    public static Optional<ProcessIdentity> of(long pid) {
        return ProcessHandle.of(pid)
                .map(handle -> new ProcessIdentity(pid, handle.info().startInstant()));
    }

    /** This process. */
    public static ProcessIdentity self() {
        ProcessHandle self = ProcessHandle.current();
        return new ProcessIdentity(self.pid(), self.info().startInstant());
    }

    /** Whether {@code that} can be the same process. */
    public boolean matches(ProcessIdentity that) {
        return pid == that.pid
                && (started.isEmpty()
                        || that.started.isEmpty()
                        || Duration.between(started.get(), that.started.get())
                                        .abs()
                                        .compareTo(DRIFT)
                                <= 0);
    }

    /** Whether the process is still there. One that ended and was not waited for is not. */
    public boolean isAlive() {
        boolean zombie = ProcStat.of(pid).map(ProcStat::hasEnded).orElse(false);
        return !zombie && of(pid).map(this::matches).orElse(false);
    }
}
