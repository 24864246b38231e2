package dev.lazymcp.upstream;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;

/**
 * Hears what a server says. Calls come one at a time, the first perhaps before the starting call has returned. While a call
 * lasts nothing more is read from the server, so a listener that blocks slows the server down.
 */
public interface UpstreamListener {
    /** The server wrote a {@link FrameReader.Line} or a {@link FrameReader.TooLong}; an end is told by {@link #ended}. */
    void received(FrameReader.Read read);

    /**
     * A request reached no server, or its answer will not come, while the server goes on.
     *
     * @param rawId the id of the request, as it was spelt
     * @param reason what happened, as the end of a sentence that begins with the server's name
     */
    void unanswered(Frame rawId, String reason);

    /** The server's output is at its end; told once, after all that it had written. */
    void ended(Exit exit);
}
