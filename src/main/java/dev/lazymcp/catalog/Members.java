package dev.lazymcp.catalog;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * Walks the members of one JSON object and tells where each lies in the bytes, duplicates included. Reads no further than
 * the member it stands on, so that the rest may be missing.
 */
final class Members implements Closeable {
    private final byte[] json;
    private final int origin;
    private final JsonParser parser;
    private String name = "";
    private JsonToken kind = JsonToken.NOT_AVAILABLE;
    private int nameStart;
    private int valueStart;
    private int valueEnd;

    private Members(byte[] json, int origin, JsonParser parser) {
        this.json = json;
        this.origin = origin;
        this.parser = parser;
    }

    /**
     * The members of the object that is {@code json[from, to)}.
     *
     * @throws IOException when the text does not begin with an object
     */
    static Members of(byte[] json, int from, int to) throws IOException {
        JsonParser parser = Json.parser(json, from, to);
        if (Json.next(parser) != JsonToken.START_OBJECT) {
            throw new JsonParseException(parser, "not a JSON object");
        }
        return new Members(json, from, parser);
    }

    static Members of(byte[] json) throws IOException {
        return of(json, 0, json.length);
    }

    /**
     * Moves to the next member.
     *
     * @return false when there is none; then nothing but white space follows the object
     */
    boolean next() throws IOException {
        if (Json.next(parser) == JsonToken.END_OBJECT) {
            Json.expectEnd(parser);
            return false;
        }
        name = parser.currentName();
        nameStart = origin + Json.start(parser);
        kind = Json.next(parser);
        valueStart = origin + Json.start(parser);
        valueEnd = origin + Json.end(parser);
        return true;
    }

    String name() {
        return name;
    }

    /** The first token of the value. */
    JsonToken kind() {
        return kind;
    }

    boolean isString() {
        return kind == JsonToken.VALUE_STRING;
    }

    boolean isObject() {
        return kind == JsonToken.START_OBJECT;
    }

    /** Index of the opening quote of the name. */
    int nameStart() {
        return nameStart;
    }

    int valueStart() {
        return valueStart;
    }

    /** Index of the first byte after the value. */
    int valueEnd() {
        return valueEnd;
    }

    /** The value as it stands in the text. */
    byte[] raw() {
        return Arrays.copyOfRange(json, valueStart, valueEnd);
    }

    /** Name and value as they stand in the text. */
    byte[] rawWithName() {
        return Arrays.copyOfRange(json, nameStart, valueEnd);
    }

    /** The decoded value of a string, the literal of a number. */
    String text() throws IOException {
        return parser.getText();
    }

    /** The value as a number of bytes. */
    int size() throws IOException {
        if (kind != JsonToken.VALUE_NUMBER_INT) {
            throw new JsonParseException(parser, '"' + name + "\" is not an integer");
        }
        return parser.getIntValue();
    }

    /** An error about the member this stands on. */
    IOException error(String problem) {
        return new JsonParseException(parser, '"' + name + "\" " + problem);
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
