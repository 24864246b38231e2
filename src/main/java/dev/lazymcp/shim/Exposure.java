package dev.lazymcp.shim;

/** What the client sees of the server's tools while the server sleeps ({@code --expose}). */
public enum Exposure {
    /** One tool that stands for all. */
    TINY,
    /** The real names, one sentence each, with an open schema. */
    NAMES,
    /** The real tools as the server last sent them. */
    FULL,
    /** One placeholder until somebody enables the server. */
    HIDDEN,
    /** {@link #FULL} in clients that search tools themselves, {@link #TINY} in all others. */
    AUTO;

    /** This mode for a client of that name: never {@link #AUTO}. */
    Exposure resolvedFor(String clientName) {
        if (this != AUTO) {
            return this;
        }
        // Claude Code keeps the schemas of MCP tools out of the context until its own tool search asks for one.
        return clientName.startsWith("claude-code") ? FULL : TINY;
    }
}
