package dev.lazymcp.shim;

import dev.lazymcp.os.Secrets;
import dev.lazymcp.os.Text;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** What a stub counts of its session. Times are of the stub's monotonic clock. Guarded by the lock of {@link Stub}. */
final class Tally {
    private static final int LONGEST_ERROR = 300;

    private final LongSupplier clock;
    private long stateSince;
    private long calls;
    private long errors;
    private String lastError = "";
    private long lastErrorAt = -1;
    private long startBegan = -1;
    private long startedIn = -1;
    private long startedAt = -1;

    Tally(LongSupplier clock) {
        this.clock = clock;
        this.stateSince = clock.getAsLong();
    }

    /** The state became another one. */
    void moved(State from, State to) {
        long now = clock.getAsLong();
        stateSince = now;
        if (to instanceof State.Connecting) {
            startBegan = now;
        } else if (from instanceof State.Connecting && to instanceof State.Active) {
            startedIn = now - startBegan;
            startedAt = now;
        }
    }

    /** The client called a tool. */
    void called() {
        calls++;
    }

    /** Something the client asked for failed. */
    void failed(String reason) {
        errors++;
        lastErrorAt = clock.getAsLong();
        lastError = Text.oneLine(Secrets.masked(reason, System.getenv()), LONGEST_ERROR);
    }

    /** For how many milliseconds the state has been what it is. */
    long inStateFor() {
        return clock.getAsLong() - stateSince;
    }

    long calls() {
        return calls;
    }

    long errors() {
        return errors;
    }

    /** What failed last, in one line without secrets; empty where nothing did. */
    String lastError() {
        return lastError;
    }

    /** How many milliseconds ago that was; empty where nothing failed. */
    OptionalLong sinceError() {
        return lastErrorAt < 0 ? OptionalLong.empty() : OptionalLong.of(clock.getAsLong() - lastErrorAt);
    }

    /** How many milliseconds ago the server was last started; empty where it was not. */
    OptionalLong sinceStart() {
        return startedAt < 0 ? OptionalLong.empty() : OptionalLong.of(clock.getAsLong() - startedAt);
    }

    /** How many milliseconds that start took. */
    OptionalLong startTook() {
        return startedIn < 0 ? OptionalLong.empty() : OptionalLong.of(startedIn);
    }
}
