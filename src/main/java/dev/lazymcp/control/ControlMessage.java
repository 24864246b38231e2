package dev.lazymcp.control;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import org.jspecify.annotations.Nullable;

/**
 * The messages on a stub's socket: objects with {@code "v"}, the version of this protocol, and in a request {@code "op"}. An answer
 * that is an error has {@code "error"} with a code for programs and a message for people.
 */
public final class ControlMessage {
    /** Longer ones are not passed on, so that an answer is known as such by its length. */
    public static final int LONGEST_PROGRESS = 64 * 1024;

    private static final String PROGRESS = "progress";

    private ControlMessage() {}

    /** A request without more than its operation. */
    public static Frame request(String op) {
        return request(op, _ -> {});
    }

    /** A request; {@code members} writes what it has besides. */
    public static Frame request(String op, Json.Body members) {
        return object(json -> {
            json.writeStringField("op", op);
            members.write(json);
        });
    }

    /** An answer whose members {@code members} writes. */
    public static Frame object(Json.Body members) {
        return Json.text(json -> {
            json.writeStartObject();
            json.writeNumberField("v", StubHint.FORMAT);
            members.write(json);
            json.writeEndObject();
        });
    }

    /** A line before the answer, which tells how it goes. */
    public static Frame progress(Frame progress) {
        return object(json -> {
            json.writeFieldName(PROGRESS);
            Json.writeRaw(json, progress);
        });
    }

    /** What a line before the answer tells; null where {@code line} is the answer. */
    public static @Nullable Frame progressIn(Frame line) {
        Span span = line.size() > LONGEST_PROGRESS ? null : Json.find(line, PROGRESS);
        return span == null ? null : line.part(span);
    }

    /** An answer that is an error. */
    public static Frame error(String code, String message) {
        return object(json -> {
            json.writeObjectFieldStart("error");
            json.writeStringField("code", code);
            json.writeStringField("message", message);
            json.writeEndObject();
        });
    }
}
