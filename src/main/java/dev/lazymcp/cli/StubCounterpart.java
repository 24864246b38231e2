package dev.lazymcp.cli;

import dev.lazymcp.control.ControlClient;
import dev.lazymcp.probe.Deadline;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A server behind a stub that runs. Whoever waits and dies leaves the connection, by which the stub cancels.
 *
 * @param stub in front of it
 * @param deadline until when it has to answer
 */
record StubCounterpart(LiveStub stub, Deadline deadline) implements Counterpart {
    @Override
    public String name() {
        return stub.name();
    }

    @Override
    public Frame request(String method, Frame params, Consumer<Frame> progress) throws Refused {
        Frame answer;
        try {
            Frame request = stub.addressed(StubGuest.request(method, params));
            answer = ControlClient.ask(stub.socket(), request, Duration.ofNanos(deadline.left()), progress);
        } catch (IOException e) {
            throw new Refused(name() + ": " + e.getMessage() + " (" + method + ", "
                    + deadline.limit().toMillis() + " ms)");
        }
        Span result = Json.find(answer, "result");
        if (result != null) {
            return answer.part(result);
        }
        Span failure = Json.find(answer, "serverError");
        if (failure != null) {
            throw new Refused(
                    name() + " answered " + method + " with an error: " + ServerError.text(answer.part(failure)));
        }
        String refusal = Json.string(answer, "refused");
        String fault = Json.string(answer, "error", "message");
        if (refusal != null) {
            throw new Refused(refusal);
        }
        throw new Refused(name() + ": its stub says: " + (fault == null ? answer.toString() : fault));
    }

    @Override
    public void close() {}
}
