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
import dev.lazymcp.upstream.era.RequestMeta;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server of an earlier revision asks of its client, for one that is only asked within results (MCP 2026-07-28 "Multi Round-Trip
 * Requests"): the newest request that may, is answered by one for input, while the server goes on with it; when the client sends it
 * again, the server gets its answer and the client, in the end, the result.
 */
final class Inputs {
    private static final String STATES = "lz-p:";

    /** Who never comes back with its answers does not fill the memory. */
    private static final int MOST_PARKED = 100;

    private final Core core;
    private final Pending pending;
    private final Map<String, Parked> parked = new LinkedHashMap<>();
    private int count;

    Inputs(Core core, Pending pending) {
        this.core = core;
        this.pending = pending;
    }

    /** A request that the client is to send again. */
    private static final class Parked {
        private final String state;
        private final Pending.Entry entry;
        private final Map<String, Request> wanted = new LinkedHashMap<>();
        private boolean told;
        private @Nullable Response answer;

        Parked(String state, Pending.Entry entry) {
            this.state = state;
            this.entry = entry;
        }
    }

    static Frame spelt(Id id) {
        return Frame.of(
                switch (id) {
                    case Id.Text(String text) -> Json.quote(text);
                    case Id.Whole(long number) -> Long.toString(number);
                    case Id.Decimal(var number) -> number.toString();
                });
    }

    /** The server sent {@code request}. */
    void wanted(Request request) {
        if (request.method().equals("ping")) {
            core.take(Message.read(Reply.result(request.rawId(), Frame.of("{}"))));
            return;
        }
        Parked waits = waiting();
        Pending.Entry entry = waits == null ? pending.newestThatMayAsk() : waits.entry;
        String problem = entry == null
                ? "the client of this revision can only be asked while a request of it is under way"
                : problem(request.method(), entry.params());
        if (entry == null || !problem.isEmpty()) {
            core.take(Message.read(Reply.error(request.rawId(), ErrorCode.METHOD_NOT_FOUND, problem)));
            return;
        }
        if (waits == null) {
            if (parked.size() >= MOST_PARKED) {
                giveUp();
            }
            pending.remove(entry.inner());
            waits = new Parked(STATES + ++count, entry);
            parked.put(waits.state, waits);
        }
        waits.wanted.put("input-" + ++count, request);
        if (!waits.told) {
            waits.told = true;
            core.write(Reply.result(entry.rawId(), result(waits)));
        }
    }

    /** A request that the client is about to send again: what else is wanted meanwhile is asked with it. */
    private @Nullable Parked waiting() {
        Parked newest = null;
        if (pending.newestThatMayAsk() == null) {
            for (Parked one : parked.values()) {
                newest = one;
            }
        }
        return newest;
    }

    /** Makes room: the oldest request whose answer is there is forgotten, else the oldest is cancelled. */
    private void giveUp() {
        Parked oldest = parked.values().iterator().next();
        Parked over = parked.values().stream()
                .filter(one -> one.answer != null)
                .findFirst()
                .orElse(oldest);
        parked.remove(over.state);
        refuse(over, "the client did not come back with an answer");
        if (over.answer == null) {
            core.take(Message.read(Reply.notification(
                    "notifications/cancelled",
                    Frame.of("{\"requestId\":")
                            .then(spelt(over.entry.inner()))
                            .then(Frame.of(",\"reason\":\"the client did not come back with its input\"}")))));
        }
    }

    /** The server gets an error for all that it still wants by {@code waits}. */
    private void refuse(Parked waits, String reason) {
        List<Request> wanted = List.copyOf(waits.wanted.values());
        waits.wanted.clear();
        for (Request request : wanted) {
            core.take(Message.read(Reply.error(request.rawId(), ErrorCode.INTERNAL_ERROR, reason)));
        }
    }

    private static String problem(String method, Frame params) {
        String capability = switch (method) {
            case "roots/list" -> "roots";
            case "sampling/createMessage" -> "sampling";
            case "elicitation/create" -> "elicitation";
            default -> "";
        };
        Frame capabilities = RequestMeta.capabilities(params);
        boolean has = !capability.isEmpty() && capabilities != null && Json.find(capabilities, capability) != null;
        return has ? "" : "the client does not support " + Text.oneLine(method, 100);
    }

    private static Frame result(Parked waits) {
        Frame requests = Frame.of("{");
        boolean first = true;
        for (Map.Entry<String, Request> wanted : waits.wanted.entrySet()) {
            Request request = wanted.getValue();
            requests = requests.then(Frame.of((first ? "" : ",") + Json.quote(wanted.getKey()) + ":{\"method\":"
                            + Json.quote(request.method()) + ",\"params\":"))
                    .then(request.paramsOrEmpty())
                    .then(Frame.of("}"));
            first = false;
        }
        return Frame.of("{\"resultType\":\"input_required\",\"inputRequests\":")
                .then(requests)
                .then(Frame.of("},\"requestState\":" + Json.quote(waits.state) + "}"));
    }

    /** Takes {@code request}, if it is one that was sent again. */
    boolean resumes(Request request) {
        Frame params = request.paramsOrEmpty();
        String state = Json.string(params, "requestState");
        if (state == null || !state.startsWith(STATES)) {
            return false;
        }
        Parked waits = parked.get(state);
        if (waits == null || !waits.entry.method().equals(request.method())) {
            core.write(Reply.error(
                    request.rawId(), ErrorCode.INVALID_PARAMS, "\"requestState\" is not that of a request that waits"));
            return true;
        }
        Map<String, Request> answered = new LinkedHashMap<>();
        for (Map.Entry<String, Request> wanted : waits.wanted.entrySet()) {
            if (Json.find(params, "inputResponses", wanted.getKey()) != null) {
                answered.put(wanted.getKey(), wanted.getValue());
            }
        }
        answered.keySet().forEach(waits.wanted::remove);
        if (waits.wanted.isEmpty()) {
            parked.remove(state);
            Pending.Entry entry = waits.entry;
            pending.put(new Pending.Entry(entry.inner(), request.id(), request.rawId(), entry.method(), params));
        }
        for (Map.Entry<String, Request> one : answered.entrySet()) {
            Span given = Json.find(params, "inputResponses", one.getKey());
            if (given != null) {
                core.take(Message.read(Reply.result(one.getValue().rawId(), params.part(given))));
            }
        }
        if (!waits.wanted.isEmpty()) {
            core.write(Reply.result(request.rawId(), result(waits)));
        } else if (waits.answer != null && pending.remove(waits.entry.inner()) != null) {
            core.write(ModernResult.of(waits.answer, waits.entry.method(), request.rawId()));
        }
        return true;
    }

    /** Keeps {@code response} for the request that has the id {@code inner} with the stub, if the client is to send that again. */
    boolean keep(Id inner, Response response) {
        for (Parked one : parked.values()) {
            if (one.entry.inner().equals(inner)) {
                one.answer = response;
                refuseWhatNobodyWaitsFor();
                return true;
            }
        }
        return false;
    }

    /** By which request a server asks is a guess: as long as one is under way, what was asked by another may be for it. */
    private void refuseWhatNobodyWaitsFor() {
        if (pending.newestThatMayAsk() == null && parked.values().stream().allMatch(one -> one.answer != null)) {
            parked.values().forEach(one -> refuse(one, "the request that this was asked for is over"));
        }
    }

    /** The server does not want any more what it asked for. */
    void withdrawn(Notification notification) {
        Frame params = notification.paramsOrEmpty();
        Span span = Json.find(params, "requestId");
        Id id = span == null ? null : Json.id(params.part(span));
        for (Parked one : parked.values()) {
            one.wanted.values().removeIf(request -> request.id().equals(id));
        }
    }
}
