package dev.lazymcp.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lazymcp.control.ControlClient;
import dev.lazymcp.control.RunDirectory;
import dev.lazymcp.control.SessionKey;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A stub that runs.
 *
 * @param socket where it answers
 * @param hint what it says of itself
 */
record LiveStub(Path socket, StubHint hint) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The stub that left {@code left}. */
    static LiveStub of(RunDirectory.Left left) {
        return new LiveStub(left.socket(), left.hint());
    }

    /** The server's name. */
    String name() {
        return hint.name();
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
            answer = JSON.readTree(ControlClient.ask(socket, request, patience).toBytes());
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
