package dev.lazymcp.cli;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;

/** Errors of servers (JSON-RPC 2.0, section 5.1) for people. */
final class ServerError {
    private ServerError() {}

    /** Message and code. */
    static String text(Frame error) {
        String message = Json.string(error, "message");
        Span code = Json.find(error, "code");
        return (message == null ? "no message" : message) + (code == null ? "" : " (" + error.part(code) + ")");
    }
}
