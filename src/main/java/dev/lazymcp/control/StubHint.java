package dev.lazymcp.control;

import dev.lazymcp.os.ProcessIdentity;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a stub leaves beside its socket for those who look for it. A hint: the stub lives where its socket answers. Nothing in it
 * is a secret, and no argument of the server is in it.
 *
 * @param process the stub
 * @param session the session it belongs to
 * @param name the server's name
 * @param version the version of lazymcp
 * @param directory the stub's working directory
 */
public record StubHint(ProcessIdentity process, SessionKey session, String name, String version, String directory) {
    /** The version of this format and of the messages on the socket. */
    public static final int FORMAT = 1;

    /** The hint as it is written. */
    Frame toJson() {
        return Json.text(json -> {
            json.writeStartObject();
            json.writeNumberField("v", FORMAT);
            json.writeNumberField("pid", process.pid());
            json.writeNumberField("started", millis(process));
            json.writeStringField("session", session.id());
            if (session.client().isPresent()) {
                json.writeNumberField("client", session.client().get().pid());
                json.writeNumberField("clientStarted", millis(session.client().get()));
            }
            json.writeStringField("name", name);
            json.writeStringField("version", version);
            json.writeStringField("directory", directory);
            json.writeEndObject();
        });
    }

    /** Reads what {@link #toJson} wrote; null where it is something else. */
    static @Nullable StubHint read(Frame json) {
        ProcessIdentity process = process(json, "pid", "started");
        String session = Json.string(json, "session");
        String name = Json.string(json, "name");
        String version = Json.string(json, "version");
        String directory = Json.string(json, "directory");
        if (number(json, "v") != FORMAT
                || process == null
                || session == null
                || name == null
                || version == null
                || directory == null) {
            return null;
        }
        ProcessIdentity client = process(json, "client", "clientStarted");
        return new StubHint(process, new SessionKey(session, Optional.ofNullable(client)), name, version, directory);
    }

    private static long millis(ProcessIdentity process) {
        return process.started().map(Instant::toEpochMilli).orElse(0L);
    }

    private static @Nullable ProcessIdentity process(Frame json, String pid, String started) {
        long id = number(json, pid);
        long millis = number(json, started);
        return id <= 0
                ? null
                : new ProcessIdentity(id, millis <= 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis)));
    }

    private static long number(Frame json, String member) {
        Span span = Json.find(json, member);
        try {
            return span == null ? -1 : Long.parseLong(json.part(span).toString());
        } catch (NumberFormatException other) {
            return -1;
        }
    }
}
