package dev.lazymcp.rpc;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A frame whose outermost members were read: enough to route it, with everything below left as bytes. */
public sealed interface Message {
    /** The frame it was read from. */
    Frame frame();

    /**
     * A request.
     *
     * @param id decoded id, for matching
     * @param idSpan where the id stands, for answering in the peer's own spelling and for replacing it
     * @param params where the params stand, or null where there are none
     */
    record Request(
            Frame frame,
            Id id,
            Span idSpan,
            String method,
            @Nullable Span params) implements Message {
        /** The id as it was spelt. */
        public Frame rawId() {
            return frame.part(idSpan);
        }

        /** The params, an empty object where there are none. */
        public Frame paramsOrEmpty() {
            return params == null ? EMPTY : frame.part(params);
        }
    }

    /** A notification. */
    record Notification(
            Frame frame, String method, @Nullable Span params) implements Message {
        /** The params, an empty object where there are none. */
        public Frame paramsOrEmpty() {
            return params == null ? EMPTY : frame.part(params);
        }
    }

    /**
     * A response.
     *
     * @param id decoded id, or null where it is null, absent or of a wrong type: such a response belongs to no request
     * @param result where the result stands, or null where the response is an error
     * @param error where the error stands, or null
     */
    record Response(
            Frame frame,
            @Nullable Id id,
            @Nullable Span idSpan,
            @Nullable Span result,
            @Nullable Span error) implements Message {}

    /** A batch (JSON-RPC 2.0, section 6; in MCP only in revision 2025-03-26), unread. */
    record Batch(Frame frame, List<Span> elements) implements Message {}

    /**
     * Not a message.
     *
     * @param code the JSON-RPC error code that says why
     * @param reason the same in words
     * @param rawId the id as it was spelt, where one could be read
     */
    record Invalid(
            Frame frame, int code, String reason, @Nullable Frame rawId) implements Message {}

    /** The params of a message that has none. */
    Frame EMPTY = Frame.of("{}");

    /** Reads the outermost members of {@code frame}. */
    static Message read(Frame frame) {
        try (JsonParser json = Json.parser(frame)) {
            JsonToken start = json.nextToken();
            if (start == JsonToken.START_ARRAY) {
                return batch(frame, json);
            }
            if (start != JsonToken.START_OBJECT) {
                return notMessage(frame, "a message is a JSON object", null);
            }
            return new Members(frame, json).read();
        } catch (IOException e) {
            return new Invalid(frame, ErrorCode.PARSE_ERROR, "invalid JSON: " + reason(e), null);
        }
    }

    private static Message batch(Frame frame, JsonParser json) throws IOException {
        List<Span> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            elements.add(Json.valueSpan(json));
        }
        expectEnd(json);
        return elements.isEmpty() ? notMessage(frame, "an empty batch", null) : new Batch(frame, List.copyOf(elements));
    }

    private static void expectEnd(JsonParser json) throws IOException {
        if (json.nextToken() != null) {
            throw new IOException("text after the message");
        }
    }

    private static Invalid notMessage(Frame frame, String reason, @Nullable Frame rawId) {
        return new Invalid(frame, ErrorCode.INVALID_REQUEST, reason, rawId);
    }

    private static String reason(IOException e) {
        String text =
                e instanceof com.fasterxml.jackson.core.JacksonException j ? j.getOriginalMessage() : e.getMessage();
        return text == null ? "cannot be read" : text;
    }

    /** The outermost members of one object. */
    final class Members {
        private final Frame frame;
        private final JsonParser json;
        private @Nullable Id id;
        private @Nullable Span idSpan;
        private boolean idIsNull;
        private @Nullable String method;
        private boolean methodIsOdd;
        private @Nullable Span params;
        private boolean paramsAreOdd;
        private @Nullable Span result;
        private @Nullable Span error;
        private boolean version;

        private Members(Frame frame, JsonParser json) {
            this.frame = frame;
            this.json = json;
        }

        private Message read() throws IOException {
            for (String name; (name = json.nextFieldName()) != null; ) {
                JsonToken token = json.nextToken();
                switch (name) {
                    case "jsonrpc" -> version = token == JsonToken.VALUE_STRING && "2.0".equals(json.getText());
                    case "id" -> {
                        id = Json.id(json, token);
                        idIsNull = token == JsonToken.VALUE_NULL;
                        idSpan = Json.valueSpan(json);
                    }
                    case "method" -> {
                        method = token == JsonToken.VALUE_STRING ? json.getText() : null;
                        methodIsOdd = method == null;
                        json.skipChildren();
                    }
                    case "params" -> {
                        paramsAreOdd = token != JsonToken.START_OBJECT;
                        params = Json.valueSpan(json);
                    }
                    case "result" -> result = Json.valueSpan(json);
                    case "error" -> error = Json.valueSpan(json);
                    default -> json.skipChildren();
                }
            }
            expectEnd(json);
            return message();
        }

        private Message message() {
            Frame rawId = id != null && idSpan != null ? frame.part(idSpan) : null;
            if (!version) {
                return notMessage(frame, "\"jsonrpc\" must be \"2.0\"", rawId);
            }
            if (methodIsOdd) {
                return notMessage(frame, "\"method\" must be a string", rawId);
            }
            if (method == null) {
                return result == null && error == null
                        ? notMessage(frame, "neither \"method\" nor \"result\" nor \"error\"", rawId)
                        : new Response(frame, id, id == null ? null : idSpan, error == null ? result : null, error);
            }
            if (paramsAreOdd) {
                return notMessage(frame, "\"params\" must be an object", rawId);
            }
            if (idSpan == null) {
                return new Notification(frame, method, params);
            }
            if (id == null) {
                return notMessage(
                        frame, idIsNull ? "\"id\" must not be null" : "\"id\" must be a string or a number", null);
            }
            return new Request(frame, id, idSpan, method, params);
        }
    }
}
