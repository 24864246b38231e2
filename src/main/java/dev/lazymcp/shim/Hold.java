package dev.lazymcp.shim;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps the answers of the calls that brought a server up until the client has fetched the new tool list, so that the tools are
 * in the model's very next request: clients re-list within some 60 ms of the announcement, and take over 100 ms more to use it.
 */
final class Hold {
    /** So many milliseconds after the client has fetched the list. */
    static final long AFTER_LIST = 200;

    /** So many milliseconds after the announcement, list or not: some clients fetch it only with their next request. */
    static final long AT_MOST = 500;

    /** An answer that waits. */
    record Held(Id id, Frame frame) {}

    private final Set<Id> ids;
    private final List<Held> held = new ArrayList<>();
    private boolean listed;

    /** Holds the answers to {@code ids}. */
    Hold(Set<Id> ids) {
        this.ids = new HashSet<>(ids);
    }

    /** Takes the answer to {@code id}, if it is one of those to hold. */
    boolean takes(Id id, Frame frame) {
        if (!ids.remove(id)) {
            return false;
        }
        held.add(new Held(id, frame));
        return true;
    }

    /** Forgets a call that was cancelled. */
    void forget(Id id) {
        ids.remove(id);
        held.removeIf(answer -> answer.id().equals(id));
    }

    /** The client was sent the list; whether that is the first time. */
    boolean firstList() {
        boolean first = !listed;
        listed = true;
        return first;
    }

    /** What is held, in order; the hold is over. */
    List<Held> release() {
        ids.clear();
        List<Held> all = List.copyOf(held);
        held.clear();
        return all;
    }
}
