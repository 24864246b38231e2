package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.http.HttpLink.Answer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session of Streamable HTTP (MCP "Transports", session management). Its id is a secret and is in no message. */
final class HttpSession {
    /** Requests that were under way together are refused together; so long the first waits for the others. */
    private static final long TOGETHER_MILLIS = 300;

    private final URI endpoint;
    private final Delivery delivery;
    private final WireLog log;
    private final List<Frame> refused = new ArrayList<>();
    private volatile String id = "";
    private volatile String version = "";
    private volatile boolean closed;
    private boolean lost;

    HttpSession(URI endpoint, Delivery delivery, WireLog log) {
        this.endpoint = endpoint;
        this.delivery = delivery;
        this.log = log;
    }

    URI endpoint() {
        return endpoint;
    }

    /** Whether the server has given an id and not forgotten it, so that there is something to end. */
    synchronized boolean isOpen() {
        return !id.isEmpty() && !lost;
    }

    /** Nothing is to be sent any more. */
    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    /** The headers of a request within the session, the caller's to add to. */
    Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        if (!id.isEmpty()) {
            headers.put("Mcp-Session-Id", id);
        }
        if (!version.isEmpty()) {
            headers.put("MCP-Protocol-Version", version);
        }
        return headers;
    }

    /** The server accepted the first request. */
    void begun(Answer answer) throws Trouble {
        String given = answer.headers().firstValue("Mcp-Session-Id").orElse("");
        if (!given.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new Trouble(
                    "gives a session id that cannot be sent back, since it is not of visible ASCII characters");
        }
        id = given;
    }

    /** The server speaks that revision. */
    void speaks(@Nullable String revision) {
        if (revision != null && revision.chars().allMatch(c -> c > ' ' && c <= '~')) {
            version = revision;
        }
    }

    /** Whether an answer of that status says that the session is over; some servers say so by 400. */
    boolean isLostBy(int status, byte[] said) {
        return !id.isEmpty()
                && (status == 404
                        || (status == 400
                                && new String(said, StandardCharsets.UTF_8)
                                        .toLowerCase(Locale.ROOT)
                                        .contains("session")));
    }

    /** The server has forgotten the session, and so refused {@code request}, if one is given. */
    synchronized void lost(@Nullable Frame request) {
        if (request != null) {
            refused.add(request);
        }
        if (!lost) {
            lost = true;
            log.fork("remote-lost", this::tellLost);
        }
    }

    private void tellLost() {
        try {
            Thread.sleep(TOGETHER_MILLIS);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
        List<Frame> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(refused);
        }
        delivery.ended(new Exit.SessionLost(all));
    }
}
