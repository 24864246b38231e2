package dev.lazymcp.shim.era;

import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.era.ModernError;
import dev.lazymcp.upstream.era.RequestMeta;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A client of revision 2026-07-28. What it says is handed on as it came, save for what only that revision has: the stream of
 * notifications ({@link Streams}) and the answers to what an older server asks ({@link Inputs}). What it gets is what the stub says, with
 * the members that its revision wants where they are missing ({@link ModernResult}): a server of the same revision has them, so that its
 * results pass as they are. Guarded by the lock of the stub.
 */
public final class ModernClient {
    private static final String OWN_IDS = "lz-c:";

    private final Core core;
    private final Streams streams;
    private final Inputs inputs;
    private final Pending pending = new Pending();
    private String logLevel = "";
    private final Set<String> told = new HashSet<>();
    private int count;

    /** The client of {@code core}. */
    public ModernClient(Core core) {
        this.core = core;
        this.streams = new Streams(core, this::tell);
        this.inputs = new Inputs(core, pending);
    }

    /**
     * The revision and the capabilities that {@code request} names, as far as they are right; null then. Otherwise the error to answer
     * (MCP "Versioning and Compatibility", protocol version negotiation).
     *
     * @param supported the revisions to name, a JSON array
     */
    public static @Nullable Frame complaint(Request request, String supported) {
        Frame params = request.paramsOrEmpty();
        String version = RequestMeta.version(params);
        if (version == null) {
            return Reply.error(
                    request.rawId(),
                    ErrorCode.INVALID_PARAMS,
                    "\"_meta\" must have \"" + RequestMeta.PREFIX + "protocolVersion\", a string");
        }
        if (!version.equals(RequestMeta.REVISION)) {
            return unsupported(request.rawId(), version, supported);
        }
        return RequestMeta.capabilities(params) == null
                ? Reply.error(
                        request.rawId(),
                        ErrorCode.INVALID_PARAMS,
                        "\"_meta\" must have \"" + RequestMeta.PREFIX + "clientCapabilities\", an object")
                : null;
    }

    /** The result of {@code server/discover} that says what {@code introduction}, a result of {@code initialize}, does. */
    public static Frame discovered(Frame introduction) {
        return ModernResult.discovered(introduction);
    }

    private static Frame unsupported(Frame rawId, String requested, String supported) {
        return Reply.error(
                rawId,
                ModernError.UNSUPPORTED_VERSION,
                "unsupported protocol version " + Text.oneLine(requested, 40),
                Frame.of("{\"supported\":" + supported + ",\"requested\":" + Json.quote(requested) + "}"));
    }

    /** The client sent {@code message}. */
    public void received(Message message) {
        switch (message) {
            case Request request -> request(request);
            case Notification notification -> notification(notification);
            case Response response ->
                core.log("the client sent the response " + Text.oneLine(String.valueOf(response.id()), 100)
                        + ", which its revision does not allow");
            case Message.Batch _ ->
                core.write(
                        Reply.error(null, ErrorCode.INVALID_REQUEST, "batches are not part of this protocol revision"));
            case Message.Invalid _ -> core.take(message);
        }
    }

    private void request(Request request) {
        if (request.method().equals("initialize") && RequestMeta.version(request.paramsOrEmpty()) == null) {
            String asked = Json.string(request.paramsOrEmpty(), "protocolVersion");
            core.write(unsupported(request.rawId(), asked == null ? "" : asked, "[\"" + RequestMeta.REVISION + "\"]"));
            return;
        }
        Frame complaint = complaint(request, "[\"" + RequestMeta.REVISION + "\"]");
        if (complaint != null) {
            core.write(complaint);
            return;
        }
        switch (request.method()) {
            case "server/discover" -> core.write(Reply.result(request.rawId(), discovered(core.introduction())));
            case "subscriptions/listen" -> streams.open(request);
            // What the revision took away, a server of it does not know.
            case "initialize",
                    "ping",
                    "logging/setLevel",
                    "resources/subscribe",
                    "resources/unsubscribe",
                    "tasks/list",
                    "tasks/result" ->
                core.write(
                        Reply.error(request.rawId(), ErrorCode.METHOD_NOT_FOUND, "unknown method " + request.method()));
            default -> invoke(request);
        }
    }

    private void invoke(Request request) {
        if (inputs.resumes(request)) {
            return;
        }
        if (pending.has(request.id())) {
            core.write(Reply.error(
                    request.rawId(), ErrorCode.INVALID_REQUEST, "a request with this id is not answered yet"));
            return;
        }
        pending.add(request);
        String level = RequestMeta.logLevel(request.paramsOrEmpty());
        if (level != null && !level.equals(logLevel)) {
            logLevel = level;
            tell("logging/setLevel", Frame.of("{\"level\":" + Json.quote(level) + "}"));
        }
        core.take(request);
    }

    /** Tells the stub what a client of an earlier revision would have by a request of its own. */
    private void tell(String method, Frame params) {
        String id = OWN_IDS + ++count;
        told.add(id);
        core.take(Message.read(Reply.request(Json.quote(id), method, params)));
    }

    private void notification(Notification notification) {
        if (notification.method().equals("notifications/cancelled")) {
            Frame params = notification.paramsOrEmpty();
            Span span = Json.find(params, "requestId");
            Id id = span == null ? null : Json.id(params.part(span));
            if (id == null || streams.close(id)) {
                return;
            }
            core.take(Message.read(pending.cancelled(id, notification)));
        }
        // The revision has no other notification of a client.
    }

    /** The stub has {@code frame} for the client. */
    public void tellClient(Frame frame) {
        switch (Message.read(frame)) {
            case Response response -> response(response);
            case Notification notification -> told(notification);
            case Request request -> inputs.wanted(request);
            case Message.Batch _, Message.Invalid _ -> core.write(frame);
        }
    }

    private void response(Response response) {
        Id id = response.id();
        if (id instanceof Id.Text(String text) && told.remove(text)) {
            return;
        }
        Pending.Entry entry = id == null ? null : pending.remove(id);
        if (entry == null) {
            // Also what belongs to a request that waits to be sent again, with what was asked for.
            if (id == null || !inputs.keep(id, response)) {
                core.write(response.frame());
            }
            return;
        }
        core.write(ModernResult.of(response, entry.method(), entry.rawId()));
    }

    private void told(Notification notification) {
        switch (notification.method()) {
            case "notifications/tools/list_changed",
                    "notifications/prompts/list_changed",
                    "notifications/resources/list_changed",
                    "notifications/resources/updated" -> streams.tell(notification);
            case "notifications/cancelled" -> inputs.withdrawn(notification);
            case "notifications/elicitation/complete" -> {} // not in this revision
            case "notifications/message" -> {
                if (pending.wantsLog()) {
                    core.write(notification.frame());
                }
            }
            default -> core.write(notification.frame());
        }
    }

    /** The stub ends: every stream is closed as the revision wants it. */
    public void end() {
        List<Frame> last = streams.ends();
        last.forEach(core::write);
    }
}
