package dev.lazymcp.upstream.era;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;

/** How a server that knows revision 2026-07-28 alone refuses what it takes for a mistake (MCP "Versioning and Compatibility"). */
public final class ModernError {
    /** HTTP headers do not match the body. */
    public static final int HEADER_MISMATCH = -32020;

    /** The request names a revision that is not spoken here. */
    public static final int UNSUPPORTED_VERSION = -32022;

    private ModernError() {}

    /**
     * Whether {@code error}, that of a response to {@code initialize}, says that the server begins otherwise: by a code that no older
     * server has, by missing {@code _meta}, or by naming the revision, as such servers should.
     */
    public static boolean isMeantBy(Frame error) {
        return switch (code(error)) {
            case HEADER_MISMATCH, UNSUPPORTED_VERSION -> true;
            // A server that knows no initialize at all can only be one that does without.
            case -32601 -> true;
            default -> {
                String text = error.toString();
                yield text.contains(RequestMeta.REVISION) || text.contains("_meta");
            }
        };
    }

    /** The code of {@code error}; 0 where it has none that could be one of the protocol's. */
    public static int code(Frame error) {
        Span span = Json.find(error, "code");
        if (span == null) {
            return 0;
        }
        try {
            return Integer.parseInt(error.part(span).toString());
        } catch (NumberFormatException noInteger) {
            return 0;
        }
    }
}
