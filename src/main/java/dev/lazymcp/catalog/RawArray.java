package dev.lazymcp.catalog;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** JSON arrays as lists of the exact bytes of their elements. */
public final class RawArray {
    private RawArray() {}

    /**
     * The elements of the array that is {@code json}, each byte for byte as it stands there.
     *
     * @throws IOException when {@code json} is not one well-formed JSON array in UTF-8, or is nested deeper than 100,000
     */
    public static List<byte[]> elements(byte[] json) throws IOException {
        return elements(json, 0, json.length);
    }

    /**
     * The elements of the array that is {@code json[from, to)}.
     *
     * @throws IOException as {@link #elements(byte[])}
     */
    public static List<byte[]> elements(byte[] json, int from, int to) throws IOException {
        List<byte[]> elements = new ArrayList<>();
        try (JsonParser parser = Json.parser(json, from, to)) {
            if (Json.next(parser) != JsonToken.START_ARRAY) {
                throw new JsonParseException(parser, "not a JSON array");
            }
            while (Json.next(parser) != JsonToken.END_ARRAY) {
                int start = from + Json.start(parser);
                elements.add(Arrays.copyOfRange(json, start, from + Json.end(parser)));
            }
            Json.expectEnd(parser);
        }
        return elements;
    }
}
