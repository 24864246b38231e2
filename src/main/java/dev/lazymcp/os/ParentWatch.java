package dev.lazymcp.os;

import java.time.Instant;
import java.util.Optional;

/**
 * Tells whether the process that started us has ended. A client that dies closes our input, which is the ordinary sign; this
 * one is for clients whose other children hold the same pipe open.
 */
public final class ParentWatch {
    /** What a look at our parent brought. */
    sealed interface Look {
        /** There is one. */
        record Parent(ProcessIdentity identity) implements Look {}

        /** There is none, or none to be seen. */
        record None() implements Look {}

        /** The system did not let us look this time. */
        record Unknown() implements Look {}
    }

    private final Look first;

    private ParentWatch(Look first) {
        this.first = first;
    }

    /** A watch over the parent that this process has now. */
    public static ParentWatch begin() {
        return new ParentWatch(look(Platform.current()));
    }

    /** The parent that is watched; empty where it is outside of what we can see, in another container say. */
    public Optional<ProcessIdentity> parent() {
        return first instanceof Look.Parent(ProcessIdentity identity) ? Optional.of(identity) : Optional.empty();
    }

    /** Whether the parent has ended. One or two system calls on Unix; never true where {@link #parent} is empty. */
    public boolean isGone() {
        return isGone(first, look(Platform.current()));
    }

    /** A Unix process whose parent ends gets another one; a Windows process keeps a parent that is no more. */
    static boolean isGone(Look then, Look now) {
        if (!(then instanceof Look.Parent(ProcessIdentity parent))) {
            return false;
        }
        return switch (now) {
            case Look.Parent(ProcessIdentity identity) -> !identity.matches(parent);
            case Look.None() -> true;
            case Look.Unknown() -> false;
        };
    }

    private static Look look(Platform platform) {
        if (platform != Platform.LINUX) {
            return ProcessHandle.current()
                    .parent()
                    .<Look>map(handle -> new Look.Parent(
                            new ProcessIdentity(handle.pid(), handle.info().startInstant())))
                    .orElseGet(Look.None::new);
        }
        return ProcStat.self().map(ParentWatch::ofLinux).orElseGet(Look.Unknown::new);
    }

    private static Look ofLinux(ProcStat self) {
        if (self.parent() == 0) {
            return new Look.None();
        }
        Optional<Instant> started =
                ProcessHandle.of(self.parent()).flatMap(handle -> handle.info().startInstant());
        return new Look.Parent(new ProcessIdentity(self.parent(), started));
    }
}
