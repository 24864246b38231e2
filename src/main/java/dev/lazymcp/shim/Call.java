package dev.lazymcp.shim;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;

/**
 * A request of the client that the server has not answered yet.
 *
 * @param rawId its id as the client spelt it
 * @param tool the real tool it calls, empty where it calls none
 * @param blind whether the caller has not seen the tool's schema
 */
record Call(Id id, Frame rawId, String method, String tool, boolean blind) {
    /** Whether failures of this request are for the model to read. */
    boolean isToolCall() {
        return method.equals("tools/call");
    }
}
