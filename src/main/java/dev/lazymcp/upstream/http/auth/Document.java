package dev.lazymcp.upstream.http.auth;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A JSON object that somebody else wrote. What is not there, or of another kind than it should be, is absent.
 *
 * @param json the object
 */
record Document(Frame json) {
    private static final int MOST_DIGITS = 15;

    /** {@code text} as a document; empty where it is no JSON object. */
    static Optional<Document> of(String text) {
        Frame frame = Frame.of(text);
        return Json.isObject(frame) && Json.find(frame) != null ? Optional.of(new Document(frame)) : Optional.empty();
    }

    /** The string {@code name}, if it is there and not empty. */
    Optional<String> text(String name) {
        return Optional.ofNullable(Json.string(json, name)).filter(value -> !value.isEmpty());
    }

    /** The strings in the list {@code name}; empty where there is no such list. */
    Optional<List<String>> texts(String name) {
        Span span = Json.find(json, name);
        if (span == null || json.part(span).toString().charAt(0) != '[') {
            return Optional.empty();
        }
        Frame list = json.part(span);
        List<String> texts = new ArrayList<>();
        for (Span element : Json.elements(list)) {
            String text = Json.decodeString(list.part(element));
            if (text != null) {
                texts.add(text);
            }
        }
        return Optional.of(List.copyOf(texts));
    }

    /** Whether {@code name} is true. */
    boolean is(String name) {
        return literal(name).equals("true");
    }

    /** The number {@code name}, from 0, fractions cut off; some servers send it as a string. */
    OptionalLong number(String name) {
        String literal = text(name).orElseGet(() -> literal(name));
        int digits = 0;
        while (digits < literal.length() && literal.charAt(digits) >= '0' && literal.charAt(digits) <= '9') {
            digits++;
        }
        boolean number =
                digits > 0 && digits <= MOST_DIGITS && (digits == literal.length() || literal.charAt(digits) == '.');
        return number ? OptionalLong.of(Long.parseLong(literal.substring(0, digits))) : OptionalLong.empty();
    }

    private String literal(String name) {
        Span span = Json.find(json, name);
        return span == null ? "" : json.part(span).toString();
    }
}
