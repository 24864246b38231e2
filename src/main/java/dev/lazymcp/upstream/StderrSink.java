package dev.lazymcp.upstream;

/** Takes what one server writes to stderr. Must not block: the server would wait with it. */
@FunctionalInterface
public interface StderrSink {
    /** Takes it and drops it: a server's last lines stay in its tail. */
    StderrSink NOWHERE = (_, _, _) -> {};

    /** Takes {@code length} bytes, which are not kept after it returns. */
    void write(byte[] bytes, int from, int length);

    /** There will be no more. */
    default void ended() {}
}
