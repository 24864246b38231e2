package dev.lazymcp.upstream.era;

import dev.lazymcp.rpc.Message.Request;
import org.jspecify.annotations.Nullable;

/** Which revisions of MCP a server speaks, as far as its handshake has shown. */
sealed interface Era {
    /** Nothing was said yet. */
    record Unknown() implements Era {}

    /**
     * The server was asked to introduce itself.
     *
     * @param initialize how whoever started it asked
     * @param refusal the error that the server answered, JSON, or null where it was not asked so
     * @param discovering whether it was asked by {@code server/discover}, else by {@code initialize}
     * @param insisting whether it was asked that for the second time
     */
    record Asked(Request initialize, @Nullable String refusal, boolean discovering, boolean insisting) implements Era {}

    /** It begins with {@code initialize}: all passes as it is. */
    record Legacy() implements Era {}

    /** Revision 2026-07-28. */
    record Modern(ModernTalk talk) implements Era {}
}
