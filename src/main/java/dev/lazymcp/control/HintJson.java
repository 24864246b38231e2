package dev.lazymcp.control;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.lazymcp.os.ProcessIdentity;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How processes and sessions stand in the files of the run directory. */
final class HintJson {
    private HintJson() {}

    /** Writes {@code process} as two members, the start in milliseconds since 1970 and 0 where it is not known. */
    static void write(JsonGenerator json, String pid, String started, ProcessIdentity process) throws IOException {
        json.writeNumberField(pid, process.pid());
        json.writeNumberField(
                started, process.started().map(Instant::toEpochMilli).orElse(0L));
    }

    static void write(JsonGenerator json, SessionKey session) throws IOException {
        json.writeStringField("session", session.id());
        if (session.client().isPresent()) {
            write(json, "client", "clientStarted", session.client().get());
        }
    }

    /** The process in those members, or null where there is none. */
    static @Nullable ProcessIdentity process(Frame json, String pid, String started) {
        long id = number(json, pid);
        long millis = number(json, started);
        return id <= 0
                ? null
                : new ProcessIdentity(id, millis <= 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis)));
    }

    /** The session, or null where there is none. */
    static @Nullable SessionKey session(Frame json) {
        String id = Json.string(json, "session");
        return id == null ? null : new SessionKey(id, Optional.ofNullable(process(json, "client", "clientStarted")));
    }

    /** The whole number, or -1 where there is none. */
    static long number(Frame json, String member) {
        Span span = Json.find(json, member);
        try {
            return span == null ? -1 : Long.parseLong(json.part(span).toString());
        } catch (NumberFormatException other) {
            return -1;
        }
    }
}
