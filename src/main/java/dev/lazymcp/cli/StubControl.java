package dev.lazymcp.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.lazymcp.control.AgentsFile;
import dev.lazymcp.control.ControlMessage;
import dev.lazymcp.control.ControlServer;
import dev.lazymcp.control.ControlServer.Asker;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.shim.Order;
import dev.lazymcp.shim.Outcome;
import dev.lazymcp.shim.Shim;
import dev.lazymcp.shim.StubStatus;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a stub does with the requests on its socket. */
final class StubControl implements ControlServer.Handler {
    private final Shim shim;
    private final NewestAgents agents = new NewestAgents();
    private final StubDefinition definition;
    private final Consumer<String> renamed;

    /** Asks and orders {@code shim}; {@code renamed} is told the server's name where an order gives it another. */
    StubControl(Shim shim, StubDefinition definition, Consumer<String> renamed) {
        this.shim = shim;
        this.definition = definition;
        this.renamed = renamed;
    }

    @Override
    public void handle(Frame request, Asker answer) {
        String op = Json.string(request, "op");
        Span version = Json.find(request, "v");
        if (op == null || version == null) {
            answer.accept(ControlMessage.error("bad_request", "a request is a JSON object with \"v\" and \"op\""));
        } else if (!request.part(version).toString().equals(Integer.toString(StubHint.FORMAT))) {
            answer.accept(ControlMessage.error(
                    "unsupported_version",
                    "this stub speaks version " + StubHint.FORMAT + " of the protocol, not " + request.part(version)));
        } else if (op.equals("status")) {
            answer.accept(ControlMessage.object(json -> write(json, shim.status())));
        } else {
            serve(op, new ControlRequest(request), answer);
        }
    }

    /** Takes what is written down of this session's agents; on the thread that handles requests, or before there is one. */
    void activate(AgentsFile file) {
        shim.obey(
                new Order.Activate(agents.among(
                        OptionalLong.of(file.epoch()),
                        OptionalLong.of(file.revision()),
                        file.agents().names())),
                _ -> {});
    }

    private void serve(String op, ControlRequest request, Asker answer) {
        try {
            if (op.equals("definition")) {
                answer.accept(definition.describe(request));
            } else if (op.equals(StubGuest.OPERATION)) {
                StubGuest.receive(shim, request, answer);
            } else {
                obey(op, request, answer);
            }
        } catch (IllegalArgumentException wrong) {
            answer.accept(ControlMessage.error("bad_request", String.valueOf(wrong.getMessage())));
        }
    }

    private void obey(String op, ControlRequest request, Consumer<Frame> answer) {
        Order order = order(op, request);
        if (order == null) {
            answer.accept(ControlMessage.error("unknown_op", "this stub does not know the operation \"" + op + "\""));
            return;
        }
        String name = shim.definition().options().name();
        shim.obey(
                order,
                outcome -> answer.accept(ControlMessage.object(json -> {
                    write(json, outcome);
                    if (order instanceof Order.Activate) {
                        writeScope(json, shim.status());
                    }
                })));
        String now = shim.definition().options().name();
        if (!now.equals(name)) {
            renamed.accept(now);
        }
    }

    private @Nullable Order order(String op, ControlRequest request) {
        return switch (op) {
            case "enable" -> new Order.Enable();
            case "disable" -> new Order.Disable(request.isTrue("stop"));
            case "restart" -> new Order.Restart();
            case "stop" -> new Order.Stop();
            case "agents" ->
                new Order.Activate(agents.among(
                        request.number("epoch"), request.number("revision"), new HashSet<>(request.strings("active"))));
            case "redefine" -> new Order.Redefine(definition.read(request));
            case "remove" -> new Order.Remove(request.string("reason"));
            default -> null;
        };
    }

    /** Writes {@code outcome}. */
    static void write(JsonGenerator json, Outcome outcome) throws IOException {
        json.writeStringField("result", outcome.result().name().toLowerCase(Locale.ROOT));
        json.writeStringField("state", outcome.state());
        json.writeStringField("message", outcome.message());
        json.writeNumberField("millis", outcome.millis());
        writeStrings(json, "tools", outcome.tools());
    }

    private void write(JsonGenerator json, StubStatus status) throws IOException {
        json.writeStringField("name", status.name());
        json.writeStringField("state", status.state());
        writeScope(json, status);
        json.writeBooleanField("required", status.required());
        json.writeStringField("trouble", status.trouble());
        json.writeNumberField("inStateForMillis", status.inStateFor());
        json.writeStringField("client", status.client());
        json.writeStringField("expose", status.exposure().name().toLowerCase(Locale.ROOT));
        writeStrings(json, "agents", status.agents());
        writeStrings(
                json, "activeAgents", status.activeAgents().stream().sorted().toList());
        json.writeNumberField("tools", status.toolCount());
        write(json, "serverPid", status.serverPid());
        json.writeNumberField("calls", status.calls());
        json.writeNumberField("errors", status.errors());
        json.writeStringField("lastError", status.lastError());
        write(json, "lastErrorMillisAgo", status.sinceError());
        write(json, "startedMillisAgo", status.sinceStart());
        write(json, "startMillis", status.startTook());
        if (status.usualStart() > 0) {
            json.writeNumberField("usualStartMillis", status.usualStart());
        }
        writeStrings(json, "origins", definition.origins());
    }

    private static void writeScope(JsonGenerator json, StubStatus status) throws IOException {
        json.writeBooleanField("disabled", status.disabled());
        json.writeBooleanField("outOfScope", status.outOfScope());
    }

    private static void write(JsonGenerator json, String member, OptionalLong number) throws IOException {
        if (number.isPresent()) {
            json.writeNumberField(member, number.getAsLong());
        }
    }

    /** Writes the list {@code member}. */
    static void writeStrings(JsonGenerator json, String member, List<String> strings) throws IOException {
        json.writeArrayFieldStart(member);
        for (String string : strings) {
            json.writeString(string);
        }
        json.writeEndArray();
    }
}
