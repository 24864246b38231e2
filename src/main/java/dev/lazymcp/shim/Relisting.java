package dev.lazymcp.shim;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the client knows the tool list as it is. Who changed it from outside waits for that: a command that a model runs in its
 * client's shell is followed by the model's next request, which is to have the list as the command left it. Guarded by the lock of
 * {@link Stub}.
 */
final class Relisting {
    /** So many milliseconds a client is waited for that listed in time before: it is busy, and will list again. */
    private static final long PATIENT = 3_000;

    private final Timers timers;
    private List<Runnable> waiting = new ArrayList<>();
    private boolean outdated;
    private boolean prompt;
    private long toldAt;
    private long freshAt;

    Relisting(Timers timers) {
        this.timers = timers;
    }

    /** The client was told that the list changed. */
    void told() {
        outdated = true;
        toldAt = timers.now();
    }

    /** The client was sent the list. */
    void listed() {
        if (outdated) {
            prompt = timers.now() - toldAt <= Hold.AT_MOST;
        }
        outdated = false;
        freshAt = timers.now() + Hold.AFTER_LIST;
        waiting.forEach(task -> timers.after(Hold.AFTER_LIST, task));
        waiting = new ArrayList<>();
    }

    /** How many milliseconds the client is given to list: some never do, or only when they ask their model next. */
    long patience() {
        return prompt ? PATIENT : Hold.AT_MOST;
    }

    /** Runs {@code task} once the client has had time to take in the list, in any case after {@link #patience}. */
    void whenFresh(Runnable task) {
        if (!outdated) {
            timers.after(freshAt - timers.now(), task);
            return;
        }
        Runnable once = once(task);
        waiting.add(once);
        timers.after(patience(), once);
    }

    private static Runnable once(Runnable task) {
        boolean[] done = new boolean[1];
        return () -> {
            // Both callers are the one thread of the timers.
            if (!done[0]) {
                done[0] = true;
                task.run();
            }
        };
    }
}
