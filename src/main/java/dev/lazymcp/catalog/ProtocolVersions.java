package dev.lazymcp.catalog;

/** The revisions of MCP that begin with {@code initialize}, and the one that does not. */
public final class ProtocolVersions {
    /** The first published revision. */
    public static final String FIRST = "2024-11-05";

    /** The only revision with JSON-RPC batches. */
    public static final String WITH_BATCHES = "2025-03-26";

    /** The last revision that begins with {@code initialize}. */
    public static final String LATEST = "2025-11-25";

    /** The first revision without {@code initialize}: each request says for itself what others say there. */
    public static final String MODERN = "2026-07-28";

    private ProtocolVersions() {}

    /** Whether {@code version} is one that a server may turn out to speak. */
    public static boolean isSpoken(String version) {
        return isKnown(version) || version.equals(MODERN);
    }

    /** Whether {@code version} is one that begins with {@code initialize}. */
    public static boolean isKnown(String version) {
        return switch (version) {
            case FIRST, WITH_BATCHES, "2025-06-18", LATEST -> true;
            default -> false;
        };
    }

    /**
     * What to answer a client that asks for {@code asked}: the same, where it is known. Some clients silently drop a server that
     * answers anything else, even where the real server would.
     */
    public static String answerTo(String asked) {
        return isKnown(asked) ? asked : LATEST;
    }
}
