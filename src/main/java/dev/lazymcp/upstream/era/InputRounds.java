package dev.lazymcp.upstream.era;

import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Edit;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Results that want input first, for a client that knows only requests of the server (MCP 2026-07-28 "Multi Round-Trip Requests"): each
 * input is asked of the client as a request; when it has answered all, its request is sent again, with the answers and with the
 * server's state byte for byte.
 */
final class InputRounds {
    /** A server that wants more rounds is one that never has enough. */
    private static final int MOST_ROUNDS = 8;

    /** Nobody answers more at once. */
    private static final int MOST_INPUTS = 32;

    private static final String ASKED_IDS = "lz-i:";
    private static final String RETRY_IDS = "lz-r:";

    private final ModernTalk.Ends ends;
    private final Supplier<Frame> meta;
    private final Map<Id, Exchange> open = new HashMap<>();
    private final Map<Id, Exchange> asked = new HashMap<>();
    private int count;

    InputRounds(ModernTalk.Ends ends, Supplier<Frame> meta) {
        this.ends = ends;
        this.meta = meta;
    }

    /** A request of the client that is not answered yet, with what it was asked for since. */
    private static final class Exchange {
        private final Request request;
        private final Map<Id.Text, String> keys = new LinkedHashMap<>();
        private final Map<String, Frame> inputs = new LinkedHashMap<>();
        private Frame sentAs;
        private int rounds;
        private @Nullable Frame state;

        Exchange(Request request) {
            this.request = request;
            this.sentAs = request.rawId();
        }
    }

    /** Such requests alone may be answered by one for input. */
    private static boolean mayAsk(String method) {
        return switch (method) {
            case "tools/call", "prompts/get", "resources/read" -> true;
            default -> false;
        };
    }

    private static boolean mayBeAsked(String method) {
        return switch (method) {
            case "elicitation/create", "sampling/createMessage", "roots/list" -> true;
            default -> false;
        };
    }

    /** The client's {@code request} is on its way. */
    void began(Request request) {
        if (mayAsk(request.method())) {
            open.put(request.id(), new Exchange(request));
        }
    }

    /** The server answered the request {@code id}: what the client gets. */
    List<Frame> heard(Id id, Response response) {
        Exchange exchange = open.remove(id);
        if (exchange == null) {
            return List.of(response.frame());
        }
        Span result = response.result();
        if (result != null
                && "input_required".equals(Json.string(response.frame().part(result), "resultType"))) {
            return wanted(exchange, response.frame().part(result));
        }
        Span idSpan = response.idSpan();
        return List.of(idSpan == null ? response.frame() : response.frame().with(idSpan, exchange.request.rawId()));
    }

    private List<Frame> wanted(Exchange exchange, Frame result) {
        exchange.rounds++;
        if (exchange.rounds > MOST_ROUNDS) {
            return List.of(refused(exchange, "the server wants input for the " + exchange.rounds + "th time"));
        }
        Span state = Json.find(result, "requestState");
        exchange.state = state == null ? null : result.part(state);
        exchange.inputs.clear();
        Span wanted = Json.find(result, "inputRequests");
        Frame requests = wanted == null ? Frame.of("{}") : result.part(wanted);
        List<Json.Member> inputs = Json.members(requests);
        if (inputs.size() > MOST_INPUTS) {
            return List.of(refused(
                    exchange,
                    "the server wants " + inputs.size() + " inputs at once, where " + MOST_INPUTS + " is the most"));
        }
        List<Frame> questions = new ArrayList<>();
        for (Json.Member member : inputs) {
            Frame input = requests.part(member.value());
            String method = Json.string(input, "method");
            Span params = Json.find(input, "params");
            Frame question = params == null ? Message.EMPTY : input.part(params);
            if (method == null || !mayBeAsked(method) || !Json.isObject(question)) {
                forget(exchange);
                String kind = "\"" + Text.oneLine(String.valueOf(method), 100) + "\"";
                return List.of(refused(
                        exchange,
                        method != null && mayBeAsked(method)
                                ? "the server wants the input " + kind + " with params that are no object"
                                : "the server wants an input of the unknown kind " + kind));
            }
            questions.add(question(exchange, member.name(), method, question));
        }
        if (questions.isEmpty()) {
            retry(exchange);
        }
        return questions;
    }

    private Frame question(Exchange exchange, String key, String method, Frame params) {
        Id.Text id = new Id.Text(ASKED_IDS + ++count);
        exchange.keys.put(id, key);
        asked.put(id, exchange);
        return Reply.request(Json.quote(id.value()), method, params);
    }

    /** The client answered what it was asked for. */
    void answered(Response response) {
        Id id = response.id();
        Exchange exchange = id == null ? null : asked.remove(id);
        String key = exchange == null ? null : exchange.keys.remove(id);
        if (exchange == null || key == null) {
            return; // asked for a request that was cancelled since
        }
        Span result = response.result();
        if (result == null) {
            withdraw(exchange);
            Span error = response.error();
            ends.toClient(
                    error == null
                            ? refused(exchange, "the client answered with neither result nor error")
                            : Frame.of("{\"jsonrpc\":\"2.0\",\"id\":")
                                    .then(exchange.request.rawId())
                                    .then(Frame.of(",\"error\":"))
                                    .then(response.frame().part(error))
                                    .then(Frame.of("}")));
            return;
        }
        exchange.inputs.put(key, response.frame().part(result));
        if (exchange.keys.isEmpty()) {
            retry(exchange);
        }
    }

    private void retry(Exchange exchange) {
        String id = RETRY_IDS + ++count;
        exchange.sentAs = Frame.of(Json.quote(id));
        open.put(new Id.Text(id), exchange);
        Request request = exchange.request;
        List<Edit> edits = new ArrayList<>();
        edits.add(new Edit(request.idSpan(), exchange.sentAs));
        edits.addAll(RequestMeta.edits(request, meta.get(), additions(exchange)));
        edits.sort((one, other) -> Long.compare(one.span().from(), other.span().from()));
        ends.toServer(request.frame().with(edits));
        ends.flush();
    }

    private static Frame additions(Exchange exchange) {
        Frame members = Frame.of("\"inputResponses\":{");
        boolean first = true;
        for (Map.Entry<String, Frame> input : exchange.inputs.entrySet()) {
            members = members.then(Frame.of((first ? "" : ",") + Json.quote(input.getKey()) + ":"))
                    .then(input.getValue());
            first = false;
        }
        members = members.then(Frame.of("}"));
        Frame state = exchange.state;
        return state == null
                ? members
                : members.then(Frame.of(",\"requestState\":")).then(state);
    }

    /** The client gave up a request: the cancellation for the server, which may know it by another id by now. */
    Frame cancelled(Notification notification) {
        Frame params = notification.paramsOrEmpty();
        Span named = Json.find(params, "requestId");
        Id id = named == null ? null : Json.id(params.part(named));
        Span at = notification.params();
        Exchange exchange = id == null ? null : find(id);
        if (exchange == null || named == null || at == null) {
            return notification.frame();
        }
        withdraw(exchange);
        open.values().remove(exchange);
        return notification.frame().with(new Span(at.from() + named.from(), at.from() + named.to()), exchange.sentAs);
    }

    private @Nullable Exchange find(Id clientId) {
        for (Map<Id, Exchange> exchanges : List.of(open, asked)) {
            for (Exchange exchange : exchanges.values()) {
                if (exchange.request.id().equals(clientId)) {
                    return exchange;
                }
            }
        }
        return null;
    }

    /** By which id the client knows the request {@code id}, which will not be answered. */
    Frame given(Id id, Frame rawId) {
        Exchange exchange = open.remove(id);
        return exchange == null ? rawId : exchange.request.rawId();
    }

    /** The client need not answer any more what it is still asked for. */
    private void withdraw(Exchange exchange) {
        for (Id.Text id : exchange.keys.keySet()) {
            ends.toClient(Reply.notification(
                    "notifications/cancelled",
                    Frame.of("{\"requestId\":" + Json.quote(id.value()) + ",\"reason\":\"its call is over\"}")));
        }
        forget(exchange);
    }

    private void forget(Exchange exchange) {
        exchange.keys.keySet().forEach(asked::remove);
        exchange.keys.clear();
    }

    private static Frame refused(Exchange exchange, String reason) {
        return Reply.error(exchange.request.rawId(), ErrorCode.INTERNAL_ERROR, reason);
    }
}
