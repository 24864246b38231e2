package dev.lazymcp.upstream;

import dev.lazymcp.rpc.FrameReader;

/**
 * Hears what a server says. Calls come one at a time, the first perhaps before the starting call has returned. While a call
 * lasts nothing more is read from the server, so a listener that blocks slows the server down.
 */
public interface UpstreamListener {
    /** The server wrote a {@link FrameReader.Line} or a {@link FrameReader.TooLong}; an end is told by {@link #ended}. */
    void received(FrameReader.Read read);

    /** The server's output is at its end; told once, after all that it had written. */
    void ended(Exit exit);
}
