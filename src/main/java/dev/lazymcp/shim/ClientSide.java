package dev.lazymcp.shim;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.ServerFacts;
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
import java.util.function.Function;

/** From the client: what the stub answers itself, what it passes on, and what starts the server. */
final class ClientSide {
    private static final String FOR_PEOPLE =
            "this is an MCP server, which a client starts and speaks JSON to; Ctrl-D ends it. For people: lazymcp --help";

    private final Stub stub;

    ClientSide(Stub stub) {
        this.stub = stub;
    }

    /** The client sent a frame over the limit. */
    void tooLong(TooLong tooLong) {
        String reason = "a message of " + tooLong.size() + " bytes is over the limit of " + FrameReader.DEFAULT_LIMIT;
        stub.inside(() -> {
            Frame rawId = tooLong.rawId();
            Id id = rawId == null ? null : Json.id(rawId);
            Connection server = stub.connection();
            Frame serverId = id == null || server == null ? null : server.close(id);
            if (serverId != null && server != null) {
                // It was the client's answer to a request of the server, which must not wait for ever.
                server.send(Reply.error(serverId, ErrorCode.INTERNAL_ERROR, reason));
            } else {
                stub.answers.send(Reply.error(rawId, ErrorCode.INVALID_REQUEST, reason));
            }
        });
    }

    /** The client sent {@code message}; to be called inside the stub's lock. */
    void handle(Message message) {
        switch (message) {
            case Request request -> request(request);
            case Notification notification -> notification(notification);
            case Response response -> response(response);
            case Message.Batch batch -> batch(batch);
            case Message.Invalid invalid -> {
                // A person who tries it on a terminal types something else; to look for one would cost every start.
                if (invalid.code() == ErrorCode.PARSE_ERROR && stub.profile() == null) {
                    stub.later(() -> stub.log(FOR_PEOPLE));
                }
                stub.answers.send(Reply.error(invalid));
            }
        }
    }

    /** Only revision 2025-03-26 has batches (MCP "Base Protocol", batching); elsewhere an array is no message. */
    private void batch(Message.Batch batch) {
        ClientProfile profile = stub.profile();
        if (profile == null || !profile.hasBatches()) {
            stub.answers.send(
                    Reply.error(null, ErrorCode.INVALID_REQUEST, "batches are not part of this protocol revision"));
            return;
        }
        BatchContent content = BatchContent.of(batch);
        stub.answers.openBatch(content.ids(), content.errors());
        content.messages().forEach(this::handle);
    }

    private void request(Request request) {
        Connection server = stub.connection();
        if (server != null) {
            server.avoid(request.id());
        }
        switch (request.method()) {
            case "initialize" -> initialize(request);
            case "tools/call" -> call(request);
            case "tools/list" -> listTools(request);
            default -> other(request);
        }
    }

    private void initialize(Request request) {
        if (stub.profile() != null) {
            stub.answers.error(request, ErrorCode.INVALID_REQUEST, "the session is initialized already");
            return;
        }
        ClientProfile client = ClientProfile.read(request.paramsOrEmpty());
        if (client == null) {
            stub.answers.error(request, ErrorCode.INVALID_PARAMS, "\"protocolVersion\" must be a string");
            return;
        }
        stub.opened(client);
        stub.answers.result(request, introduction(client, stub.shelf()));
        if (stub.options().eager()) {
            stub.happen(new Event.Enabled());
        }
    }

    /** What {@code client} is answered to {@code initialize}. */
    Frame introduction(ClientProfile client, Shelf shelf) {
        return InitializeAnswer.result(client, shelf.facts(), stub.options(), shelf.exposure());
    }

    private void listTools(Request request) {
        if (stub.view().isLive()) {
            stub.passage().pass(request);
        } else if (Json.find(request.paramsOrEmpty(), "cursor") != null) {
            stub.answers.error(request, ErrorCode.INVALID_PARAMS, "unknown cursor: the list has one page");
        } else {
            stub.answers.result(request, stub.view().result());
            stub.announcements.listed();
        }
    }

    private void call(Request request) {
        String name = Json.string(request.paramsOrEmpty(), "name");
        stub.tally.called();
        if (name == null) {
            stub.answers.error(request, ErrorCode.INVALID_PARAMS, "\"name\" must be a string");
        } else if (isOutOfSight()) {
            refuse(request, Suspension.text(stub.options(), stub.state()));
        } else if (isHidden()) {
            refuse(request, Suspension.hidden(stub.options()));
        } else if (!stub.options().allows(name)
                && !name.equals(stub.shelf().stubTool().name())) {
            refuse(request, ToolAnswers.notAllowed(name, stub.options()));
        } else if (stub.state() instanceof State.Active) {
            stub.passage().pass(request);
        } else {
            // Any name: a client that was restarted calls what it remembers of an earlier list.
            stub.invoke(request);
        }
    }

    private boolean isOutOfSight() {
        return stub.state() instanceof State.Suspended || stub.state() instanceof State.Removed;
    }

    private void refuse(Request request, String reason) {
        stub.answers.respond(request.id(), stub.refusal(reason).answer(request.rawId(), request.method()));
    }

    /** Whether nobody has brought the hidden server out so far. */
    private boolean isHidden() {
        return stub.state() instanceof State.Registered && stub.shelf().isHidden();
    }

    private void other(Request request) {
        ServerFacts facts = stub.shelf().facts();
        Duty duty = MethodTable.duty(request.method(), stub.state());
        if (duty == Duty.FORWARD
                && facts != null
                && !facts.serves(request.method())
                && MethodTable.hasAnswer(request.method())) {
            duty = Duty.ANSWER;
        }
        if (duty == Duty.NO_SUCH_METHOD && startsFor(request.method())) {
            duty = Duty.INVOKE;
        }
        switch (duty) {
            case ANSWER -> {
                stub.replay.note(request);
                if (stub.connection() != null) {
                    stub.replay.missed(request);
                }
                stub.answers.result(request, answer(request.method()));
            }
            case FORWARD -> stub.passage().pass(request);
            case INVOKE -> {
                if (isHidden()) {
                    refuse(request, Suspension.hidden(stub.options()));
                } else {
                    stub.invoke(request);
                }
            }
            case REFUSE -> refuse(request, Suspension.text(stub.options(), stub.state()));
            case NO_SUCH_TASK -> stub.answers.error(request, ErrorCode.INVALID_PARAMS, "unknown task");
            case NO_SUCH_METHOD ->
                stub.answers.error(
                        request, ErrorCode.METHOD_NOT_FOUND, "unknown method " + Text.oneLine(request.method(), 100));
        }
    }

    /** A method that only an extension brings may be that of a server whose catalog names one. */
    private boolean startsFor(String method) {
        ServerFacts facts = stub.shelf().facts();
        return stub.state() instanceof State.Registered
                && !method.equals("server/discover")
                && facts != null
                && (facts.can("extensions") || facts.can("experimental"));
    }

    private Frame answer(String method) {
        return switch (method) {
            case "prompts/list" -> LocalAnswers.list(method, known(CatalogEntry::prompts));
            case "resources/list" -> LocalAnswers.list(method, known(CatalogEntry::resources));
            case "resources/templates/list" -> LocalAnswers.list(method, known(CatalogEntry::resourceTemplates));
            case "tasks/list" -> LocalAnswers.list(method, List.of());
            case "completion/complete" -> LocalAnswers.NO_COMPLETION;
            default -> LocalAnswers.EMPTY;
        };
    }

    /** A list of the catalog; nothing of a server that is out of sight. */
    private List<byte[]> known(Function<CatalogEntry, List<byte[]>> list) {
        return isOutOfSight()
                ? List.of()
                : stub.shelf().catalog().entry().map(list).orElse(List.of());
    }

    private void notification(Notification notification) {
        switch (notification.method()) {
            case "notifications/initialized" -> stub.announcements.ready();
            case Cancelled.METHOD -> cancelled(notification);
            default -> {
                switch (stub.state()) {
                    case State.Active _ -> stub.passage().pass(notification);
                    case State.Connecting _ -> stub.invoke(notification);
                    case State.Suspended _ -> {
                        if (notification.method().equals("notifications/roots/list_changed")) {
                            stub.replay.missedRootsChange();
                        }
                    }
                    case State.Registered _, State.Removed _, State.Closed _ -> {}
                }
            }
        }
    }

    private void cancelled(Notification notification) {
        Id id = Cancelled.requestId(notification);
        if (id == null) {
            return;
        }
        if (stub.waiting.remove(id)) {
            stub.answers.cancelled(id);
            return;
        }
        stub.answers.cancelled(id);
        Connection server = stub.connection();
        if (stub.inFlight.remove(id) != null && server != null) {
            server.send(notification.frame());
        }
    }

    /** The answer to a request of the server; one to a server that is gone is dropped. */
    private void response(Response response) {
        Connection server = stub.connection();
        if (server == null || response.id() == null || response.idSpan() == null) {
            return;
        }
        Frame serverId = server.close(response.id());
        if (serverId != null) {
            server.send(response.frame().with(response.idSpan(), serverId));
            stub.passed(response.frame());
        }
    }
}
