package dev.lazymcp.probe;

import dev.lazymcp.rpc.Frame;

/** Hears what a server says without being asked. Called by the thread that reads from it, so not to block. */
public interface Notices {
    /** Hears nothing. */
    Notices NONE = (_, _) -> {};

    /** A notification; {@code params} are an object, empty where there are none. Progress is told to the request it is about. */
    void notified(String method, Frame params);
}
