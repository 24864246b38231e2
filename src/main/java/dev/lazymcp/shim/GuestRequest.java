package dev.lazymcp.shim;

import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.util.Set;

/**
 * What somebody who is not the client wants of the server.
 *
 * @param method one of {@link #METHODS}
 * @param params a JSON object
 */
public record GuestRequest(String method, Frame params) {
    /** What can be asked for: the requests of MCP that need no conversation. */
    public static final Set<String> METHODS = Set.of(
            "tools/list",
            "tools/call",
            "prompts/list",
            "prompts/get",
            "resources/list",
            "resources/templates/list",
            "resources/read");

    /**
     * Refuses others.
     *
     * @throws IllegalArgumentException where the method is none of those, or the params are no object
     */
    public GuestRequest {
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException(
                    "\"" + Text.oneLine(method, 100) + "\" cannot be asked for from outside");
        }
        if (!Json.isObject(params)) {
            throw new IllegalArgumentException("\"params\" must be an object");
        }
    }

    boolean isCall() {
        return method.equals("tools/call");
    }

    boolean isList() {
        return method.endsWith("/list");
    }
}
