package dev.lazymcp.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lazymcp.control.ControlClient;
import dev.lazymcp.control.RunDirectory;
import dev.lazymcp.control.SessionKey;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A stub that runs.
 *
 * @param socket where it answers
 * @param hint what it says of itself
 * @param server the server behind a hub that is meant; empty for a stub, and for the hub itself
 */
record LiveStub(Path socket, StubHint hint, Optional<String> server) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A stub of its own. */
    LiveStub(Path socket, StubHint hint) {
        this(socket, hint, Optional.empty());
    }

    /** The stub, or the hub, that left {@code left}. */
    static LiveStub of(RunDirectory.Left left) {
        return new LiveStub(left.socket(), left.hint());
    }

    /** What this hub is to its server {@code name}, which may be one that it is to take in. */
    LiveStub to(String name) {
        return new LiveStub(socket, hint, Optional.of(name));
    }

    /** Whether it is a hub. */
    boolean isHub() {
        return hint.servers().isPresent() && server.isEmpty();
    }

    /** The server's name. */
    String name() {
        return server.orElseGet(hint::name);
    }

    /** What tells it from every other one. */
    String id() {
        return server.map(name -> socket + "#" + name).orElseGet(socket::toString);
    }

    /** {@code request} with the server in it that is meant. */
    Frame addressed(Frame request) {
        if (server.isEmpty()) {
            return request;
        }
        Span start = new Span(1, 1);
        return request.with(start, Frame.of("\"server\":" + Json.quote(server.get()) + ","));
    }

    /** The session it belongs to. */
    SessionKey session() {
        return hint.session();
    }

    /**
     * Asks it; blocks for as long as {@code patience}.
     *
     * @return its answer
     * @throws IOException where it does not answer, or with an error
     */
    JsonNode ask(Frame request, Duration patience) throws IOException {
        JsonNode answer;
        try {
            answer = JSON.readTree(
                    ControlClient.ask(socket, addressed(request), patience).toBytes());
        } catch (JsonProcessingException broken) {
            throw new IOException("what the stub answers is no JSON", broken);
        }
        JsonNode error = answer.get("error");
        if (error != null) {
            throw new IOException(error.path("message").asText("the stub refused without a reason"));
        }
        return answer;
    }
}
