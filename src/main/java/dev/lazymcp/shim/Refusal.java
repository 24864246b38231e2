package dev.lazymcp.shim;

import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Reply;

/**
 * Why a request was not served, in the form its kind wants: a tool call gets a result that is an error, so that the model can read
 * it and act (MCP "Tools", error handling); all else gets an error of the protocol.
 *
 * @param state the state the server is in, for programs
 * @param reason what happened and what to do, for people
 */
record Refusal(String state, String reason) {
    /** The answer to a request for {@code method} whose id is spelt {@code rawId}. */
    Frame answer(Frame rawId, String method) {
        return method.equals("tools/call")
                ? Reply.result(rawId, Reply.toolText(reason, true))
                : Reply.error(rawId, ErrorCode.INTERNAL_ERROR, reason, data());
    }

    private Frame data() {
        return Json.text(json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("lazymcp");
            json.writeStringField("state", state);
            json.writeStringField("reason", reason);
            json.writeEndObject();
            json.writeEndObject();
        });
    }
}
