package dev.lazymcp.rpc;

/**
 * Error codes of JSON-RPC 2.0 and of MCP that the stub answers with itself. Codes in −32099…−32000 are reserved; none is
 * invented here.
 */
public final class ErrorCode {
    /** Invalid JSON. */
    public static final int PARSE_ERROR = -32700;

    /** JSON, but not a request. */
    public static final int INVALID_REQUEST = -32600;

    /** No such method. */
    public static final int METHOD_NOT_FOUND = -32601;

    /** Invalid method parameters; an unknown cursor, prompt or task. */
    public static final int INVALID_PARAMS = -32602;

    /** The server could not be reached, or was lost. */
    public static final int INTERNAL_ERROR = -32603;

    /** MCP up to 2025-11-25, "Resources", error handling: resource not found. */
    public static final int RESOURCE_NOT_FOUND = -32002;

    private ErrorCode() {}
}
