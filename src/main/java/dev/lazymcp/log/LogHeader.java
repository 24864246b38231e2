package dev.lazymcp.log;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The first line of each file of a log: {@code # } and an object.
 *
 * @param name the server's
 * @param session the session of the stub that writes it
 * @param pid the stub's process
 * @param version the stub's
 */
public record LogHeader(String name, String session, long pid, String version) {
    private static final String BEGIN = "# ";

    /** A header of a file. */
    record Numbered(LogHeader header, long part) {}

    /** The line, with its end, for the file number {@code part}, which counts from 1 with each rotation. */
    byte[] line(long part) {
        Frame object = Json.text(json -> {
            json.writeStartObject();
            json.writeStringField("name", name);
            json.writeStringField("session", session);
            json.writeNumberField("pid", pid);
            json.writeStringField("lazymcp", version);
            json.writeNumberField("part", part);
            json.writeEndObject();
        });
        return (BEGIN + object + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Reads such a line; empty where it is none. */
    static Optional<Numbered> read(String line) {
        if (!line.startsWith(BEGIN)) {
            return Optional.empty();
        }
        Frame object = Frame.of(line.substring(BEGIN.length()));
        String name = Json.string(object, "name");
        String session = Json.string(object, "session");
        String version = Json.string(object, "lazymcp");
        if (name == null || session == null || version == null) {
            return Optional.empty();
        }
        try {
            LogHeader header = new LogHeader(name, session, number(object, "pid"), version);
            return Optional.of(new Numbered(header, number(object, "part")));
        } catch (NumberFormatException other) {
            return Optional.empty();
        }
    }

    private static long number(Frame object, String member) {
        Span span = Json.find(object, member);
        return Long.parseLong(span == null ? "" : object.part(span).toString());
    }
}
