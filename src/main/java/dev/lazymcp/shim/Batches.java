package dev.lazymcp.shim;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers to batches of the client (JSON-RPC 2.0, section 6): one array once the last request of the batch is answered. Servers
 * are sent the requests one by one; most do not know batches.
 */
public final class Batches {
    private static final Frame COMMA = Frame.of(",");

    private static final class Open {
        private final Set<Id> missing = new HashSet<>();
        private final List<Frame> answers = new ArrayList<>();
    }

    private final Map<Id, Open> byId = new HashMap<>();

    /**
     * Begins a batch of requests with {@code ids} and of elements that were answered at once with {@code errors}; what to send where
     * that is all.
     */
    public @Nullable Frame open(Set<Id> ids, List<Frame> errors) {
        Open batch = new Open();
        batch.missing.addAll(ids);
        batch.answers.addAll(errors);
        for (Id id : ids) {
            byId.put(id, batch);
        }
        return finished(batch);
    }

    /** Whether the request belongs to a batch. */
    public boolean has(Id id) {
        return !byId.isEmpty() && byId.containsKey(id);
    }

    /** Takes the answer to a request of a batch, or none where it was cancelled; what to send once the batch is complete. */
    public @Nullable Frame answer(Id id, @Nullable Frame frame) {
        Open batch = byId.remove(id);
        if (batch == null) {
            return frame;
        }
        batch.missing.remove(id);
        if (frame != null) {
            batch.answers.add(frame);
        }
        return finished(batch);
    }

    private static @Nullable Frame finished(Open batch) {
        if (!batch.missing.isEmpty() || batch.answers.isEmpty()) {
            return null;
        }
        Frame array = Frame.of("[").then(batch.answers.getFirst());
        for (Frame answer : batch.answers.subList(1, batch.answers.size())) {
            array = array.then(COMMA).then(answer);
        }
        return array.then(Frame.of("]"));
    }
}
