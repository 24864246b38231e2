package dev.lazymcp.shim;

/** Stops a server that nobody has used for a while; the next call starts it again. */
final class Idle {
    private final Stub stub;
    private boolean watching;

    Idle(Stub stub) {
        this.stub = stub;
    }

    /** Begins to watch, if the stub is to stop idle servers at all and is not watched yet; under the lock. */
    void begin() {
        long limit = stub.options().idle().toMillis();
        if (limit > 0 && !watching) {
            watching = true;
            stub.timers.after(limit, this::look);
        }
    }

    private void look() {
        stub.peek(() -> {
            long limit = stub.options().idle().toMillis();
            if (limit == 0) {
                watching = false; // the entry changed
                return;
            }
            if (!(stub.state() instanceof State.Active) || stub.isBusy()) {
                stub.timers.after(limit, this::look);
                return;
            }
            long rest = stub.quietSince() + limit - stub.clock.getAsLong();
            if (rest <= 0) {
                stub.log("stopped after " + limit + " ms without use (--idle)");
                stub.happen(new Event.IdleOver());
            }
            stub.timers.after(rest <= 0 ? limit : rest, this::look);
        });
    }
}
