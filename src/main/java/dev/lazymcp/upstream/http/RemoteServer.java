package dev.lazymcp.upstream.http;

import dev.lazymcp.os.Background;
import dev.lazymcp.os.Secrets;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.Remote;
import dev.lazymcp.upstream.Remote.Transport;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StopPace;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A server somewhere else. What is sent waits in a queue of which one thread takes; requests wait for their answers on threads of
 * their own. Its end is an {@link Exit.Lost}, or an {@link Exit.SessionLost} after which it can be started anew.
 */
public final class RemoteServer implements Upstream {
    /** How long to wait for a good-bye at most. */
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final BlockingQueue<Frame> queue = new LinkedBlockingQueue<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final HttpLink link;
    private final Delivery delivery;
    private volatile Wire wire;

    private RemoteServer(URI url, Remote remote, HttpLink link, UpstreamListener listener, WireLog log) {
        this.link = link;
        this.delivery = new Delivery(listener);
        this.wire = switch (transport(url, remote.transport())) {
            case AUTO ->
                new StreamableWire(url, link, delivery, log, Optional.of((request, refusal) -> {
                    Wire older = new SseWire(url, link, delivery, log, refusal);
                    wire = older;
                    older.send(request);
                }));
            case HTTP -> new StreamableWire(url, link, delivery, log, Optional.empty());
            case SSE -> new SseWire(url, link, delivery, log, "");
            case WS -> new WebSocketWire(url, link, delivery, log);
        };
    }

    /**
     * Prepares to speak to {@code remote}; what is connected first is connected for the first message.
     *
     * @param environment where headers, proxies and certificates may come from
     * @param directory where a headers helper runs
     * @param account where the token is of somebody who signed in
     * @param listener hears what the server says
     * @param log gets lines about what is no answer to anybody
     * @param generation tells the threads of one start from those of the next
     * @throws StartFailure where the configuration cannot be used
     */
    public static RemoteServer start(
            Remote remote,
            Map<String, String> environment,
            Path directory,
            Account account,
            UpstreamListener listener,
            Consumer<String> log,
            int generation)
            throws StartFailure {
        URI url = address(remote, environment);
        HttpLink link = HttpLink.to(url, remote, environment, directory, account);
        RemoteServer server = new RemoteServer(url, remote, link, listener, new WireLog(log, "-" + generation));
        Background.run("remote-send-" + generation, server::run);
        return server;
    }

    @Override
    public void send(Frame frame) {
        queue.add(frame);
    }

    /** Does nothing: what was sent is on its way. */
    @Override
    public boolean hasWaiting() {
        return false; // what is sent has a thread that takes it
    }

    @Override
    public void flush() {}

    @Override
    public boolean stop(StopPace pace) {
        if (stopped.compareAndSet(false, true)) {
            Duration half = pace.budget().dividedBy(2);
            if (pace != StopPace.NOW) {
                wire.close(half.compareTo(GOODBYE) < 0 ? half : GOODBYE);
            }
            link.close();
            queue.add(Message.EMPTY); // wakes the sender, which ends
            delivery.ended(new Exit.Lost("was disconnected"));
        }
        return true;
    }

    @Override
    public String stderrTail() {
        return "";
    }

    @Override
    public Optional<Long> pid() {
        return Optional.empty();
    }

    private void run() {
        try {
            while (true) {
                Frame frame = queue.take();
                if (stopped.get()) {
                    return;
                }
                wire.send(Message.read(frame));
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }

    private static Transport transport(URI url, Transport configured) {
        boolean socket = "ws".equals(url.getScheme()) || "wss".equals(url.getScheme());
        return configured == Transport.AUTO && socket ? Transport.WS : configured;
    }

    /**
     * Where {@code remote} is.
     *
     * @throws StartFailure where that is no address, or not one for its transport
     */
    public static URI address(Remote remote, Map<String, String> environment) throws StartFailure {
        Optional<String> variable = remote.urlVariable();
        String text = variable.map(name -> environment.getOrDefault(name, "")).orElse(remote.url());
        if (text.isEmpty() && variable.isPresent()) {
            throw unusable(
                    remote,
                    "the environment variable " + variable.get() + " is not set. Set it in this server's \"env\"");
        }
        URI url;
        try {
            url = new URI(text.strip());
        } catch (URISyntaxException e) {
            throw unusable(remote, "it cannot be read from the character " + (e.getIndex() + 1) + " on");
        }
        String scheme = String.valueOf(url.getScheme());
        boolean socket = scheme.equals("ws") || scheme.equals("wss");
        boolean web = scheme.equals("http") || scheme.equals("https");
        if (url.getHost() == null || !(socket || web)) {
            throw unusable(remote, "it has to begin with http://, https://, ws:// or wss:// and a host");
        }
        if (url.getRawUserInfo() != null) {
            throw unusable(remote, "a user in it is sent nowhere; use a header Authorization");
        }
        Transport transport = transport(url, remote.transport());
        if (socket != (transport == Transport.WS)) {
            throw unusable(
                    remote,
                    "the transport " + transport.name().toLowerCase(java.util.Locale.ROOT) + " needs "
                            + (socket ? "http:// or https://" : "ws:// or wss://"));
        }
        return url;
    }

    private static StartFailure unusable(Remote remote, String why) {
        return new StartFailure(
                StartFailure.Kind.OTHER,
                "The URL " + Secrets.maskedUrl(remote.url()) + " cannot be used: " + why + ".");
    }
}
