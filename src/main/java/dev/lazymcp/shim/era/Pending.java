package dev.lazymcp.shim.era;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.era.RequestMeta;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests of the client that are under way, oldest first, by the ids under which the stub has them. */
final class Pending {
    /**
     * A request.
     *
     * @param inner its id for the stub
     * @param id its id for the client: another one where it was sent again, with input
     * @param rawId the same as the client spelt it
     * @param params its params, for the capabilities in them
     */
    record Entry(Id inner, Id id, Frame rawId, String method, Frame params) {
        boolean mayAsk() {
            return switch (method) {
                case "tools/call", "prompts/get", "resources/read" -> true;
                default -> false;
            };
        }
    }

    private final Map<Id, Entry> entries = new LinkedHashMap<>();

    void add(Request request) {
        put(new Entry(request.id(), request.id(), request.rawId(), request.method(), request.paramsOrEmpty()));
    }

    void put(Entry entry) {
        entries.put(entry.inner(), entry);
    }

    /** Whether the client has a request {@code id} under way. */
    boolean has(Id id) {
        return byClient(id) != null;
    }

    @Nullable
    Entry remove(Id inner) {
        return entries.remove(inner);
    }

    /** The newest that a server may want input for, or null. */
    @Nullable
    Entry newestThatMayAsk() {
        Entry newest = null;
        for (Entry entry : entries.values()) {
            newest = entry.mayAsk() ? entry : newest;
        }
        return newest;
    }

    /** Whether any of them asks for the server's log. */
    boolean wantsLog() {
        return entries.values().stream().anyMatch(entry -> RequestMeta.logLevel(entry.params()) != null);
    }

    /** The client gave up the request {@code id}: the same notification for the stub. */
    Frame cancelled(Id id, Notification notification) {
        Entry entry = byClient(id);
        Span params = notification.params();
        if (entry == null || params == null) {
            return notification.frame();
        }
        entries.remove(entry.inner());
        Span named = Json.find(notification.paramsOrEmpty(), "requestId");
        if (named == null || entry.inner().equals(id)) {
            return notification.frame();
        }
        Span at = new Span(params.from() + named.from(), params.from() + named.to());
        return notification.frame().with(at, Inputs.spelt(entry.inner()));
    }

    private @Nullable Entry byClient(Id id) {
        for (Entry entry : entries.values()) {
            if (entry.id().equals(id)) {
                return entry;
            }
        }
        return null;
    }
}
