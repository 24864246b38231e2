package dev.lazymcp.rpc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where things stand in the JSON text of a frame. Nothing is bound to objects and no number is converted: a frame that is
 * passed on keeps its bytes, and a part that is replaced is replaced by its span.
 */
public final class Json {
    /** Deeper nesting is refused: no message needs it, and it is how a parser is made to fall over. */
    public static final int MAX_DEPTH = 10_000;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            // A handful of parsers live at a time; a pool in a thread-local would outlive them, and none would cost
            // each message
            // new buffers.
            .recyclerPool(JsonRecyclerPools.newBoundedPool(4))
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // MCP is UTF-8. A guess of UTF-16 would read characters, and then no location has a byte offset.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            // Surrogates are written as escapes: a lone one, which JSON can carry, has no UTF-8 and would be refused.
            .highestNonEscapedChar(Character.MIN_SURROGATE - 1)
            .build();

    private Json() {}

    /** A member of an object: its name and where its value stands. */
    public record Member(String name, Span value) {}

    /** Writes into a generator. */
    public interface Body {
        /** Writes; the text is valid when it returns. */
        void write(JsonGenerator json) throws IOException;
    }

    /** A parser over {@code frame}; byte offsets of its locations count from the frame's start. */
    static JsonParser parser(Frame frame) throws IOException {
        if (frame.isSingle()) {
            Frame.Slice slice = frame.single();
            return FACTORY.createParser(slice.bytes(), slice.from(), slice.length());
        }
        return FACTORY.createParser(frame.open());
    }

    /** The JSON text that {@code body} writes. */
    public static Frame text(Body body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON to memory", e);
        }
        return Frame.of(out.toByteArray());
    }

    /** {@code text} as a JSON string with its quotes. */
    public static String quote(String text) {
        return text(json -> json.writeString(text)).toString();
    }

    /** Writes {@code raw}, which is JSON already, as the next value. */
    public static void writeRaw(JsonGenerator json, Frame raw) throws IOException {
        json.writeRawValue(raw.toString());
    }

    /**
     * The span of the value at {@code path} below the object {@code frame}, or null where a step is missing or not an object.
     * Of members of the same name the last counts, as everywhere in JavaScript.
     */
    public static @Nullable Span find(Frame frame, String... path) {
        try (JsonParser json = parser(frame)) {
            json.nextToken();
            return find(json, path, 0);
        } catch (IOException notJson) {
            return null;
        }
    }

    /** The parser stands on the first token of a value, and on its last one afterwards. */
    private static @Nullable Span find(JsonParser json, String[] path, int step) throws IOException {
        if (step == path.length) {
            return valueSpan(json);
        }
        Span found = null;
        if (json.currentToken() == JsonToken.START_OBJECT) {
            for (String name; (name = json.nextFieldName()) != null; ) {
                json.nextToken();
                if (name.equals(path[step])) {
                    found = find(json, path, step + 1);
                } else {
                    json.skipChildren();
                }
            }
        } else {
            json.skipChildren();
        }
        return found;
    }

    /** The decoded string at {@code path}, or null where there is none or it is not a string. */
    public static @Nullable String string(Frame frame, String... path) {
        Span span = find(frame, path);
        return span == null ? null : decodeString(frame.part(span));
    }

    /** The decoded string of a frame that is one JSON string, or null where it is something else. */
    public static @Nullable String decodeString(Frame value) {
        try (JsonParser json = parser(value)) {
            return json.nextToken() == JsonToken.VALUE_STRING ? json.getText() : null;
        } catch (IOException notJson) {
            return null;
        }
    }

    /** The id that a frame of one JSON value is, or null where it cannot be one. */
    public static @Nullable Id id(Frame value) {
        try (JsonParser json = parser(value)) {
            return id(json, json.nextToken());
        } catch (IOException notJson) {
            return null;
        }
    }

    static @Nullable Id id(JsonParser json, @Nullable JsonToken token) throws IOException {
        if (token == null) {
            return null;
        }
        return switch (token) {
            case VALUE_STRING -> new Id.Text(json.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Id.number(json.getText());
            default -> null;
        };
    }

    /** The members of the object that {@code object} is, in order; none where it is no object. */
    public static List<Member> members(Frame object) {
        List<Member> members = new ArrayList<>();
        try (JsonParser json = parser(object)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return List.of();
            }
            for (String name; (name = json.nextFieldName()) != null; ) {
                json.nextToken();
                members.add(new Member(name, valueSpan(json)));
            }
        } catch (IOException notJson) {
            return List.of();
        }
        return members;
    }

    /** The spans of the elements of the array that {@code array} is, in order; none where it is no array. */
    public static List<Span> elements(Frame array) {
        List<Span> elements = new ArrayList<>();
        try (JsonParser json = parser(array)) {
            if (json.nextToken() != JsonToken.START_ARRAY) {
                return List.of();
            }
            while (json.nextToken() != JsonToken.END_ARRAY) {
                elements.add(valueSpan(json));
            }
        } catch (IOException notJson) {
            return List.of();
        }
        return elements;
    }

    /** Whether {@code value} is an array, without looking at what is in it. */
    public static boolean isArray(Frame value) {
        return begins(value, JsonToken.START_ARRAY);
    }

    /** Whether {@code value} is an object, without looking at what is in it. */
    public static boolean isObject(Frame value) {
        return begins(value, JsonToken.START_OBJECT);
    }

    private static boolean begins(Frame value, JsonToken with) {
        try (JsonParser json = parser(value)) {
            return json.nextToken() == with;
        } catch (IOException notJson) {
            return false;
        }
    }

    /** The span of the value whose first token the parser stands on; the parser stands on its last token afterwards. */
    static Span valueSpan(JsonParser json) throws IOException {
        long from = json.currentTokenLocation().getByteOffset();
        json.skipChildren();
        json.finishToken();
        return new Span(from, json.currentLocation().getByteOffset());
    }

    /** Refuses text behind the value on whose last token the parser stands. */
    static void expectEnd(JsonParser json) throws IOException {
        if (json.nextToken() != null) {
            throw new IOException("text after the message");
        }
    }
}
