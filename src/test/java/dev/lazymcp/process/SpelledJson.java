package dev.lazymcp.process;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON value that remembers how it was spelled. The suite must tell {@code 1.0} from {@code 1} and {@code "\u00e9"}
 * from {@code "é"}, and must not share a parser with the program it judges.
 *
 * @param kind the first character of the value: one of <code>{ [ " 0 t f n</code>, or {@code -} for a missing value
 * @param raw the value as it was written
 * @param text the decoded characters of a string; for anything else the same as {@code raw}
 * @param members the members of an object, the last of several with one name
 * @param items the items of an array
 */
record SpelledJson(char kind, String raw, String text, Map<String, SpelledJson> members, List<SpelledJson> items) {
    private static final SpelledJson MISSING = new SpelledJson('-', "", "", Map.of(), List.of());

    static SpelledJson parse(byte[] utf8) {
        return parse(new String(utf8, StandardCharsets.UTF_8));
    }

    /** Reads one value; throws {@link IllegalArgumentException} where {@code json} is not exactly that. */
    static SpelledJson parse(String json) {
        Reader reader = new Reader(json);
        SpelledJson value = reader.value();
        reader.skipBlanks();
        if (reader.at < json.length()) {
            throw reader.malformed("something after the value");
        }
        return value;
    }

    /** The member called {@code name}, or a missing value that may be asked on. */
    SpelledJson get(String name) {
        return members.getOrDefault(name, MISSING);
    }

    boolean present() {
        return kind != '-';
    }

    boolean isObject() {
        return kind == '{';
    }

    boolean isArray() {
        return kind == '[';
    }

    String rawOr(String fallback) {
        return present() ? raw : fallback;
    }

    String textOr(String fallback) {
        return present() ? text : fallback;
    }

    int numberOr(int fallback) {
        return present() ? Integer.parseInt(raw) : fallback;
    }

    /** What an id is compared by: its type and its decoded value, not its spelling. */
    String key() {
        return kind + text;
    }

    /** {@code text} as a JSON string. Everything beyond ASCII stays as it is. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c == '\n') {
                quoted.append("\\n");
            } else if (c < ' ' || (Character.isSurrogate(c) && !pairedAt(text, i))) {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static boolean pairedAt(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    private static final class Reader {
        private final String json;
        private int at;

        Reader(String json) {
            this.json = json;
        }

        SpelledJson value() {
            skipBlanks();
            int start = at;
            return switch (peek()) {
                case '{' -> object(start);
                case '[' -> array(start);
                case '"' -> {
                    String text = string();
                    yield new SpelledJson('"', json.substring(start, at), text, Map.of(), List.of());
                }
                case 't' -> word("true");
                case 'f' -> word("false");
                case 'n' -> word("null");
                default -> number(start);
            };
        }

        private SpelledJson object(int start) {
            Map<String, SpelledJson> members = new LinkedHashMap<>();
            at++;
            skipBlanks();
            if (peek() != '}') {
                do {
                    skipBlanks();
                    String name = string();
                    skipBlanks();
                    expect(':');
                    members.put(name, value());
                    skipBlanks();
                } while (accept(','));
            }
            expect('}');
            String raw = json.substring(start, at);
            return new SpelledJson('{', raw, raw, members, List.of());
        }

        private SpelledJson array(int start) {
            List<SpelledJson> items = new ArrayList<>();
            at++;
            skipBlanks();
            if (peek() != ']') {
                do {
                    items.add(value());
                    skipBlanks();
                } while (accept(','));
            }
            expect(']');
            String raw = json.substring(start, at);
            return new SpelledJson('[', raw, raw, Map.of(), items);
        }

        private String string() {
            expect('"');
            int start = at;
            while (peek() != '"' && peek() != '\\') {
                at++;
            }
            if (peek() == '"') {
                return json.substring(start, at++);
            }
            StringBuilder text = new StringBuilder(json.length() - start).append(json, start, at);
            while (true) {
                char c = next();
                if (c == '"') {
                    return text.toString();
                }
                text.append(c == '\\' ? escape() : c);
            }
        }

        private char escape() {
            char c = next();
            return switch (c) {
                case '"', '\\', '/' -> c;
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> {
                    at += 4;
                    if (at > json.length()) {
                        throw malformed("a cut escape");
                    }
                    yield (char) Integer.parseInt(json.substring(at - 4, at), 16);
                }
                default -> throw malformed("an unknown escape");
            };
        }

        private SpelledJson word(String word) {
            if (!json.startsWith(word, at)) {
                throw malformed("neither true, false nor null");
            }
            at += word.length();
            return new SpelledJson(word.charAt(0), word, word, Map.of(), List.of());
        }

        private SpelledJson number(int start) {
            while (at < json.length() && "+-.eE0123456789".indexOf(json.charAt(at)) >= 0) {
                at++;
            }
            if (at == start) {
                throw malformed("no value");
            }
            String raw = json.substring(start, at);
            return new SpelledJson('0', raw, raw, Map.of(), List.of());
        }

        void skipBlanks() {
            while (at < json.length() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
                at++;
            }
        }

        private char peek() {
            if (at >= json.length()) {
                throw malformed("cut off");
            }
            return json.charAt(at);
        }

        private char next() {
            char c = peek();
            at++;
            return c;
        }

        private boolean accept(char c) {
            if (peek() != c) {
                return false;
            }
            at++;
            return true;
        }

        private void expect(char c) {
            if (!accept(c)) {
                throw malformed("expected " + c);
            }
        }

        IllegalArgumentException malformed(String what) {
            return new IllegalArgumentException("not JSON at " + at + ": " + what);
        }
    }
}
