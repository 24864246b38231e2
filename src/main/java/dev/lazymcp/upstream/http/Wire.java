package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.Message;
import java.time.Duration;

/** One of the ways to speak to a remote server. It connects with the first message. */
interface Wire {
    /** What goes to the server: sent when this returns, or on its way where the next may overtake it. Called by one thread at a time. */
    void send(Message message);

    /** Says good-bye, within {@code patience}; the connections are broken off afterwards by whoever made them. */
    void close(Duration patience);
}
