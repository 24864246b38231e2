package dev.lazymcp.shim;

import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** From the client to the running server: frames go as they came, save for calls of the stub's own tool. */
final class Passage {
    private final Stub stub;

    Passage(Stub stub) {
        this.stub = stub;
    }

    /** Passes {@code message} on; the server runs. */
    void pass(Message message) {
        switch (message) {
            case Request request when request.method().equals("tools/call") -> call(request);
            case Request request -> forward(request, request.frame(), "", false);
            case Notification notification -> toServer(notification.frame());
            case Message.Response _, Message.Batch _, Message.Invalid _ ->
                throw new IllegalArgumentException("not for the server: " + message);
        }
    }

    private void call(Request request) {
        String name = Json.string(request.paramsOrEmpty(), "name");
        boolean isStub = name != null && name.equals(stub.shelf().stubTool().name()) && realTool(name) == null;
        if (!isStub) {
            // The definition may have become another one while the call waited for the server.
            if (name != null && !stub.options().allows(name)) {
                stub.answers.result(request, Reply.toolText(ToolAnswers.notAllowed(name, stub.options()), true));
                return;
            }
            boolean blind = stub.shelf().exposure() == Exposure.NAMES;
            forward(request, request.frame(), name == null ? "" : name, blind);
            return;
        }
        CallThrough through = CallThrough.read(request.paramsOrEmpty());
        if (through == null) {
            stub.answers.result(request, Reply.toolText(listing(), false));
            return;
        }
        String problem = problem(through);
        if (!problem.isEmpty()) {
            stub.answers.result(request, Reply.toolText(problem, true));
            return;
        }
        forward(request, through.direct(request), through.tool(), true);
    }

    private String listing() {
        ServerFacts facts = stub.shelf().facts();
        return stub.shelf().stubTool().listing(stub.shelf().tools(), facts == null ? "" : facts.instructions());
    }

    /** What is wrong with the call, and what a right one looks like; empty where nothing is. */
    private String problem(CallThrough through) {
        if (!stub.options().allows(through.tool())) {
            return ToolAnswers.notAllowed(through.tool(), stub.options());
        }
        Tool tool = realTool(through.tool());
        if (tool == null) {
            List<Tool> tools = stub.shelf().tools();
            // A server whose list could not be read may have the tool all the same.
            return tools.isEmpty()
                    ? ""
                    : ToolAnswers.noSuchTool(through.tool(), stub.shelf().stubTool(), tools);
        }
        return ArgumentCheck.complaint(tool, through.arguments());
    }

    private @Nullable Tool realTool(String name) {
        for (Tool tool : stub.shelf().tools()) {
            if (tool.name().equals(name)) {
                return tool;
            }
        }
        return null;
    }

    private void forward(Request request, Frame frame, String tool, boolean blind) {
        if (stub.inFlight.containsKey(request.id())) {
            stub.answers.send(Reply.error(
                    request.rawId(), ErrorCode.INVALID_REQUEST, "a request with this id is not answered yet"));
            return;
        }
        Call call = new Call(request.id(), request.rawId(), request.method(), tool, blind);
        stub.inFlight.put(request.id(), call);
        stub.replay.note(request);
        noteTask(request);
        toServer(frame);
        limit(call);
    }

    /** MCP 2025-11-25 "Tasks": what runs on after the answer must not be stopped for want of calls. */
    private void noteTask(Request request) {
        Connection server = stub.connection();
        if (server != null
                && stub.options().idle().isPositive()
                && Json.find(request.paramsOrEmpty(), "task") != null) {
            server.beganTask();
        }
    }

    private void toServer(Frame frame) {
        Connection server = stub.connection();
        if (server != null) {
            server.send(frame);
            stub.passed(frame);
        }
    }

    /** MCP "Lifecycle", timeouts: a request that takes too long is answered with an error and cancelled. */
    private void limit(Call call) {
        long limit = stub.options().callTimeout().toMillis();
        if (limit == 0) {
            return;
        }
        stub.timers.after(
                limit,
                () -> stub.inside(() -> {
                    if (stub.inFlight.remove(call.id(), call)) {
                        String reason = stub.options().name() + " did not answer within " + limit
                                + " ms (--call-timeout); the request was cancelled";
                        stub.answers.respond(call.id(), stub.refusal(reason).answer(call.rawId(), call.method()));
                        toServer(Cancelled.of(call.rawId(), "timeout"));
                    }
                }));
    }
}
