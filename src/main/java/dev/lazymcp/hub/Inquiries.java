package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the hub itself asks its members, among the requests of the client, which it passes on. */
final class Inquiries {
    private static final String IDS = "lz-hub:";

    private final Map<Id, Consumer<Response>> open = new HashMap<>();
    private String prefix = IDS;
    private long count;

    /** Asks {@code member}; {@code then} gets its answer, perhaps before this returns, perhaps never. */
    void ask(Member member, String method, Frame params, Consumer<Response> then) {
        String id;
        synchronized (this) {
            id = prefix + ++count;
            open.put(new Id.Text(id), then);
        }
        member.shim().receive(Reply.request(Json.quote(id), method, params));
    }

    /** Who waits for the answer to {@code id}; null where it is none of ours. */
    synchronized @Nullable Consumer<Response> take(Id id) {
        return open.remove(id);
    }

    /** Keeps our ids apart from those of the client. */
    synchronized void avoid(Id clientId) {
        if (clientId instanceof Id.Text(String text) && text.startsWith(prefix)) {
            prefix = IDS + text.length() + ":" + IDS;
        }
    }
}
