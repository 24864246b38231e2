package dev.lazymcp.upstream.era;

import dev.lazymcp.rpc.Edit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stream of notifications of a server of revision 2026-07-28 (MCP "Subscriptions"), kept open for all that the server offers and for
 * the resources that are watched. A filter cannot be changed: another one is another stream, and the one before is cancelled once the
 * new one is acknowledged, so that nothing falls between.
 */
final class Listening {
    private static final String IDS = "lz-l:";
    private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
    private static final int MOST_REOPENINGS = 5;

    private final Frame discovered;
    private final ModernTalk.Ends ends;
    private final Supplier<Frame> meta;
    private final Set<String> uris = new LinkedHashSet<>();
    private final Set<Id> streams = new HashSet<>();
    private Id.@Nullable Text current;
    private Id.@Nullable Text before;
    private boolean begun;
    private int count;
    private int reopenings;

    Listening(Frame discovered, ModernTalk.Ends ends, Supplier<Frame> meta) {
        this.discovered = discovered;
        this.ends = ends;
        this.meta = meta;
    }

    /** The client is ready to hear. */
    void begin() {
        begun = true;
        open();
    }

    /** The client wants to hear of {@code uri}. */
    void watch(@Nullable String uri) {
        if (uri != null && uris.add(uri)) {
            open();
        }
    }

    /** The client does not want to hear of {@code uri} any more. */
    void forget(@Nullable String uri) {
        if (uri != null && uris.remove(uri)) {
            open();
        }
    }

    private void open() {
        String filter = filter();
        if (!begun) {
            return;
        }
        if (before != null) {
            cancel(before); // two changes in a row: that one was never acknowledged, or its end is still to come
        }
        before = current;
        current = null;
        if (filter.isEmpty()) {
            if (before != null) {
                cancel(before);
            }
            before = null;
            return;
        }
        Id.Text id = new Id.Text(IDS + ++count);
        current = id;
        streams.add(id);
        ends.toServer(Reply.request(
                Json.quote(id.value()),
                "subscriptions/listen",
                Frame.of("{\"_meta\":{").then(meta.get()).then(Frame.of("},\"notifications\":{" + filter + "}}"))));
        ends.flush();
    }

    private void reopen() {
        if (current == null) {
            open();
        }
    }

    private String filter() {
        StringJoiner members = new StringJoiner(",");
        for (String list : List.of("tools", "prompts", "resources")) {
            if (offers(list, "listChanged")) {
                members.add("\"" + list + "ListChanged\":true");
            }
        }
        if (!uris.isEmpty()) {
            StringJoiner watched = new StringJoiner(",", "[", "]");
            uris.forEach(uri -> watched.add(Json.quote(uri)));
            members.add("\"resourceSubscriptions\":" + watched);
        }
        return members.toString();
    }

    private boolean offers(String capability, String what) {
        Span span = Json.find(discovered, "capabilities", capability, what);
        return span != null && discovered.part(span).toString().equals("true");
    }

    private void cancel(Id.Text id) {
        ends.toServer(Reply.notification(
                "notifications/cancelled", Frame.of("{\"requestId\":" + Json.quote(id.value()) + "}")));
        ends.flush();
    }

    /** What the client gets of {@code notification}, which the server sent. */
    Optional<Frame> heard(Notification notification) {
        Frame params = notification.paramsOrEmpty();
        if (notification.method().equals("notifications/cancelled")) {
            Span id = Json.find(params, "requestId");
            Id named = id == null ? null : Json.id(params.part(id));
            if (named != null) {
                ended(named);
            }
            return Optional.empty(); // such a server cancels nothing else
        }
        Span stamp = Json.find(params, "_meta", RequestMeta.SUBSCRIPTION);
        if (stamp == null) {
            return Optional.of(notification.frame());
        }
        Id stream = Json.id(params.part(stamp));
        if (notification.method().equals(ACKNOWLEDGED)) {
            acknowledged(stream);
            return Optional.empty();
        }
        return stream != null && (stream.equals(current) || stream.equals(before))
                ? Optional.of(unstamped(notification))
                : Optional.empty();
    }

    private void acknowledged(@Nullable Id stream) {
        if (stream != null && stream.equals(current)) {
            reopenings = 0;
            if (before != null) {
                cancel(before);
                before = null;
            }
        }
    }

    /** The same without the name of the stream, which the client knows nothing of. */
    private static Frame unstamped(Notification notification) {
        Span params = notification.params();
        Span inParams = params == null ? null : Json.find(notification.frame().part(params), "_meta");
        if (params == null || inParams == null) {
            return notification.frame();
        }
        Span meta = new Span(params.from() + inParams.from(), params.from() + inParams.to());
        Frame object = notification.frame().part(meta);
        Frame rest = Frame.of("{");
        boolean first = true;
        for (Json.Member member : Json.members(object)) {
            if (!member.name().equals(RequestMeta.SUBSCRIPTION)) {
                rest = rest.then(Frame.of((first ? "" : ",") + Json.quote(member.name()) + ":"))
                        .then(object.part(member.value()));
                first = false;
            }
        }
        return notification.frame().with(List.of(new Edit(meta, rest.then(Frame.of("}")))));
    }

    /** Whether the request {@code id} is a stream, which has ended by that; another one takes its place. */
    boolean ended(Id id) {
        if (!streams.remove(id)) {
            return false;
        }
        if (id.equals(current)) {
            current = null;
            if (reopenings < MOST_REOPENINGS) {
                reopenings++;
                ends.afterPause(this::reopen);
            } else {
                ends.log("the server ends its stream of notifications again and again; it is not listened to");
            }
        } else if (id.equals(before)) {
            before = null;
        }
        return true;
    }
}
