package dev.lazymcp.shim;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameSink;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Reply;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What goes to the client: answers, collected where they belong to a batch and held where the client first has to list. */
final class Answers {
    private final FrameSink sink;
    private final Batches batches = new Batches();
    private Consumer<Frame> way;
    private @Nullable Hold hold;

    Answers(FrameSink sink) {
        this.sink = sink;
        this.way = sink::offer;
    }

    /** Sends all from now on through {@code translation}, which {@link #write}s what the client is to get. */
    void through(Consumer<Frame> translation) {
        way = translation;
    }

    /** Sends {@code frame} as it is. */
    void write(Frame frame) {
        sink.offer(frame);
    }

    /** Sends a message that answers nothing. */
    void send(Frame message) {
        way.accept(message);
    }

    /** Sends the response to the request {@code id}, in time. */
    void respond(Id id, Frame response) {
        if (hold == null || !hold.takes(id, response)) {
            deliver(id, response);
        }
    }

    /** Sends a result, which is JSON already, to {@code request}. */
    void result(Request request, Frame result) {
        respond(request.id(), Reply.result(request.rawId(), result));
    }

    /** Sends an error to {@code request}. */
    void error(Request request, int code, String message) {
        respond(request.id(), Reply.error(request.rawId(), code, message));
    }

    /** The client does not want the answer to {@code id} any more; its place in a batch is closed. */
    void cancelled(Id id) {
        if (hold != null) {
            hold.forget(id);
        }
        if (batches.has(id)) {
            sendIfAny(batches.answer(id, null));
        }
    }

    /** The requests {@code ids} came in one batch, other elements of which are answered by {@code errors}. */
    void openBatch(Set<Id> ids, List<Frame> errors) {
        sendIfAny(batches.open(ids, errors));
    }

    /** Holds the answers to {@code ids} from now on. */
    Hold hold(Set<Id> ids) {
        Hold next = new Hold(ids);
        hold = next;
        return next;
    }

    /** The hold that is on, or null. */
    @Nullable
    Hold hold() {
        return hold;
    }

    /** Ends {@code over}, unless it has ended. */
    void release(Hold over) {
        if (hold == over) {
            hold = null;
            for (Hold.Held held : over.release()) {
                deliver(held.id(), held.frame());
            }
        }
    }

    private void deliver(Id id, Frame response) {
        if (batches.has(id)) {
            sendIfAny(batches.answer(id, response));
        } else {
            way.accept(response);
        }
    }

    private void sendIfAny(@Nullable Frame frame) {
        if (frame != null) {
            way.accept(frame);
        }
    }
}
