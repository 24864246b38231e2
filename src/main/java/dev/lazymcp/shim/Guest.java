package dev.lazymcp.shim;

import dev.lazymcp.rpc.Frame;

/** Somebody who is not the client and asks the server something. Hears one answer or refusal, without the stub's lock; must not block. */
public interface Guest {
    /** The server tells how it goes: the params of {@code notifications/progress}. */
    void progress(Frame params);

    /** The server's result, as it came. */
    void answered(Frame result);

    /** The server's error (JSON-RPC 2.0, section 5.1), as it came. */
    void failed(Frame error);

    /** The server was not asked, or was lost; {@code state} is the stub's, in capitals, {@code reason} for people. */
    void refused(String state, String reason);
}
