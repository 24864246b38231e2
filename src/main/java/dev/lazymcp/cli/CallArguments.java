package dev.lazymcp.cli;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of a call as a person gives them.
 *
 * @param object a JSON object, as it was spelt
 * @param pairs {@code name=value}, put into it
 */
record CallArguments(Frame object, List<String> pairs) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final Frame NONE = Frame.of("{}");

    /** Copies the list. */
    CallArguments {
        pairs = List.copyOf(pairs);
    }

    /**
     * Reads {@code text}: JSON, {@code @FILE} below {@code directory}, or {@code -} for {@code stdin}.
     *
     * @throws Refused where that is no JSON object, with its place, or {@code pairs} are no pairs
     */
    static CallArguments read(Optional<String> text, List<String> pairs, Path directory, InputStream stdin)
            throws Refused {
        for (String pair : pairs) {
            if (pair.indexOf('=') <= 0) {
                throw new Refused("--arg wants NAME=VALUE, not " + pair, ConfigRun.USAGE);
            }
        }
        return new CallArguments(text.isEmpty() ? NONE : object(text.get(), directory, stdin), pairs);
    }

    private static Frame object(String text, Path directory, InputStream stdin) throws Refused {
        String place = "the arguments";
        byte[] bytes;
        try {
            if (text.equals("-")) {
                place = "stdin";
                bytes = stdin.readAllBytes();
            } else if (text.startsWith("@")) {
                Path file = directory.resolve(text.substring(1));
                place = file.toString();
                bytes = Files.readAllBytes(file);
            } else {
                bytes = text.getBytes(StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new Refused("the arguments cannot be read: " + e, ConfigRun.USAGE);
        }
        try {
            if (!JSON.readTree(bytes).isObject()) {
                throw new Refused(place + ": not a JSON object, as in {\"name\": \"value\"}", ConfigRun.USAGE);
            }
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new Refused(
                    place + (at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr()) + ": no JSON: "
                            + e.getOriginalMessage(),
                    ConfigRun.USAGE);
        } catch (IOException e) {
            throw new Refused(place + ": no JSON: " + e.getMessage(), ConfigRun.USAGE);
        }
        return Frame.of(bytes);
    }

    /** Whether the types that a tool's schema names are needed. */
    boolean needSchema() {
        return !pairs.isEmpty();
    }

    /** The object to be sent; a value is text where {@code tool} wants text, else JSON where it is some. */
    Frame forTool(Optional<Tool> tool) {
        if (pairs.isEmpty()) {
            return object;
        }
        try {
            JsonNode schema = tool.isPresent() ? JSON.readTree(tool.get().inputSchema()) : JSON.createObjectNode();
            ObjectNode all = (ObjectNode) JSON.readTree(object.toBytes());
            for (String pair : pairs) {
                String name = pair.substring(0, pair.indexOf('='));
                String value = pair.substring(name.length() + 1);
                all.set(name, value(value, schema.path("properties").path(name).path("type")));
            }
            return Frame.of(JSON.writeValueAsBytes(all));
        } catch (IOException e) {
            throw new IllegalStateException("the object was parsed before, and so was the tool", e);
        }
    }

    private static JsonNode value(String text, JsonNode type) {
        boolean isText = type.asText().equals("string");
        for (JsonNode each : type) {
            isText |= each.asText().equals("string");
        }
        try {
            JsonNode parsed = isText || text.isBlank() ? null : JSON.readTree(text);
            return parsed == null ? JSON.getNodeFactory().textNode(text) : parsed;
        } catch (JsonProcessingException plain) {
            return JSON.getNodeFactory().textNode(text);
        }
    }
}
