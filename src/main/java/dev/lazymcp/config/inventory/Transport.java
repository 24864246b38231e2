package dev.lazymcp.config.inventory;

import java.util.Locale;

/** How a client reaches a server. */
public enum Transport {
    /** A process, over its standard streams. */
    STDIO,
    /** Streamable HTTP. */
    HTTP,
    /** HTTP with server-sent events, as before 2025-03-26. */
    SSE,
    /** A WebSocket. */
    WEBSOCKET,
    /** The client brings it along. */
    BUILTIN,
    /** The entry does not say. */
    UNKNOWN;

    /** As reports spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The transport of a remote server whose entry says {@code type}. */
    static Transport remote(String type) {
        return switch (type) {
            case "sse" -> SSE;
            case "ws", "websocket" -> WEBSOCKET;
            default -> HTTP;
        };
    }
}
