package dev.lazymcp.rpc;

import org.jspecify.annotations.Nullable;

/** Messages of our own, as frames. */
public final class Reply {
    private static final Frame NULL_ID = Frame.of("null");

    private Reply() {}

    /** A response with a result, which is JSON already; {@code rawId} is the id as the peer spelt it. */
    public static Frame result(Frame rawId, Frame result) {
        return Frame.of("{\"jsonrpc\":\"2.0\",\"id\":")
                .then(rawId)
                .then(Frame.of(",\"result\":"))
                .then(result)
                .then(Frame.of("}"));
    }

    /** An error response; a null id says that the request could not be read (JSON-RPC 2.0, section 5). */
    public static Frame error(@Nullable Frame rawId, int code, String message) {
        return error(rawId, code, message, null);
    }

    /** The answer to what is no message. */
    public static Frame error(Message.Invalid invalid) {
        return error(invalid.rawId(), invalid.code(), invalid.reason());
    }

    /** An error response with {@code data}, which is JSON already. */
    public static Frame error(@Nullable Frame rawId, int code, String message, @Nullable Frame data) {
        Frame body = Json.text(json -> {
            json.writeStartObject();
            json.writeNumberField("code", code);
            json.writeStringField("message", message);
            if (data != null) {
                json.writeFieldName("data");
                Json.writeRaw(json, data);
            }
            json.writeEndObject();
        });
        return Frame.of("{\"jsonrpc\":\"2.0\",\"id\":")
                .then(rawId == null ? NULL_ID : rawId)
                .then(Frame.of(",\"error\":"))
                .then(body)
                .then(Frame.of("}"));
    }

    /** The result of a tool call that is text: an error where {@code isError}, which the model gets to see. */
    public static Frame toolText(String text, boolean isError) {
        return Json.text(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("content");
            json.writeStartObject();
            json.writeStringField("type", "text");
            json.writeStringField("text", text);
            json.writeEndObject();
            json.writeEndArray();
            if (isError) {
                json.writeBooleanField("isError", true);
            }
            json.writeEndObject();
        });
    }

    /** A request with params that are JSON already. */
    public static Frame request(String rawId, String method, Frame params) {
        return Frame.of("{\"jsonrpc\":\"2.0\",\"id\":" + rawId + ",\"method\":" + Json.quote(method) + ",\"params\":")
                .then(params)
                .then(Frame.of("}"));
    }

    /** A notification without params. */
    public static Frame notification(String method) {
        return Frame.of("{\"jsonrpc\":\"2.0\",\"method\":" + Json.quote(method) + "}");
    }

    /** A notification with params that are JSON already. */
    public static Frame notification(String method, Frame params) {
        return Frame.of("{\"jsonrpc\":\"2.0\",\"method\":" + Json.quote(method) + ",\"params\":")
                .then(params)
                .then(Frame.of("}"));
    }
}
