package dev.lazymcp.upstream.era;

import dev.lazymcp.rpc.Edit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each request of revision 2026-07-28 says of its client, in {@code _meta} (MCP "Base Protocol", general fields). */
public final class RequestMeta {
    /** The revision. */
    public static final String REVISION = "2026-07-28";

    /** Every key of the protocol's own begins so. */
    public static final String PREFIX = "io.modelcontextprotocol/";

    /** The key of a notification that says on which stream it comes. */
    public static final String SUBSCRIPTION = PREFIX + "subscriptionId";

    private static final String VERSION = PREFIX + "protocolVersion";
    private static final String CAPABILITIES = PREFIX + "clientCapabilities";
    private static final String INFO = PREFIX + "clientInfo";
    private static final String LOG_LEVEL = PREFIX + "logLevel";

    private static final Frame COMMA = Frame.of(",");
    private static final Frame NOTHING = Frame.of("");

    private RequestMeta() {}

    /** The revision that a request with {@code params} is made in; null where it names none. */
    public static @Nullable String version(Frame params) {
        return Json.string(params, "_meta", VERSION);
    }

    /** The capabilities of the client that sent {@code params}, an object; null where they are missing. */
    public static @Nullable Frame capabilities(Frame params) {
        return object(params, CAPABILITIES);
    }

    /** Name and version of that client, an object; null where they are missing. */
    public static @Nullable Frame clientInfo(Frame params) {
        return object(params, INFO);
    }

    /** The level from which on that client wants to hear the server's log; null for nothing. */
    public static @Nullable String logLevel(Frame params) {
        return Json.string(params, "_meta", LOG_LEVEL);
    }

    private static @Nullable Frame object(Frame params, String key) {
        Span span = Json.find(params, "_meta", key);
        return span == null || !Json.isObject(params.part(span)) ? null : params.part(span);
    }

    /**
     * The members that say it, to be put into {@code _meta}.
     *
     * @param initialize what the client said in the params of {@code initialize}
     * @param logLevel the level of {@code logging/setLevel}, a JSON string, or null
     */
    static Frame members(Frame initialize, @Nullable Frame logLevel) {
        Span info = Json.find(initialize, "clientInfo");
        Span capabilities = Json.find(initialize, "capabilities");
        Frame members = Frame.of("\"" + VERSION + "\":\"" + REVISION + "\",\"" + CAPABILITIES + "\":")
                .then(capabilities == null ? Frame.of("{}") : initialize.part(capabilities));
        if (info != null) {
            members = members.then(Frame.of(",\"" + INFO + "\":")).then(initialize.part(info));
        }
        return logLevel == null
                ? members
                : members.then(Frame.of(",\"" + LOG_LEVEL + "\":")).then(logLevel);
    }

    /** {@code request} with {@code members} at the beginning of its {@code _meta}. */
    static Frame added(Request request, Frame members) {
        return request.frame().with(edits(request, members, NOTHING));
    }

    /**
     * The edits that put {@code meta} at the beginning of the request's {@code _meta} and {@code more} at that of its params.
     *
     * @param meta members, without braces
     * @param more members, without braces, perhaps none
     */
    static List<Edit> edits(Request request, Frame meta, Frame more) {
        Span params = request.params();
        Frame asMember = Frame.of("\"_meta\":{").then(meta).then(Frame.of("}"));
        Frame all = more.size() == 0 ? asMember : asMember.then(COMMA).then(more);
        if (params == null) {
            Span behindId = new Span(request.idSpan().to(), request.idSpan().to());
            return List.of(
                    new Edit(behindId, Frame.of(",\"params\":{").then(all).then(Frame.of("}"))));
        }
        Span inParams = Json.find(request.frame().part(params), "_meta");
        Span old = inParams == null ? null : new Span(params.from() + inParams.from(), params.from() + inParams.to());
        if (old == null || !Json.isObject(request.frame().part(old))) {
            return List.of(front(request.frame(), params, all));
        }
        Edit inMeta = front(request.frame(), old, meta);
        return more.size() == 0 ? List.of(inMeta) : List.of(front(request.frame(), params, more), inMeta);
    }

    /** Puts {@code members} before those of the object at {@code object}. */
    private static Edit front(Frame frame, Span object, Frame members) {
        boolean empty = Json.members(frame.part(object)).isEmpty();
        Span at = new Span(object.from() + 1, object.from() + 1);
        return new Edit(at, empty ? members : members.then(COMMA));
    }
}
