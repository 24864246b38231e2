package dev.lazymcp.shim;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;

/**
 * Tells a client that gave a progress token how long its call has waited for the start (MCP "Progress"): many clients begin their
 * time limit anew at each progress. Values must increase, and the server, which does not know of ours, often begins with zero: ours
 * are negative.
 */
final class StartProgress {
    private static final long FIRST = 2_000;
    private static final long EVERY = 5_000;

    private final Stub stub;
    private final Id id;
    private final String token;
    private final long begun;
    private int count;

    private StartProgress(Stub stub, Id id, String token) {
        this.stub = stub;
        this.id = id;
        this.token = token;
        this.begun = stub.clock.getAsLong();
    }

    /** Begins to report on {@code request}, if it has a token; ends by itself when the request no longer waits. */
    static void begin(Stub stub, Request request) {
        Frame params = request.paramsOrEmpty();
        Span token = Json.find(params, "_meta", "progressToken");
        if (token != null) {
            StartProgress progress =
                    new StartProgress(stub, request.id(), params.part(token).toString());
            stub.timers.after(FIRST, progress::tick);
        }
    }

    private void tick() {
        stub.inside(() -> {
            if (stub.waiting.has(id)) {
                count++;
                long seconds = (stub.clock.getAsLong() - begun) / 1000;
                stub.answers.send(Reply.notification(
                        "notifications/progress",
                        Frame.of("{\"progressToken\":" + token + ",\"progress\":" + -1.0 / count + ",\"message\":"
                                + Json.quote(stub.options().name() + " is starting, " + seconds + " s so far") + "}")));
                stub.timers.after(EVERY, this::tick);
            }
        });
    }
}
