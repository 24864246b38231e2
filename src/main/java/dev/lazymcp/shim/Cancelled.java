package dev.lazymcp.shim;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import org.jspecify.annotations.Nullable;

/** {@code notifications/cancelled} (MCP "Cancellation"): the one notification that names a request. */
final class Cancelled {
    static final String METHOD = "notifications/cancelled";

    private Cancelled() {}

    /** The request that {@code notification} cancels, or null where it names none. */
    static @Nullable Id requestId(Notification notification) {
        Frame params = notification.paramsOrEmpty();
        Span span = Json.find(params, "requestId");
        return span == null ? null : Json.id(params.part(span));
    }

    /** {@code notification} for a peer that knows the request by {@code rawId}. */
    static Frame renamed(Notification notification, Frame rawId) {
        Span params = notification.params();
        Span id = params == null ? null : Json.find(notification.frame().part(params), "requestId");
        if (params == null || id == null) {
            return notification.frame();
        }
        return notification.frame().with(new Span(params.from() + id.from(), params.from() + id.to()), rawId);
    }

    /** A cancellation of our own. */
    static Frame of(Frame rawId, String reason) {
        return Reply.notification(
                METHOD,
                Frame.of("{\"requestId\":").then(rawId).then(Frame.of(",\"reason\":" + Json.quote(reason) + "}")));
    }

    /** A cancellation of our own of a request whose id we chose. */
    static Frame of(Id.Text id, String reason) {
        return of(Frame.of(Json.quote(id.value())), reason);
    }
}
