package dev.lazymcp.upstream.http.auth;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a server asks for in {@code WWW-Authenticate: Bearer …} (RFC 6750, section 3; RFC 9728, section 5.1).
 *
 * @param metadata where the server says its protected resource metadata is; unchecked
 * @param scope the scopes that it wants
 * @param error why it refused what it was sent, such as {@code insufficient_scope}
 */
public record Challenge(Optional<String> metadata, Optional<String> scope, Optional<String> error) {
    /** Of a server that says nothing. */
    public static final Challenge NONE = new Challenge(Optional.empty(), Optional.empty(), Optional.empty());

    private static final String SCHEME = "bearer";
    private static final int LONGEST = 16 * 1024;

    /** Whether it asks for more rights than the token has. */
    public boolean wantsMore() {
        return error.filter("insufficient_scope"::equals).isPresent();
    }

    /** The challenge in the values of all headers {@code WWW-Authenticate} of an answer; {@link #NONE} where there is none. */
    public static Challenge of(List<String> values) {
        for (String value : values) {
            Map<String, String> parameters = new Reader(value.length() > LONGEST ? "" : value).bearer();
            if (!parameters.isEmpty()) {
                return new Challenge(
                        Optional.ofNullable(parameters.get("resource_metadata")),
                        Optional.ofNullable(parameters.get("scope")),
                        Optional.ofNullable(parameters.get("error")));
            }
        }
        return NONE;
    }

    /** Reads challenges of several schemes in one value (RFC 9110, section 11.6.1): a word without = begins the next. */
    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        /** The parameters of the first challenge of the scheme Bearer, names in lower case. */
        Map<String, String> bearer() {
            Map<String, String> parameters = new HashMap<>();
            boolean inBearer = false;
            while (skipSeparators()) {
                String word = token();
                if (word.isEmpty()) {
                    at++;
                    continue;
                }
                skipBlanks();
                if (at < text.length() && text.charAt(at) == '=') {
                    at++;
                    skipBlanks();
                    String value = value();
                    if (inBearer) {
                        parameters.putIfAbsent(word.toLowerCase(Locale.ROOT), value);
                    }
                } else if (inBearer && !parameters.isEmpty()) {
                    return parameters;
                } else {
                    inBearer = word.equalsIgnoreCase(SCHEME);
                }
            }
            return parameters;
        }

        private boolean skipSeparators() {
            while (at < text.length() && (text.charAt(at) == ',' || isBlank(text.charAt(at)))) {
                at++;
            }
            return at < text.length();
        }

        private void skipBlanks() {
            while (at < text.length() && isBlank(text.charAt(at))) {
                at++;
            }
        }

        private String token() {
            int from = at;
            while (at < text.length() && !isBlank(text.charAt(at)) && ",=\"".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(from, at);
        }

        private String value() {
            if (at >= text.length() || text.charAt(at) != '"') {
                int from = at;
                while (at < text.length() && !isBlank(text.charAt(at)) && text.charAt(at) != ',') {
                    at++;
                }
                return text.substring(from, at);
            }
            StringBuilder value = new StringBuilder();
            for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    at++;
                }
                value.append(text.charAt(at));
            }
            at++;
            return value.toString();
        }

        private static boolean isBlank(char c) {
            return c == ' ' || c == '\t';
        }
    }
}
