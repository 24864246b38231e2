package dev.lazymcp.cli;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A request on a stub's socket. Its readers refuse what is there and of another type with an {@link IllegalArgumentException} whose
 * message can be answered.
 *
 * @param frame the object
 */
record ControlRequest(Frame frame) {
    /** The strings in the list {@code member}; none where it is missing. */
    List<String> strings(String member) {
        List<String> strings = new ArrayList<>();
        Span span = Json.find(frame, member);
        if (span != null) {
            Frame array = frame.part(span);
            for (Span element : Json.elements(array)) {
                strings.add(text(array.part(element), member));
            }
        }
        return strings;
    }

    /** The names and strings in the object {@code member}; none where it is missing. */
    Map<String, String> pairs(String member) {
        Map<String, String> pairs = new HashMap<>();
        Span span = Json.find(frame, member);
        if (span != null) {
            Frame object = frame.part(span);
            for (Json.Member pair : Json.members(object)) {
                pairs.put(pair.name(), text(object.part(pair.value()), member));
            }
        }
        return pairs;
    }

    /** The string {@code member}, which must be there. */
    String string(String member) {
        String text = Json.string(frame, member);
        if (text == null) {
            throw new IllegalArgumentException("\"" + member + "\" must be a string");
        }
        return text;
    }

    /** The whole number {@code member}; empty where it is missing. */
    OptionalLong number(String member) {
        Span span = Json.find(frame, member);
        try {
            return span == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(frame.part(span).toString()));
        } catch (NumberFormatException other) {
            throw new IllegalArgumentException("\"" + member + "\" must be a whole number", other);
        }
    }

    /** The JSON of {@code member} as it stands there, which must be. */
    Frame raw(String member) {
        Span span = Json.find(frame, member);
        if (span == null) {
            throw new IllegalArgumentException("\"" + member + "\" is missing");
        }
        return frame.part(span);
    }

    /** The path {@code member}. */
    Optional<Path> path(String member) {
        return Optional.ofNullable(Json.string(frame, member)).map(Path::of);
    }

    /** Whether {@code member} is true. */
    boolean isTrue(String member) {
        Span span = Json.find(frame, member);
        return span != null && frame.part(span).toString().equals("true");
    }

    private static String text(Frame value, String member) {
        String text = Json.decodeString(value);
        if (text == null) {
            throw new IllegalArgumentException("\"" + member + "\" must hold strings");
        }
        return text;
    }
}
