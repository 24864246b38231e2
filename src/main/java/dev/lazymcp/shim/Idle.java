package dev.lazymcp.shim;

/** Stops a server that nobody has used for a while; the next call starts it again. */
final class Idle {
    private final Stub stub;
    private final long limit;

    Idle(Stub stub) {
        this.stub = stub;
        this.limit = stub.options.idle().toMillis();
    }

    /** Begins to watch, if the stub is to stop idle servers at all. */
    void begin() {
        if (limit > 0) {
            stub.timers.after(limit, this::look);
        }
    }

    private void look() {
        stub.peek(() -> {
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
