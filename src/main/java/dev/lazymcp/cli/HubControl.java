package dev.lazymcp.cli;

import dev.lazymcp.control.ControlMessage;
import dev.lazymcp.control.ControlServer;
import dev.lazymcp.control.ControlServer.Asker;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.hub.Hub;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.shim.Outcome;
import dev.lazymcp.shim.Shim;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a hub does with the requests on its socket. One with {@code "server"} is about that server, and is what it would be on the
 * socket of a stub.
 */
final class HubControl implements ControlServer.Handler {
    /** What becomes of a server that leaves. */
    @FunctionalInterface
    interface Farewell {
        /** Its stub is not needed any more. */
        void to(Shim stub);
    }

    private record End(Shim stub, StubControl control) {}

    private final Hub hub;
    private final HubState state;
    private final HubDefinition definitions;
    private final Farewell farewell;
    private final Runnable changed;
    private final Map<String, End> ends = new HashMap<>();
    private final Map<String, StubOrigins> origins = new HashMap<>();

    /**
     * The control of {@code hub}.
     *
     * @param changed runs when there are other servers than before
     */
    HubControl(Hub hub, HubState state, HubDefinition definitions, Farewell farewell, Runnable changed) {
        this.hub = hub;
        this.state = state;
        this.definitions = definitions;
        this.farewell = farewell;
        this.changed = changed;
    }

    /** The server {@code name} comes from {@code file}. */
    synchronized void from(String name, Path file) {
        origins.computeIfAbsent(name, _ -> new StubOrigins()).add(file);
    }

    @Override
    public void handle(Frame request, Asker answer) {
        String name = Json.string(request, "server");
        String op = Json.string(request, "op");
        if (op == null) {
            answer.accept(ControlMessage.error("bad_request", "a request is a JSON object with \"v\" and \"op\""));
        } else if (name == null) {
            own(op, new ControlRequest(request), answer);
        } else {
            try {
                about(name, op, request, answer);
            } catch (IllegalArgumentException wrong) {
                answer.accept(ControlMessage.error("bad_request", String.valueOf(wrong.getMessage())));
            }
        }
    }

    private void own(String op, ControlRequest request, Consumer<Frame> answer) {
        switch (op) {
            case HubEnd.OPERATION -> answer.accept(ControlMessage.object(state::write));
            case HubEnd.NOTES -> {
                state.note(request.pairs("notes"));
                answer.accept(ControlMessage.object(_ -> {}));
            }
            default ->
                answer.accept(ControlMessage.error(
                        "unknown_op",
                        "this is a hub (protocol version " + StubHint.FORMAT + "), which does \"" + op
                                + "\" for a \"server\" alone"));
        }
    }

    private void about(String name, String op, Frame request, Asker answer) {
        End end = end(name);
        if (end == null && op.equals("redefine")) {
            join(name, new ControlRequest(request), answer);
        } else if (end == null) {
            answer.accept(ControlMessage.error("unknown_server", "this hub has no server " + name));
        } else if (op.equals("remove")) {
            leave(name, end.stub, new ControlRequest(request).string("reason"), answer);
        } else {
            end.control.handle(request, answer);
        }
    }

    private synchronized @Nullable End end(String name) {
        Optional<Shim> stub = hub.server(name);
        if (stub.isEmpty()) {
            ends.remove(name);
            return null;
        }
        End known = ends.get(name);
        if (known != null && known.stub.equals(stub.get())) {
            return known;
        }
        StubOrigins from = origins.computeIfAbsent(name, _ -> new StubOrigins());
        End end = new End(stub.get(), new StubControl(stub.get(), new StubDefinition(stub.get(), from), _ -> {}));
        ends.put(name, end);
        return end;
    }

    private void join(String name, ControlRequest request, Consumer<Frame> answer) {
        request.path("origin").ifPresent(file -> from(name, file));
        hub.join(name, definitions.of(request));
        state.took(name);
        changed.run();
        Outcome joined = new Outcome(
                Outcome.Result.DONE, "REGISTERED", "new, taken in; starts when it is used", java.util.List.of(), 0);
        answer.accept(ControlMessage.object(json -> StubControl.write(json, joined)));
    }

    private void leave(String name, Shim stub, String reason, Consumer<Frame> answer) {
        synchronized (this) {
            origins.remove(name);
        }
        hub.leave(name, reason, outcome -> {
            answer.accept(ControlMessage.object(json -> StubControl.write(json, outcome)));
            farewell.to(stub);
        });
        changed.run();
    }
}
