package dev.lazymcp.shim.era;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Message;

/** The stub behind a {@link ModernClient}, which takes it for a client of the earlier revisions. All methods are called with its lock. */
public interface Core {
    /** Takes in what the client says. */
    void take(Message message);

    /** What the stub would answer to {@code initialize}: the result of it. */
    Frame introduction();

    /** The client hears of changes of lists from now on. */
    void hears();

    /** Writes {@code frame} to the client. */
    void write(Frame frame);

    /** Writes a line for people. */
    void log(String line);
}
