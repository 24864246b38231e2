package dev.lazymcp.upstream.http.auth;

import java.io.IOException;
import java.net.URI;
import java.util.Map;

/**
 * HTTP as signing in needs it: short requests, each with limits to its time and the size of its answer. An {@link IOException}
 * says in its message, the end of a sentence about whoever was asked, why nothing came of it.
 */
public interface Web {
    /**
     * An answer.
     *
     * @param body as text; the first 256 KiB
     */
    record Reply(int status, String body) {
        boolean isSuccess() {
            return status / 100 == 2;
        }
    }

    /** Asks for JSON; redirects are followed on the same host alone. */
    Reply get(URI target) throws IOException;

    /** Sends {@code body}; no redirect is followed. */
    Reply post(URI target, String mediaType, String body, Map<String, String> headers) throws IOException;

    /** Asks the MCP server {@code server} something without any token; what it wants is in its refusal, if it refuses. */
    Knock knock(URI server) throws IOException;

    /**
     * How a server takes somebody whom it does not know.
     *
     * @param refused whether it refused
     */
    record Knock(boolean refused, Challenge challenge) {}
}
