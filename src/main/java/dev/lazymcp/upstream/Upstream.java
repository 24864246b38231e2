package dev.lazymcp.upstream;

import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.util.Optional;

/** A server that was started: frames go in and out until it ends. All methods may be called from any thread. */
public interface Upstream {
    /** Puts {@code frame} behind those that wait for the server; {@link #flush} writes them. Never blocks. */
    void send(Frame frame);

    /** Whether something that was sent waits for {@link #flush}. */
    boolean hasWaiting();

    /**
     * Has everything written that was sent, by this thread or by one that is at it; blocks while the server does not read.
     *
     * @throws IOException when the server does not take input any more: it stays so
     */
    void flush() throws IOException;

    /**
     * Ends the server and everything it started; blocks until all of it is gone, at most for {@link StopPace#budget}. May be
     * called often and at once: the most urgent pace counts. Where the server's {@link UpstreamListener#ended} is still to
     * come, waits for it within the same time, unless called by the listener: so not to be called under a lock that the listener
     * takes.
     *
     * @return whether all is gone; false is left to a process that even a KILL doesn't end, in a system call say
     */
    boolean stop(StopPace pace);

    /** The last lines that the server wrote to stderr, at most 4 KB of plain text; empty where there are none. */
    String stderrTail();

    /** The process id of what was started; none for a remote server. */
    Optional<Long> pid();
}
