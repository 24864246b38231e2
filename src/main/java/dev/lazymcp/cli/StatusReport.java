package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.os.ProcessMemory;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** What {@code status} says of the stubs that run. */
final class StatusReport {
    private static final String NOTHING = "-";
    private static final double MB = 1024.0 * 1024.0;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private StatusReport() {}

    /**
     * One stub.
     *
     * @param status what it answered; missing where it did not
     * @param fault why it did not, empty where it did
     * @param stubMemory bytes
     * @param serverMemory bytes, of the server and all it started
     */
    record Row(
            LiveStub stub,
            Optional<JsonNode> status,
            String fault,
            Instant at,
            OptionalLong stubMemory,
            OptionalLong serverMemory) {}

    /** Asks {@code stub}. */
    static Row row(LiveStub stub, Duration patience) {
        // The memory of a hub is not that of one of its servers.
        OptionalLong memory = stub.server().isPresent()
                ? OptionalLong.empty()
                : ProcessMemory.of(stub.hint().process().pid());
        try {
            JsonNode status = stub.ask(dev.lazymcp.control.ControlMessage.request("status"), patience);
            OptionalLong server = status.has("serverPid")
                    ? ProcessMemory.ofTree(status.path("serverPid").asLong())
                    : OptionalLong.empty();
            return new Row(stub, Optional.of(status), "", Instant.now(), memory, server);
        } catch (IOException unreachable) {
            return new Row(
                    stub,
                    Optional.empty(),
                    String.valueOf(unreachable.getMessage()),
                    Instant.now(),
                    memory,
                    OptionalLong.empty());
        }
    }

    /** For people. */
    static String table(List<Row> rows) {
        if (rows.isEmpty()) {
            return "No stub runs.\n";
        }
        TextTable table = new TextTable(
                "SESSION",
                "SERVER",
                "STATE",
                "SINCE",
                "EXPOSE",
                "PID",
                "STUB",
                "SERVER PID",
                "MEMORY",
                "CALLS",
                "ERRORS",
                "STARTED",
                "START",
                "SAVED");
        for (Row row : rows) {
            JsonNode status =
                    row.status().orElseGet(() -> JsonMapper.builder().build().createObjectNode());
            table.row(
                    row.stub().session().id(),
                    row.stub().name(),
                    row.status().isPresent() ? state(status) : "no answer",
                    moment(row.at(), status.path("inStateForMillis")),
                    text(status.path("expose")),
                    Long.toString(row.stub().hint().process().pid()),
                    megabytes(row.stubMemory()),
                    text(status.path("serverPid")),
                    megabytes(row.serverMemory()),
                    text(status.path("calls")),
                    text(status.path("errors")),
                    moment(row.at(), status.path("startedMillisAgo")),
                    duration(status.path("startMillis")),
                    saved(status).isPresent() ? duration(saved(status).getAsLong()) : NOTHING);
        }
        StringBuilder text = new StringBuilder(table.toString());
        for (Row row : rows) {
            String trouble = row.fault().isEmpty()
                    ? row.status().map(status -> trouble(status, row.at())).orElse("")
                    : row.fault();
            if (!trouble.isEmpty()) {
                text.append(TerminalText.plain(row.stub().name() + ": " + trouble))
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** What is wrong now, or else what was, which need not be so any more. */
    private static String trouble(JsonNode status, Instant now) {
        String trouble = status.path("trouble").asText();
        String error = status.path("lastError").asText();
        if (!trouble.isEmpty() || error.isEmpty()) {
            return trouble.lines().findFirst().orElse("");
        }
        JsonNode ago = status.path("lastErrorMillisAgo");
        return "the last error" + (ago.isMissingNode() ? "" : ", at " + moment(now, ago)) + ": " + error;
    }

    private static String state(JsonNode status) {
        String state = status.path("state").asText();
        if (status.path("disabled").asBoolean()) {
            return state + " (disabled)";
        }
        return status.path("outOfScope").asBoolean() ? state + " (out of scope)" : state;
    }

    /** What the client did not wait for at its start: the start of a server that has not been used so far. */
    private static OptionalLong saved(JsonNode status) {
        return status.has("usualStartMillis") && !status.has("startMillis")
                ? OptionalLong.of(status.path("usualStartMillis").asLong())
                : OptionalLong.empty();
    }

    private static String moment(Instant now, JsonNode millisAgo) {
        return millisAgo.isMissingNode()
                ? NOTHING
                : CLOCK.format(now.minusMillis(millisAgo.asLong()).atZone(ZoneId.systemDefault()));
    }

    private static String text(JsonNode node) {
        return node.isMissingNode() ? NOTHING : node.asText();
    }

    private static String duration(JsonNode millis) {
        return millis.isMissingNode() ? NOTHING : duration(millis.asLong());
    }

    private static String duration(long millis) {
        return millis < 1000 ? millis + " ms" : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }

    private static String megabytes(OptionalLong bytes) {
        return bytes.isEmpty() ? NOTHING : String.format(Locale.ROOT, "%.1f MB", bytes.getAsLong() / MB);
    }

    /** For programs. */
    static ObjectNode json(List<Row> rows) {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        ArrayNode stubs = root.putArray("stubs");
        for (Row row : rows) {
            ObjectNode stub = stubs.addObject();
            stub.put("session", row.stub().session().id())
                    .put("name", row.stub().name());
            stub.put("pid", row.stub().hint().process().pid());
            stub.put("version", row.stub().hint().version());
            stub.put("directory", row.stub().hint().directory());
            row.stubMemory().ifPresent(bytes -> stub.put("memoryBytes", bytes));
            if (row.status().isEmpty()) {
                stub.put("fault", row.fault());
                continue;
            }
            JsonNode status = row.status().get();
            for (String member : List.of(
                    "state",
                    "disabled",
                    "outOfScope",
                    "required",
                    "trouble",
                    "client",
                    "expose",
                    "agents",
                    "activeAgents",
                    "tools",
                    "serverPid",
                    "calls",
                    "errors",
                    "lastError",
                    "startMillis",
                    "usualStartMillis")) {
                if (status.has(member)) {
                    stub.set(member, status.get(member));
                }
            }
            stub.put("since", instant(row.at(), status.path("inStateForMillis")));
            if (status.has("startedMillisAgo")) {
                stub.put("startedAt", instant(row.at(), status.path("startedMillisAgo")));
            }
            if (status.has("lastErrorMillisAgo")) {
                stub.put("lastErrorAt", instant(row.at(), status.path("lastErrorMillisAgo")));
            }
            row.serverMemory().ifPresent(bytes -> stub.put("serverMemoryBytes", bytes));
            saved(status).ifPresent(millis -> stub.put("savedMillis", millis));
        }
        return root;
    }

    private static String instant(Instant now, JsonNode millisAgo) {
        return now.minusMillis(millisAgo.asLong())
                .truncatedTo(ChronoUnit.MILLIS)
                .toString();
    }
}
