package dev.lazymcp.hub;

import dev.lazymcp.catalog.ProtocolVersions;
import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.BatchContent;
import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.FrameReader.TooLong;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** From the client: what the hub answers itself, and to whom everything else goes. On the thread that reads from the client. */
final class FromClient {
    private static final Frame EMPTY = Frame.of("{}");

    private final Hub hub;
    private final Outlet outlet;
    private final Lists lists;
    private final Routes routes;
    private final Addresses addresses;
    private final Requests requests;
    private final Crossings crossings;
    private final Inquiries inquiries;
    private final OwnPart own;
    private boolean batches;

    FromClient(
            Hub hub,
            Outlet outlet,
            Lists lists,
            Roster roster,
            Requests requests,
            Crossings crossings,
            Inquiries inquiries,
            OwnPart own) {
        this.hub = hub;
        this.outlet = outlet;
        this.lists = lists;
        this.routes = new Routes(roster, lists);
        this.addresses = new Addresses(roster);
        this.requests = requests;
        this.crossings = crossings;
        this.inquiries = inquiries;
        this.own = own;
    }

    /** The client sent {@code frame}. */
    void received(Frame frame) {
        handle(Message.read(frame));
    }

    /** The client sent a frame over the limit. */
    void tooLong(TooLong tooLong) {
        String reason = "a message of " + tooLong.size() + " bytes is over the limit of " + FrameReader.DEFAULT_LIMIT;
        Frame rawId = tooLong.rawId();
        Id id = rawId == null ? null : Json.id(rawId);
        Crossings.Delivery asker = id == null ? null : crossings.taken(id);
        if (asker != null) {
            // It was the answer to a request of a server, which must not wait for ever.
            asker.member().shim().receive(Reply.error(asker.frame(), ErrorCode.INTERNAL_ERROR, reason));
        } else {
            outlet.send(Reply.error(rawId, ErrorCode.INVALID_REQUEST, reason));
        }
    }

    private void handle(Message message) {
        switch (message) {
            case Request request -> request(request);
            case Notification notification -> notification(notification);
            case Response response -> deliver(crossings.answered(response));
            case Message.Batch batch -> batch(batch);
            case Message.Invalid invalid -> outlet.send(Reply.error(invalid));
        }
    }

    private static void deliver(Crossings.@Nullable Delivery delivery) {
        if (delivery != null) {
            delivery.member().shim().receive(delivery.frame());
        }
    }

    private void batch(Message.Batch batch) {
        if (!batches) {
            outlet.send(Reply.error(null, ErrorCode.INVALID_REQUEST, "batches are not part of this protocol revision"));
            return;
        }
        BatchContent content = BatchContent.of(batch);
        outlet.openBatch(content.ids(), content.errors());
        content.messages().forEach(this::handle);
    }

    private void request(Request request) {
        inquiries.avoid(request.id());
        boolean early = !hub.isIntroduced();
        switch (request.method()) {
            case "initialize" -> initialize(request);
            case "ping" -> outlet.result(request, EMPTY);
            case String method
            when early -> outlet.error(request, ErrorCode.INVALID_REQUEST, method + " before initialize");
            case "tools/list" -> list(request, own.tools());
            case "prompts/list" -> list(request, own.prompts());
            case "resources/list", "resources/templates/list" -> list(request, List.of());
            case "tools/call" -> call(request);
            case "prompts/get" -> prompt(request);
            case "resources/read", "resources/subscribe", "resources/unsubscribe" -> resource(request);
            case "completion/complete" -> complete(request);
            case "logging/setLevel" -> {
                hub.setLevel(request.paramsOrEmpty());
                outlet.result(request, EMPTY);
            }
            default ->
                outlet.error(
                        request, ErrorCode.METHOD_NOT_FOUND, "unknown method " + Text.oneLine(request.method(), 100));
        }
    }

    private void initialize(Request request) {
        if (hub.isIntroduced()) {
            outlet.error(request, ErrorCode.INVALID_REQUEST, "the session is initialized already");
            return;
        }
        Frame params = request.paramsOrEmpty();
        String asked = Json.string(params, "protocolVersion");
        if (asked == null) {
            outlet.error(request, ErrorCode.INVALID_PARAMS, "\"protocolVersion\" must be a string");
            return;
        }
        String version = ProtocolVersions.answerTo(asked);
        batches = version.equals(ProtocolVersions.WITH_BATCHES);
        switch (hub.introduce(params)) {
            case Hub.Welcome.Refused(String reason) -> outlet.error(request, ErrorCode.INTERNAL_ERROR, reason);
            case Hub.Welcome.Granted(String instructions, String program) ->
                outlet.result(request, Greeting.result(version, program, instructions));
        }
        hub.answered();
    }

    private void list(Request request, List<Frame> first) {
        if (Json.find(request.paramsOrEmpty(), "cursor") != null) {
            outlet.error(request, ErrorCode.INVALID_PARAMS, "unknown cursor: the list has one page");
        } else {
            lists.list(request.method(), first, result -> outlet.result(request, result));
        }
    }

    private void call(Request request) {
        String name = Json.string(request.paramsOrEmpty(), "name");
        if (name == null) {
            outlet.error(request, ErrorCode.INVALID_PARAMS, "\"name\" must be a string");
        } else if (own.isTool(name)) {
            own.call(request);
        } else {
            Route route = name.equals(OwnTool.NAME) ? null : routes.tool(name);
            if (route == null) {
                outlet.result(request, Reply.toolText(hub.unknown(name), true));
            } else {
                requests.pass(request, route, "name");
            }
        }
    }

    private void prompt(Request request) {
        String name = Json.string(request.paramsOrEmpty(), "name");
        Action action = name == null ? null : OwnPrompts.named(name);
        if (name != null && action != null) {
            own.prompt(request, action);
            return;
        }
        Route route = name == null ? null : routes.prompt(name);
        if (route == null) {
            outlet.error(
                    request, ErrorCode.INVALID_PARAMS, "unknown prompt " + Text.oneLine(String.valueOf(name), 100));
        } else {
            requests.pass(request, route, "name");
        }
    }

    private void resource(Request request) {
        String uri = Json.string(request.paramsOrEmpty(), "uri");
        Route route = uri == null ? null : addresses.inward(uri);
        if (route == null) {
            outlet.error(
                    request,
                    request.method().equals("resources/read") ? ErrorCode.RESOURCE_NOT_FOUND : ErrorCode.INVALID_PARAMS,
                    "no server has the resource " + Text.oneLine(String.valueOf(uri), 200));
            return;
        }
        requests.pass(request, route, "uri");
    }

    private void complete(Request request) {
        Frame params = request.paramsOrEmpty();
        String name = Json.string(params, "ref", "name");
        String uri = Json.string(params, "ref", "uri");
        if (name != null && OwnPrompts.named(name) != null) {
            outlet.result(request, own.completion(params));
            return;
        }
        Route route = name != null ? routes.prompt(name) : uri == null ? null : addresses.inward(uri);
        if (route == null) {
            outlet.error(request, ErrorCode.INVALID_PARAMS, "\"ref\" names no prompt and no resource of a server");
        } else {
            requests.pass(request, route, "ref", name != null ? "name" : "uri");
        }
    }

    private void notification(Notification notification) {
        switch (notification.method()) {
            case "notifications/initialized" -> hub.initialized();
            case "notifications/cancelled" -> requests.cancelled(notification);
            case "notifications/progress" -> deliver(crossings.progress(notification));
            default -> hub.tellAll(notification.frame());
        }
    }
}
