package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;

/** How a server that knows revision 2026-07-28 alone refuses an {@code initialize}. */
final class Newer {
    private static final String UNSUPPORTED_VERSION = "-32022";
    private static final String INVALID_PARAMS = "-32602";

    private Newer() {}

    /** Whether {@code error}, that of a response, is such a refusal: of the version, or for want of {@code _meta}. */
    static boolean isMeantBy(Frame error) {
        var span = Json.find(error, "code");
        String code = span == null ? "" : error.part(span).toString();
        String message = Json.string(error, "message");
        return code.equals(UNSUPPORTED_VERSION)
                || (code.equals(INVALID_PARAMS) && message != null && message.contains("_meta"));
    }
}
