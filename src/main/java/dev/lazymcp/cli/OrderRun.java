package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What {@code enable}, {@code disable}, {@code restart} and {@code stop} share: find the stubs, ask each, tell what happened. */
final class OrderRun {
    private static final int TOOLS_SHOWN = 8;

    private final Surroundings surroundings;
    private final boolean json;

    OrderRun(Surroundings surroundings, boolean json) {
        this.surroundings = surroundings;
        this.json = json;
    }

    /** What came of it at one stub. */
    private record Line(LiveStub stub, String result, String state, String message, long millis, List<String> tools) {
        boolean failed() {
            return result.equals("failed");
        }
    }

    /** Asks the stubs that {@code options} and {@code targets} mean for {@code request}; the exit code. */
    int run(SessionOptions options, ServerTargets targets, Frame request, Duration patience) throws IOException {
        return switch (options.choose(LiveStubs.find(surroundings), surroundings)) {
            case LiveStubs.Choice.Unclear(String message) -> {
                surroundings.complainInLines(message);
                yield ConfigRun.USAGE;
            }
            case LiveStubs.Choice.Stubs(List<LiveStub> stubs, List<LiveStub> _) ->
                run(targets, stubs, request, patience);
        };
    }

    private int run(ServerTargets targets, List<LiveStub> stubs, Frame request, Duration patience) {
        if (targets.isEmpty()) {
            surroundings.complain("name the servers, or --all; " + available(stubs));
            return ConfigRun.USAGE;
        }
        List<String> unmatched = targets.unmatched(stubs);
        List<LiveStub> chosen = targets.of(stubs);
        List<Line> lines = LiveStubs.askAll(chosen, stub -> ask(stub, request, patience));
        if (json) {
            printJson(lines);
        } else {
            lines.forEach(line -> surroundings.out().println(TerminalText.plain(text(line))));
        }
        unmatched.forEach(
                name -> surroundings.complain("no running server is called " + name + "; " + available(stubs)));
        if (lines.isEmpty() && unmatched.isEmpty() && !json) {
            surroundings.out().println("No server runs behind a stub in this session.");
        }
        return !unmatched.isEmpty() || lines.stream().anyMatch(Line::failed) ? ConfigRun.FAILURE : ConfigRun.OK;
    }

    private static String available(List<LiveStub> stubs) {
        return stubs.isEmpty()
                ? "no stub runs in this session"
                : "there are " + stubs.stream().map(LiveStub::name).distinct().collect(Collectors.joining(", "));
    }

    private static Line ask(LiveStub stub, Frame request, Duration patience) {
        try {
            JsonNode answer = stub.ask(request, patience);
            List<String> tools = new ArrayList<>();
            answer.path("tools").forEach(tool -> tools.add(tool.asText()));
            return new Line(
                    stub,
                    answer.path("result").asText(),
                    answer.path("state").asText(),
                    answer.path("message").asText(),
                    answer.path("millis").asLong(),
                    List.copyOf(tools));
        } catch (IOException unreachable) {
            return new Line(stub, "failed", "", String.valueOf(unreachable.getMessage()), 0, List.of());
        }
    }

    private static String text(Line line) {
        StringBuilder text = new StringBuilder(line.stub.name()).append(": ").append(line.message);
        if (!line.tools.isEmpty()) {
            text.append(", ")
                    .append(line.tools.size())
                    .append(line.tools.size() == 1 ? " tool" : " tools")
                    .append(String.format(Locale.ROOT, " in %d ms: ", line.millis))
                    .append(line.tools.stream().limit(TOOLS_SHOWN).collect(Collectors.joining(", ")))
                    .append(line.tools.size() > TOOLS_SHOWN ? ", …" : "");
        }
        return text.toString();
    }

    private void printJson(List<Line> lines) {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        ArrayNode servers = root.putArray("servers");
        for (Line line : lines) {
            ObjectNode server = servers.addObject()
                    .put("name", line.stub.name())
                    .put("session", line.stub.session().id())
                    .put("result", line.result)
                    .put("state", line.state)
                    .put("message", line.message)
                    .put("millis", line.millis);
            ArrayNode tools = server.putArray("tools");
            line.tools.forEach(tools::add);
        }
        surroundings.out().println(TerminalText.json(root));
    }
}
