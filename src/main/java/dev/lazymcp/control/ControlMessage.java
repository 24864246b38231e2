package dev.lazymcp.control;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;

/**
 * The messages on a stub's socket: objects with {@code "v"}, the version of this protocol, and in a request {@code "op"}. An answer
 * that is an error has {@code "error"} with a code for programs and a message for people.
 */
public final class ControlMessage {
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
