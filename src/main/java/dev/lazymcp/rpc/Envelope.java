package dev.lazymcp.rpc;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outermost members of one object, as they are read. Of members of the same name the last counts. */
final class Envelope {
    private final Frame frame;
    private final JsonParser json;
    private boolean version;
    private @Nullable Id id;
    private @Nullable Span idSpan;
    private boolean idIsNull;
    private @Nullable String method;
    private boolean methodIsOdd;
    private @Nullable Span params;
    private boolean paramsAreOdd;
    private @Nullable Span result;
    private @Nullable Span error;

    private Envelope(Frame frame, JsonParser json) {
        this.frame = frame;
        this.json = json;
    }

    static Message read(Frame frame) {
        try {
            return parse(frame);
        } catch (IOException e) {
            Message repaired = readRepaired(frame);
            return repaired != null
                    ? repaired
                    : new Message.Invalid(frame, ErrorCode.PARSE_ERROR, "invalid JSON: " + reason(e), null);
        }
    }

    private static @Nullable Message readRepaired(Frame frame) {
        Frame repaired = Repair.of(frame);
        if (repaired == null) {
            return null;
        }
        try {
            return parse(repaired);
        } catch (IOException notJsonEither) {
            return null;
        }
    }

    private static Message parse(Frame frame) throws IOException {
        try (JsonParser json = Json.parser(frame)) {
            JsonToken start = json.nextToken();
            if (start == null) {
                throw new IOException("no text");
            }
            return switch (start) {
                case START_OBJECT -> new Envelope(frame, json).object();
                case START_ARRAY -> batch(frame, json);
                default -> {
                    Json.expectEnd(json);
                    yield notMessage(frame, "a message is a JSON object", null);
                }
            };
        }
    }

    private static Message batch(Frame frame, JsonParser json) throws IOException {
        List<Span> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            elements.add(Json.valueSpan(json));
        }
        Json.expectEnd(json);
        return elements.isEmpty()
                ? notMessage(frame, "an empty batch", null)
                : new Message.Batch(frame, List.copyOf(elements));
    }

    private static Message.Invalid notMessage(Frame frame, String reason, @Nullable Frame rawId) {
        return new Message.Invalid(frame, ErrorCode.INVALID_REQUEST, reason, rawId);
    }

    private static String reason(IOException e) {
        String text = e instanceof JacksonException j ? j.getOriginalMessage() : e.getMessage();
        return text == null ? "cannot be read" : text;
    }

    private Message object() throws IOException {
        for (String name; (name = json.nextFieldName()) != null; ) {
            JsonToken token = json.nextToken();
            switch (name) {
                case "jsonrpc" -> {
                    version = token == JsonToken.VALUE_STRING && "2.0".equals(json.getText());
                    json.skipChildren();
                }
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
                case "error" -> {
                    // Some libraries write both members, as JSON-RPC 1.0 did; a null error says that there is none.
                    Span value = Json.valueSpan(json);
                    error = token == JsonToken.VALUE_NULL ? null : value;
                }
                default -> json.skipChildren();
            }
        }
        Json.expectEnd(json);
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
                    : new Message.Response(frame, id, id == null ? null : idSpan, error == null ? result : null, error);
        }
        if (paramsAreOdd) {
            return notMessage(frame, "\"params\" must be an object", rawId);
        }
        if (idSpan == null) {
            return new Message.Notification(frame, method, params);
        }
        if (id == null) {
            String reason = idIsNull
                    ? "\"id\" must not be null"
                    : "\"id\" must be a string or a number of at most " + Id.LONGEST_NUMBER + " characters";
            return notMessage(frame, reason, null);
        }
        return new Message.Request(frame, id, idSpan, method, params);
    }
}
