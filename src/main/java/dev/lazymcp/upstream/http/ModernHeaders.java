package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.upstream.era.RequestMeta;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a POST of revision 2026-07-28 says of its body (MCP "Streamable HTTP", request metadata). */
final class ModernHeaders {
    private static final String ENCODED = "=?base64?";
    private static final String ENCODED_END = "?=";

    private ModernHeaders() {}

    /** The headers of {@code request}; none where it is of an earlier revision. */
    static Map<String, String> of(Request request) {
        Map<String, String> headers = new LinkedHashMap<>();
        Frame params = request.paramsOrEmpty();
        String version = RequestMeta.version(params);
        if (version == null) {
            return headers;
        }
        headers.put("MCP-Protocol-Version", value(version));
        headers.put("Mcp-Method", value(request.method()));
        String name = name(request.method(), params);
        if (name != null) {
            headers.put("Mcp-Name", value(name));
        }
        return headers;
    }

    private static @Nullable String name(String method, Frame params) {
        return switch (method) {
            case "tools/call", "prompts/get" -> Json.string(params, "name");
            case "resources/read" -> Json.string(params, "uri");
            default -> null;
        };
    }

    /** {@code text} as the value of a header, in Base64 where it could not be one, or could be taken for such a value. */
    static String value(String text) {
        boolean plain = text.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t')
                && text.strip().equals(text)
                && !(text.startsWith(ENCODED) && text.endsWith(ENCODED_END));
        return plain
                ? text
                : ENCODED + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + ENCODED_END;
    }
}
