package dev.lazymcp.shim;

import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.FrameReader.TooLong;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import java.util.function.Consumer;

/** From the server to the client. */
final class ServerSide {
    /** Results beyond this are not looked into for a failure: that would cost what the answer has cost already. */
    private static final long LONGEST_FAILURE = 16 * 1024;

    private final Stub stub;
    private final ListChanges listChanges;

    ServerSide(Stub stub, Handshake handshake) {
        this.stub = stub;
        this.listChanges = new ListChanges(stub, handshake);
    }

    /** The server of the start {@code generation} wrote something. */
    void received(int generation, FrameReader.Read read) {
        switch (read) {
            case Line(Frame frame) -> {
                Message message = Message.read(frame);
                inside(generation, server -> handle(server, message));
            }
            case TooLong tooLong -> inside(generation, _ -> tooLong(tooLong));
            case FrameReader.End _ -> {}
        }
    }

    /** The server of the start {@code generation} will not answer the request {@code rawId}. */
    void unanswered(int generation, Frame rawId, String reason) {
        inside(generation, server -> {
            Id id = Json.id(rawId);
            String text = stub.options().name() + " " + reason;
            Consumer<Response> own = id == null ? null : server.takeOwn(id);
            if (own != null
                    && Message.read(Reply.error(rawId, ErrorCode.INTERNAL_ERROR, text)) instanceof Response error) {
                own.accept(error);
                return;
            }
            Call call = id == null ? null : stub.inFlight.remove(id);
            if (call != null) {
                stub.answers.respond(call.id(), stub.refusal(text).answer(call.rawId(), call.method()));
            }
        });
    }

    private void inside(int generation, Consumer<Connection> work) {
        stub.heard(() -> {
            // What a server still says that was given up belongs to nobody.
            Connection server = stub.connection(generation);
            if (server != null) {
                work.accept(server);
            }
        });
    }

    private void handle(Connection server, Message message) {
        switch (message) {
            case Response response -> response(server, response);
            case Request request -> request(server, request);
            case Notification notification -> notification(server, notification);
            case Message.Batch batch ->
                batch.elements()
                        .forEach(span ->
                                handle(server, Message.read(batch.frame().part(span))));
            case Message.Invalid invalid ->
                stub.log("the server wrote a line that is no message (" + invalid.reason() + "): "
                        + Text.oneLine(start(invalid.frame()), 200));
        }
    }

    private void response(Connection server, Response response) {
        Id id = response.id();
        if (id == null) {
            stub.log("the server answered a request without id: " + Text.oneLine(start(response.frame()), 200));
            return;
        }
        Consumer<Response> own = server.takeOwn(id);
        if (own != null) {
            own.accept(response);
            return;
        }
        Call call = stub.inFlight.remove(id);
        if (call == null) {
            return; // to a request that was cancelled or timed out
        }
        String fault = pinFault(server, call, response);
        if (!fault.isEmpty()) {
            stub.log(fault);
            stub.answers.respond(id, stub.refusal(fault).answer(call.rawId(), call.method()));
            stub.ended(server.generation(), fault);
            return;
        }
        count(call, response);
        Frame frame = shown(call, response);
        stub.answers.respond(id, frame);
        stub.passed(frame);
        if (call.method().equals("tools/list")) {
            stub.announcements.listed();
        }
    }

    /** Why the client must not see this page of tools; empty where it may. */
    private String pinFault(Connection server, Call call, Response response) {
        Pin pin = server.pin();
        Span result = response.result();
        return pin == null || result == null || !call.method().equals("tools/list")
                ? ""
                : pin.faultOfPart(
                        stub.options().name(), ToolsPage.tools(response.frame().part(result)));
    }

    private void count(Call call, Response response) {
        Span error = response.error();
        Span result = response.result();
        if (error != null) {
            String message = Json.string(response.frame().part(error), "message");
            stub.tally.failed(message == null ? "an error without a message" : message);
        } else if (result != null && call.isToolCall() && response.frame().size() <= LONGEST_FAILURE) {
            String failure = ToolAnswers.failure(response.frame().part(result));
            if (failure != null) {
                stub.tally.failed(failure);
            }
        }
    }

    /** The response as the client gets it. */
    private Frame shown(Call call, Response response) {
        if (call.method().equals("tools/list")) {
            ToolView view = stub.view();
            Frame last = view.endsWithStub() || (view.known().isEmpty() && !view.deferred())
                    ? stub.shelf()
                            .stubTool()
                            .listed(view.known().stream()
                                    .map(tool -> tool.name())
                                    .toList())
                    : null;
            return ToolsPage.shown(response, stub.shelf().filter(), last);
        }
        if (call.blind()) {
            for (var tool : stub.shelf().tools()) {
                if (tool.name().equals(call.tool())) {
                    return ToolAnswers.withSchema(response, call.rawId(), tool);
                }
            }
        }
        return response.frame();
    }

    private void request(Connection server, Request request) {
        // Before its answer to initialize a server may only ping (MCP "Lifecycle"), and the client does not know it
        // yet.
        if (request.method().equals("ping") && server.facts() == null) {
            server.send(Reply.result(request.rawId(), LocalAnswers.EMPTY));
            return;
        }
        stub.answers.send(request.frame().with(request.idSpan(), server.open(request.rawId())));
        stub.passed(request.frame());
    }

    private void notification(Connection server, Notification notification) {
        boolean visible = !(stub.state() instanceof State.Suspended);
        switch (notification.method()) {
            case Cancelled.METHOD -> cancelled(server, notification);
            case "notifications/tools/list_changed",
                    "notifications/prompts/list_changed",
                    "notifications/resources/list_changed" -> listChanges.changed(server, notification);
            case "notifications/progress" -> {
                if (!stub.guests.takeProgress(notification)) {
                    pass(notification);
                }
            }
            case "notifications/tasks/status" -> pass(notification);
            default -> {
                if (visible) {
                    pass(notification);
                }
            }
        }
    }

    private void cancelled(Connection server, Notification notification) {
        Id serverId = Cancelled.requestId(notification);
        Id.Text clientId = serverId == null ? null : server.clientIdOf(serverId);
        if (clientId != null) {
            server.close(clientId);
            stub.answers.send(Cancelled.renamed(notification, Frame.of("\"" + clientId.value() + "\"")));
        }
    }

    private void pass(Notification notification) {
        stub.answers.send(notification.frame());
        stub.passed(notification.frame());
    }

    /** A message over the limit is lost, but the request it answers is not left without an answer. */
    private void tooLong(TooLong tooLong) {
        String reason = stub.options().name() + " sent a message of " + tooLong.size()
                + " bytes, which is over the limit of " + FrameReader.DEFAULT_LIMIT;
        stub.log(reason);
        Frame rawId = tooLong.rawId();
        Id id = rawId == null ? null : Json.id(rawId);
        Call call = id == null ? null : stub.inFlight.get(id);
        if (call != null) {
            stub.inFlight.remove(call.id());
            stub.answers.respond(call.id(), stub.refusal(reason).answer(call.rawId(), call.method()));
        }
    }

    private static String start(Frame frame) {
        return frame.part(0, Math.min(frame.size(), 300)).toString();
    }
}
