package dev.lazymcp.shim.era;

import dev.lazymcp.rpc.Edit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.era.RequestMeta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.BiConsumer;

/**
 * The client's streams of notifications (MCP 2026-07-28 "Subscriptions"). They belong to the stub, not to the server: they stay open
 * while that is suspended, lost or started anew, and what it says reaches each of them with that stream's own stamp.
 */
final class Streams {
    private static final List<String> LISTS = List.of("tools", "prompts", "resources");

    private final Core core;
    private final BiConsumer<String, Frame> tell;
    private final Map<Id, Stream> open = new LinkedHashMap<>();

    /**
     * Streams to the client of {@code core}.
     *
     * @param tell tells the stub what a client of an earlier revision would have by a request
     */
    Streams(Core core, BiConsumer<String, Frame> tell) {
        this.core = core;
        this.tell = tell;
    }

    /**
     * A stream.
     *
     * @param rawId the id of the request that opened it, as it was spelt
     * @param lists those of whose changes it tells
     * @param uris the resources of whose updates it tells
     */
    private record Stream(Frame rawId, List<String> lists, List<String> uris) {
        Frame stamp() {
            return Frame.of("\"" + RequestMeta.SUBSCRIPTION + "\":").then(rawId);
        }

        Frame acknowledgement() {
            StringJoiner filter = new StringJoiner(",", "{", "}");
            lists.forEach(list -> filter.add("\"" + list + "ListChanged\":true"));
            if (!uris.isEmpty()) {
                filter.add("\"resourceSubscriptions\":["
                        + String.join(",", uris.stream().map(Json::quote).toList()) + "]");
            }
            return Reply.notification(
                    "notifications/subscriptions/acknowledged",
                    Frame.of("{\"_meta\":{").then(stamp()).then(Frame.of("},\"notifications\":" + filter + "}")));
        }

        Frame end() {
            return Reply.result(
                    rawId,
                    Frame.of("{\"resultType\":\"complete\",\"_meta\":{")
                            .then(stamp())
                            .then(Frame.of("}}")));
        }
    }

    /** Opens the stream that {@code request} wants, for what the server offers of it. */
    void open(Request request) {
        Frame params = request.paramsOrEmpty();
        Frame introduction = core.introduction();
        List<String> lists = LISTS.stream()
                .filter(list -> isTrue(params, "notifications", list + "ListChanged")
                        && isTrue(introduction, "capabilities", list, "listChanged"))
                .toList();
        List<String> uris = isTrue(introduction, "capabilities", "resources", "subscribe") ? wanted(params) : List.of();
        Stream stream = new Stream(request.rawId(), lists, uris);
        core.write(stream.acknowledgement());
        uris.stream().filter(uri -> !isWatched(uri)).forEach(uri -> tell.accept("resources/subscribe", named(uri)));
        open.put(request.id(), stream);
        core.hears();
    }

    private static boolean isTrue(Frame object, String... path) {
        Span span = Json.find(object, path);
        return span != null && object.part(span).toString().equals("true");
    }

    private static List<String> wanted(Frame params) {
        Span span = Json.find(params, "notifications", "resourceSubscriptions");
        List<String> uris = new ArrayList<>();
        if (span != null) {
            Frame array = params.part(span);
            for (Span element : Json.elements(array)) {
                String uri = Json.decodeString(array.part(element));
                if (uri != null) {
                    uris.add(uri);
                }
            }
        }
        return uris;
    }

    private boolean isWatched(String uri) {
        return open.values().stream().anyMatch(stream -> stream.uris().contains(uri));
    }

    private static Frame named(String uri) {
        return Frame.of("{\"uri\":" + Json.quote(uri) + "}");
    }

    /** Closes the stream that the request {@code id} opened; whether there is one. */
    boolean close(Id id) {
        Stream over = open.remove(id);
        if (over == null) {
            return false;
        }
        over.uris().stream()
                .filter(uri -> !isWatched(uri))
                .forEach(uri -> tell.accept("resources/unsubscribe", named(uri)));
        return true;
    }

    /** Tells each stream that is for it. */
    void tell(Notification notification) {
        for (Stream stream : open.values()) {
            if (isFor(stream, notification)) {
                core.write(stamped(notification, stream.stamp()));
            }
        }
    }

    private static boolean isFor(Stream stream, Notification notification) {
        if (notification.method().equals("notifications/resources/updated")) {
            String uri = Json.string(notification.paramsOrEmpty(), "uri");
            return uri != null && stream.uris().stream().anyMatch(watched -> covers(watched, uri));
        }
        return stream.lists().stream()
                .anyMatch(list -> notification.method().equals("notifications/" + list + "/list_changed"));
    }

    /** MCP "Resources", subscriptions: what is updated may be a part of what is watched. */
    private static boolean covers(String watched, String uri) {
        return uri.equals(watched) || uri.startsWith(watched.endsWith("/") ? watched : watched + "/");
    }

    private static Frame stamped(Notification notification, Frame stamp) {
        Frame frame = notification.frame();
        Span params = notification.params();
        if (params == null) {
            return Reply.notification(
                    notification.method(), Frame.of("{\"_meta\":{").then(stamp).then(Frame.of("}}")));
        }
        Span inParams = Json.find(frame.part(params), "_meta");
        if (inParams == null || !Json.isObject(frame.part(params).part(inParams))) {
            return frame.with(List.of(
                    front(frame, params, Frame.of("\"_meta\":{").then(stamp).then(Frame.of("}")))));
        }
        Span meta = new Span(params.from() + inParams.from(), params.from() + inParams.to());
        return frame.with(List.of(front(frame, meta, stamp)));
    }

    private static Edit front(Frame frame, Span object, Frame members) {
        boolean empty = Json.members(frame.part(object)).isEmpty();
        Span at = new Span(object.from() + 1, object.from() + 1);
        return new Edit(at, empty ? members : members.then(Frame.of(",")));
    }

    /** What ends each of them; there is none afterwards. */
    List<Frame> ends() {
        List<Frame> ends = open.values().stream().map(Stream::end).toList();
        open.clear();
        return ends;
    }
}
