package dev.lazymcp.hub;

import dev.lazymcp.rpc.Edit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests of servers to the client: each gets an id, and where it has one a progress token, that no other server's has, and what
 * the client says of them goes back to whoever asked, in that one's own words.
 */
final class Crossings {
    private static final String IDS = "lz-h:";

    /**
     * Something for a member.
     *
     * @param member who gets it
     * @param frame in its own words
     */
    record Delivery(Member member, Frame frame) {}

    private record Open(
            Member member, Frame rawId, @Nullable String token) {}

    private record Token(Member member, Frame raw) {}

    private final Map<Id, Open> open = new HashMap<>();
    private final Map<String, Token> tokens = new HashMap<>();
    private long count;

    /** {@code request} of {@code member} for the client. */
    synchronized Frame outward(Member member, Request request) {
        String id = IDS + ++count;
        List<Edit> edits = new ArrayList<>();
        edits.add(new Edit(request.idSpan(), text(id)));
        Span token = within(request.params(), request.frame(), "_meta", "progressToken");
        if (token != null) {
            tokens.put(id, new Token(member, request.frame().part(token)));
            edits.add(new Edit(token, text(id)));
        }
        open.put(new Id.Text(id), new Open(member, request.rawId(), token == null ? null : id));
        edits.sort(Comparator.comparingLong(edit -> edit.span().from()));
        return request.frame().with(edits);
    }

    /** The client's answer for whoever asked; null where nobody waits for it. */
    synchronized @Nullable Delivery answered(Response response) {
        Open asked = response.id() == null ? null : close(response.id());
        return asked == null || response.idSpan() == null
                ? null
                : new Delivery(asked.member, response.frame().with(response.idSpan(), asked.rawId));
    }

    /** Whoever asked under {@code id} and his id; it is settled by that. Null where nobody did. */
    synchronized @Nullable Delivery taken(Id id) {
        Open asked = close(id);
        return asked == null ? null : new Delivery(asked.member, asked.rawId);
    }

    /** What the client says of how a request goes; null where nobody asked to be told. */
    synchronized @Nullable Delivery progress(Notification notification) {
        Span token = within(notification.params(), notification.frame(), "progressToken");
        String ours =
                token == null ? null : Json.decodeString(notification.frame().part(token));
        Token known = ours == null ? null : tokens.get(ours);
        return known == null || token == null
                ? null
                : new Delivery(known.member, notification.frame().with(token, known.raw));
    }

    /** The cancellation of a request that {@code member} made, for the client; null where that is answered already. */
    synchronized @Nullable Frame cancelled(Member member, Notification notification) {
        Span span = within(notification.params(), notification.frame(), "requestId");
        Id id = span == null ? null : Json.id(notification.frame().part(span));
        if (span == null || id == null) {
            return null;
        }
        for (Map.Entry<Id, Open> entry : open.entrySet()) {
            Open asked = entry.getValue();
            if (asked.member.name().equals(member.name())
                    && id.equals(Json.id(asked.rawId))
                    && entry.getKey() instanceof Id.Text(String ours)) {
                close(entry.getKey());
                return notification.frame().with(span, text(ours));
            }
        }
        return null;
    }

    private @Nullable Open close(Id id) {
        Open asked = open.remove(id);
        if (asked != null && asked.token != null) {
            tokens.remove(asked.token);
        }
        return asked;
    }

    /** Where the value at {@code path} below {@code params} stands in {@code frame}; null where it is missing. */
    static @Nullable Span within(@Nullable Span params, Frame frame, String... path) {
        Span span = params == null ? null : Json.find(frame.part(params), path);
        return params == null || span == null ? null : shifted(span, params.from());
    }

    /** {@code span} of a part that begins at {@code by}. */
    static Span shifted(Span span, long by) {
        return new Span(span.from() + by, span.to() + by);
    }

    private static Frame text(String text) {
        return Frame.of(Json.quote(text));
    }
}
