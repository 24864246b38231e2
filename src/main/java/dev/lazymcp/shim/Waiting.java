package dev.lazymcp.shim;

import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the client sent while the server was not there yet, in order. */
final class Waiting {
    private static final int MOST_MESSAGES = 1_000;
    private static final long MOST_BYTES = 128L * 1024 * 1024;

    private final ArrayDeque<Message> messages = new ArrayDeque<>();
    private long bytes;

    /** Takes {@code message}, unless too much waits already. */
    boolean add(Message message) {
        if (messages.size() >= MOST_MESSAGES || bytes + message.frame().size() > MOST_BYTES) {
            return false;
        }
        messages.add(message);
        bytes += message.frame().size();
        return true;
    }

    /** Takes the request {@code id} out; whether it was there. */
    boolean remove(Id id) {
        for (Message message : messages) {
            if (message instanceof Request request && request.id().equals(id)) {
                messages.remove(message);
                bytes -= message.frame().size();
                return true;
            }
        }
        return false;
    }

    /** Whether the request {@code id} waits. */
    boolean has(Id id) {
        for (Message message : messages) {
            if (message instanceof Request request && request.id().equals(id)) {
                return true;
            }
        }
        return false;
    }

    /** Whether nothing waits. */
    boolean isEmpty() {
        return messages.isEmpty();
    }

    /** The ids of the tool calls that wait. */
    Set<Id> toolCalls() {
        Set<Id> ids = new HashSet<>();
        for (Message message : messages) {
            if (message instanceof Request request && request.method().equals("tools/call")) {
                ids.add(request.id());
            }
        }
        return ids;
    }

    /** Takes everything out. */
    List<Message> takeAll() {
        List<Message> all = new ArrayList<>(messages);
        messages.clear();
        bytes = 0;
        return all;
    }
}
