package dev.lazymcp.upstream.http;

import dev.lazymcp.os.Secrets;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.upstream.Remote;
import dev.lazymcp.upstream.StartFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The headers that a configuration adds to each request. Their values are in no message. */
final class RequestHeaders {
    /** Those that the client sets by itself and lets nobody set. */
    private static final Set<String> NOT_OURS =
            Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");

    private static final String TOKEN_CHARACTERS = "!#$%&'*+-.^_`|~";
    private static final int SHORTEST_MASKED = 4;

    private final Map<String, String> fixed;
    private final Optional<HeadersCommand> helper;
    private volatile Map<String, String> current;

    private RequestHeaders(Map<String, String> fixed, Optional<HeadersCommand> helper) {
        this.fixed = fixed;
        this.helper = helper;
        this.current = fixed;
    }

    /**
     * The headers of {@code remote}; its helper, if it has one, is run.
     *
     * @param environment where values are taken from, and what the helper gets
     * @param directory where the helper runs
     * @throws StartFailure where one cannot be sent, a variable is not set or the helper fails
     */
    static RequestHeaders of(Remote remote, Map<String, String> environment, Path directory) throws StartFailure {
        Map<String, String> fixed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Remote.Header header : remote.headers()) {
            fixed.put(header.name(), checked(header.name(), value(header, environment)));
        }
        RequestHeaders headers = new RequestHeaders(
                fixed, remote.headersHelper().map(command -> new HeadersCommand(command, environment, directory)));
        headers.refresh();
        return headers;
    }

    /** Names and values. */
    Map<String, String> current() {
        return current;
    }

    /** Whether one of that name is sent. */
    boolean has(String name) {
        return current.containsKey(name);
    }

    /**
     * Runs the helper once more.
     *
     * @return whether there is one
     * @throws StartFailure where it fails
     */
    boolean refresh() throws StartFailure {
        if (helper.isEmpty()) {
            return false;
        }
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(fixed);
        Frame said;
        try {
            said = helper.get().run();
        } catch (IOException e) {
            throw new StartFailure(StartFailure.Kind.OTHER, "The headers helper " + e.getMessage() + ".", e);
        }
        if (!Json.isObject(said) || Json.find(said) == null) {
            throw unusable("its output is no JSON object");
        }
        for (Json.Member member : Json.members(said)) {
            String value = Json.decodeString(said.part(member.value()));
            if (value == null) {
                throw unusable("the value of \"" + member.name() + "\" is no string");
            }
            all.put(member.name(), checked(member.name(), value));
        }
        current = all;
        return true;
    }

    /** {@code text} without any value that is sent. */
    String masked(String text) {
        String masked = text;
        for (String value : current.values()) {
            String secret = value.substring(value.lastIndexOf(' ') + 1);
            if (secret.length() >= SHORTEST_MASKED) {
                masked = masked.replace(secret, Secrets.MASK);
            }
        }
        return masked;
    }

    private static StartFailure unusable(String why) {
        return new StartFailure(
                StartFailure.Kind.OTHER,
                "The headers helper is to print one JSON object with strings, names of headers and values: " + why
                        + ".");
    }

    private static String value(Remote.Header header, Map<String, String> environment) throws StartFailure {
        Optional<String> variable = header.variable();
        if (variable.isEmpty()) {
            return header.value();
        }
        String value = environment.get(variable.get());
        if (value == null) {
            throw new StartFailure(
                    StartFailure.Kind.OTHER,
                    "The header " + header.name() + " is to have the value of the environment variable "
                            + variable.get()
                            + ", which is not set. Set it in this server's \"env\", or have the client let it through"
                            + " (Codex: \"env_vars\").");
        }
        return header.with(value.strip());
    }

    /** RFC 9110, section 5.5: no line ends or other controls; white space at both ends is none of the value's. */
    private static String checked(String name, String value) throws StartFailure {
        boolean token = !name.isEmpty() && name.chars().allMatch(RequestHeaders::isTokenCharacter);
        if (!token || NOT_OURS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new StartFailure(
                    StartFailure.Kind.OTHER, "A header of the name \"" + name + "\" cannot be sent; take it out.");
        }
        String stripped = value.strip();
        if (!stripped.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~') || (c >= 0x80 && c <= 0xFF))) {
            throw new StartFailure(
                    StartFailure.Kind.OTHER,
                    "The value of the header " + name + " has a character in it that no header can have, such as a line"
                            + " end. Correct it.");
        }
        return stripped;
    }

    private static boolean isTokenCharacter(int c) {
        return (c >= '0' && c <= '9')
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || TOKEN_CHARACTERS.indexOf(c) >= 0;
    }
}
