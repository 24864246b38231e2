package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameSink;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.shim.Batches;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The client's end: what is given to it from any thread is written, whole and in order. Blocks while the client does not read. */
final class Outlet {
    private final FrameSink sink;
    private final Runnable onClientLost;
    private final Batches batches = new Batches();

    Outlet(FrameSink sink, Runnable onClientLost) {
        this.sink = sink;
        this.onClientLost = onClientLost;
    }

    /** Sends a message that answers nothing. */
    void send(Frame message) {
        sink.offer(message);
        flush();
    }

    /** Sends the response to the client's request {@code id}. */
    void respond(Id id, Frame response) {
        synchronized (batches) {
            offer(batches.has(id) ? batches.answer(id, response) : response);
        }
        flush();
    }

    /** Sends a result, which is JSON already. */
    void result(Request request, Frame result) {
        respond(request.id(), Reply.result(request.rawId(), result));
    }

    /** Sends an error. */
    void error(Request request, int code, String message) {
        respond(request.id(), Reply.error(request.rawId(), code, message));
    }

    /** The client does not want the answer to {@code id} any more. */
    void cancelled(Id id) {
        synchronized (batches) {
            if (batches.has(id)) {
                offer(batches.answer(id, null));
            }
        }
        flush();
    }

    /** The requests {@code ids} came in one batch, other elements of which are answered by {@code errors}. */
    void openBatch(Set<Id> ids, List<Frame> errors) {
        synchronized (batches) {
            offer(batches.open(ids, errors));
        }
        flush();
    }

    private void offer(@Nullable Frame frame) {
        if (frame != null) {
            sink.offer(frame);
        }
    }

    private void flush() {
        try {
            sink.flush();
        } catch (IOException e) {
            onClientLost.run();
        }
    }
}
