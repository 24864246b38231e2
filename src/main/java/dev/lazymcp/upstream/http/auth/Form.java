package dev.lazymcp.upstream.http.auth;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Names and values as forms of web pages send them ({@code application/x-www-form-urlencoded}). */
final class Form {
    static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

    private final StringBuilder text = new StringBuilder();

    /** Adds a pair. */
    Form with(String name, String value) {
        text.append(text.isEmpty() ? "" : "&").append(encoded(name)).append('=').append(encoded(value));
        return this;
    }

    /** Adds a pair where there is a value. */
    Form with(String name, Optional<String> value) {
        return value.isPresent() ? with(name, value.get()) : this;
    }

    /** {@code base} with all pairs behind those that its query has. */
    URI in(URI base) {
        String there = base.toString();
        return URI.create(there + (there.indexOf('?') < 0 ? '?' : '&') + text);
    }

    @Override
    public String toString() {
        return text.toString();
    }

    static String encoded(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8);
    }

    /**
     * The pairs of {@code query}; of a name that comes twice the first.
     *
     * @throws IllegalArgumentException where it is not well-formed
     */
    static Map<String, String> read(String query) {
        Map<String, String> pairs = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                pairs.putIfAbsent(
                        URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return pairs;
    }
}
