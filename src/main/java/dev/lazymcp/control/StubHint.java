package dev.lazymcp.control;

import dev.lazymcp.os.ProcessIdentity;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.util.List;
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
 * @param servers where it is a hub, the names of the servers behind it, each of which is asked by its name; empty for a stub
 */
public record StubHint(
        ProcessIdentity process,
        SessionKey session,
        String name,
        String version,
        String directory,
        Optional<List<String>> servers) {
    /** The version of this format and of the messages on the socket. */
    public static final int FORMAT = 1;

    /** Copies the list. */
    public StubHint {
        servers = servers.map(List::copyOf);
    }

    /** The hint of a stub. */
    public StubHint(ProcessIdentity process, SessionKey session, String name, String version, String directory) {
        this(process, session, name, version, directory, Optional.empty());
    }

    /** The same stub under another name. */
    public StubHint named(String other) {
        return new StubHint(process, session, other, version, directory, servers);
    }

    /** The same as the hint of a hub with the servers {@code names}. */
    public StubHint with(List<String> names) {
        return new StubHint(process, session, name, version, directory, Optional.of(names));
    }

    /** The hint as it is written. */
    Frame toJson() {
        return Json.text(json -> {
            json.writeStartObject();
            json.writeNumberField("v", FORMAT);
            HintJson.write(json, "pid", "started", process);
            HintJson.write(json, session);
            json.writeStringField("name", name);
            json.writeStringField("version", version);
            json.writeStringField("directory", directory);
            if (servers.isPresent()) {
                json.writeArrayFieldStart("servers");
                for (String server : servers.get()) {
                    json.writeString(server);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }

    /** Reads what {@link #toJson} wrote; null where it is something else. */
    static @Nullable StubHint read(Frame json) {
        ProcessIdentity process = HintJson.process(json, "pid", "started");
        SessionKey session = HintJson.session(json);
        String name = Json.string(json, "name");
        String version = Json.string(json, "version");
        String directory = Json.string(json, "directory");
        if (HintJson.number(json, "v") != FORMAT
                || process == null
                || session == null
                || name == null
                || version == null
                || directory == null) {
            return null;
        }
        return new StubHint(process, session, name, version, directory, servers(json));
    }

    private static Optional<List<String>> servers(Frame json) {
        Span span = Json.find(json, "servers");
        if (span == null) {
            return Optional.empty();
        }
        Frame array = json.part(span);
        return Optional.of(Json.elements(array).stream()
                .flatMap(element -> Optional.ofNullable(Json.decodeString(array.part(element))).stream())
                .toList());
    }
}
