package dev.lazymcp.catalog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;

/** The one way this package reads JSON: strict UTF-8, offsets that are indices of the caller's array. */
final class Json {
    /** Deeper than any peer's recursive parser could read; only there to end an endless run of brackets. */
    static final int MAX_DEPTH = 100_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // Its failure is an unchecked exception that a server could cause by its choice of names.
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
            .build();

    private Json() {}

    /**
     * A parser of {@code json[from, to)}.
     *
     * @throws IOException when the text is not UTF-8; Jackson would take UTF-16 and UTF-32 too, with other offsets
     */
    static JsonParser parser(byte[] json, int from, int to) throws IOException {
        JsonParser parser = FACTORY.createParser(json, from, to - from);
        boolean utf8 = to - from < 1 || (json[from] > 0 && (to - from < 2 || json[from + 1] != 0));
        if (!utf8) {
            throw new JsonParseException(parser, "not plain UTF-8");
        }
        return parser;
    }

    /** Index, relative to where the parser began, of the first byte of the current token. */
    static int start(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    /** Moves to the end of the current value; index, relative to where the parser began, of the byte after it. */
    static int end(JsonParser parser) throws IOException {
        parser.skipChildren();
        parser.finishToken();
        return (int) parser.currentLocation().getByteOffset();
    }

    /** Moves to the next token, which must be there. */
    static JsonToken next(JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new JsonParseException(parser, "the text ends in the middle");
        }
        return token;
    }

    /** The text must be over. */
    static void expectEnd(JsonParser parser) throws IOException {
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "something follows the JSON value");
        }
    }

    /** Checks that {@code json} is one JSON value and nothing else. */
    static void check(byte[] json) throws IOException {
        try (JsonParser parser = parser(json, 0, json.length)) {
            next(parser);
            end(parser);
            expectEnd(parser);
        }
    }
}
