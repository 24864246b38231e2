package dev.lazymcp.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.lazymcp.control.AgentsFile;
import dev.lazymcp.control.ControlMessage;
import dev.lazymcp.control.ControlServer;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.Order;
import dev.lazymcp.shim.Outcome;
import dev.lazymcp.shim.Shim;
import dev.lazymcp.shim.StubStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a stub does with the requests on its socket. */
final class StubControl implements ControlServer.Handler {
    private final Shim shim;
    private final NewestAgents agents = new NewestAgents();

    StubControl(Shim shim) {
        this.shim = shim;
    }

    @Override
    public void handle(Frame request, Consumer<Frame> answer) {
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
            obey(op, request, answer);
        }
    }

    /** Takes what is written down of this session's agents; on the thread that handles requests, or before there is one. */
    void activate(AgentsFile file) {
        shim.obey(
                new Order.Activate(agents.among(
                        OptionalLong.of(file.revision()), file.agents().names())),
                _ -> {});
    }

    private void obey(String op, Frame request, Consumer<Frame> answer) {
        Order order;
        try {
            order = order(op, request);
        } catch (IllegalArgumentException wrong) {
            answer.accept(ControlMessage.error("bad_request", String.valueOf(wrong.getMessage())));
            return;
        }
        if (order == null) {
            answer.accept(ControlMessage.error("unknown_op", "this stub does not know the operation \"" + op + "\""));
            return;
        }
        shim.obey(
                order,
                outcome -> answer.accept(ControlMessage.object(json -> {
                    write(json, outcome);
                    if (order instanceof Order.Activate) {
                        writeScope(json, shim.status());
                    }
                })));
    }

    private @Nullable Order order(String op, Frame request) {
        return switch (op) {
            case "enable" -> new Order.Enable();
            case "disable" -> new Order.Disable(isTrue(request, "stop"));
            case "restart" -> new Order.Restart();
            case "stop" -> new Order.Stop();
            case "agents" ->
                new Order.Activate(agents.among(revision(request), new HashSet<>(strings(request, "active"))));
            case "redefine" -> new Order.Redefine(definition(request));
            case "remove" -> new Order.Remove(required(request, "reason"));
            default -> null;
        };
    }

    /** The definition of a {@code redefine}: the words of a stub's command line, and the entry's own environment. */
    private Definition definition(Frame request) {
        List<String> words = new ArrayList<>(List.of("wrap"));
        words.addAll(strings(request, "options"));
        words.add("--");
        words.addAll(strings(request, "command"));
        WrapArguments arguments = WrapArguments.parse(words.toArray(String[]::new))
                .orElseThrow(() -> new IllegalArgumentException("these are no options of a stub"));
        Map<String, String> own = new HashMap<>();
        Span environment = Json.find(request, "environment");
        if (environment != null) {
            Frame object = request.part(environment);
            for (Json.Member member : Json.members(object)) {
                String value = Json.decodeString(object.part(member.value()));
                if (value == null) {
                    throw new IllegalArgumentException("\"environment\" must hold strings");
                }
                own.put(member.name(), value);
            }
        }
        Definition current = shim.definition();
        return current.with(arguments.options(current.options().activeAgents(), Version.NUMBER), own);
    }

    private static List<String> strings(Frame request, String member) {
        Span span = Json.find(request, member);
        List<String> strings = new ArrayList<>();
        if (span != null) {
            Frame array = request.part(span);
            for (Span element : Json.elements(array)) {
                String text = Json.decodeString(array.part(element));
                if (text == null) {
                    throw new IllegalArgumentException("\"" + member + "\" must be a list of strings");
                }
                strings.add(text);
            }
        }
        return strings;
    }

    private static OptionalLong revision(Frame request) {
        Span span = Json.find(request, "revision");
        try {
            return span == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(request.part(span).toString()));
        } catch (NumberFormatException other) {
            throw new IllegalArgumentException("\"revision\" must be a whole number", other);
        }
    }

    private static String required(Frame request, String member) {
        String text = Json.string(request, member);
        if (text == null) {
            throw new IllegalArgumentException("\"" + member + "\" must be a string");
        }
        return text;
    }

    private static boolean isTrue(Frame request, String member) {
        Span span = Json.find(request, member);
        return span != null && request.part(span).toString().equals("true");
    }

    private static void write(JsonGenerator json, Outcome outcome) throws IOException {
        json.writeStringField("result", outcome.result().name().toLowerCase(Locale.ROOT));
        json.writeStringField("state", outcome.state());
        json.writeStringField("message", outcome.message());
        json.writeNumberField("millis", outcome.millis());
        writeStrings(json, "tools", outcome.tools());
    }

    private static void write(JsonGenerator json, StubStatus status) throws IOException {
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
        write(json, "startedMillisAgo", status.sinceStart());
        write(json, "startMillis", status.startTook());
        if (status.usualStart() > 0) {
            json.writeNumberField("usualStartMillis", status.usualStart());
        }
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

    private static void writeStrings(JsonGenerator json, String member, List<String> strings) throws IOException {
        json.writeArrayFieldStart(member);
        for (String string : strings) {
            json.writeString(string);
        }
        json.writeEndArray();
    }
}
