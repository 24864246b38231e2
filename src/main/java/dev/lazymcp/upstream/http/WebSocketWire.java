package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.Message;
import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.Exit;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * WebSocket (RFC 6455) with the subprotocol {@code mcp}: each text message is a message, in both directions. Its end is the server's.
 * A server that is silent for long is pinged; one that leaves a ping unanswered is gone without a word.
 */
final class WebSocketWire implements Wire {
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final Duration SEND = Duration.ofSeconds(60);
    private static final Duration SILENCE = Duration.ofMinutes(5);

    private final URI url;
    private final HttpLink link;
    private final Delivery delivery;
    private final WireLog log;
    private final Duration silence;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean heard;
    private @Nullable WebSocket socket;

    WebSocketWire(URI url, HttpLink link, Delivery delivery, WireLog log) {
        this(url, link, delivery, log, SILENCE);
    }

    /**
     * A wire to {@code url}.
     *
     * @param silence after how long without a frame the server is pinged, and after how long more it is given up
     */
    WebSocketWire(URI url, HttpLink link, Delivery delivery, WireLog log, Duration silence) {
        this.url = url;
        this.link = link;
        this.delivery = delivery;
        this.log = log;
        this.silence = silence;
    }

    @Override
    public void send(Message message) {
        try {
            WebSocket open = socket == null ? connect() : socket;
            socket = open;
            await(open.sendText(message.frame().toString(), true), SEND);
        } catch (Trouble e) {
            ended(e.inWords());
        }
    }

    @Override
    public void close(Duration patience) {
        over.countDown();
        WebSocket open = socket;
        if (open != null) {
            try {
                await(open.sendClose(WebSocket.NORMAL_CLOSURE, ""), patience);
            } catch (Trouble e) {
                log.say("the connection was broken off: the server " + e.inWords());
            }
        }
    }

    private WebSocket connect() throws Trouble {
        Map<String, String> sent = link.credentials().next();
        try {
            return watched(connected(sent).get(CONNECT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            boolean refused = e.getCause() instanceof WebSocketHandshakeException handshake
                    && handshake.getResponse().statusCode() == 401;
            if (!refused || !link.credentials().hasOther(sent)) {
                throw new Trouble(reason(e.getCause() == null ? e : e.getCause()), e);
            }
        } catch (TimeoutException e) {
            throw new Trouble("did not answer in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Trouble("was interrupted", e);
        }
        return watched(await(connected(link.credentials().next()), CONNECT));
    }

    private WebSocket watched(WebSocket open) {
        log.fork("remote-watch", () -> watch(open));
        return open;
    }

    private CompletableFuture<WebSocket> connected(Map<String, String> sent) {
        WebSocket.Builder builder =
                link.client().newWebSocketBuilder().subprotocols("mcp").connectTimeout(CONNECT);
        sent.forEach(builder::header);
        return builder.buildAsync(url, new Ears());
    }

    private void watch(WebSocket open) {
        boolean pinged = false;
        try {
            while (!over.await(silence.toMillis(), TimeUnit.MILLISECONDS)) {
                if (heard) {
                    heard = false;
                    pinged = false;
                } else if (pinged) {
                    open.abort();
                    ended("was silent, and did not answer a ping");
                } else {
                    pinged = true;
                    await(open.sendPing(ByteBuffer.allocate(0)), SEND);
                }
            }
        } catch (Trouble e) {
            ended(e.inWords());
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }

    private void ended(String reason) {
        over.countDown();
        delivery.ended(new Exit.Lost(reason));
    }

    private <T> T await(CompletableFuture<T> future, Duration patience) throws Trouble {
        try {
            return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new Trouble("did not answer in time", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new Trouble(reason(cause == null ? e : cause), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Trouble("was interrupted", e);
        }
    }

    private String reason(Throwable failure) {
        return switch (failure) {
            case WebSocketHandshakeException refused
            when refused.getResponse().statusCode() == 401
                    || refused.getResponse().statusCode() == 403 ->
                link.credentials()
                        .refusal(
                                refused.getResponse().statusCode(),
                                refused.getResponse().headers());
            case WebSocketHandshakeException refused ->
                "does not speak WebSocket here (HTTP " + refused.getResponse().statusCode() + ")";
            case IOException broken -> link.reason(broken);
            default -> "cannot be spoken to by WebSocket: " + failure.getMessage();
        };
    }

    /** Hears the server; calls come one after the other. */
    private final class Ears implements WebSocket.Listener {
        private final MessageBuffer buffer = new MessageBuffer();
        private boolean binarySaid;

        @Override
        public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
            heard = true;
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
            heard = true;
            if (!binarySaid) {
                binarySaid = true;
                log.say("the server sends binary frames, which are no messages and are left out");
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
            heard = true;
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            buffer.add(bytes, 0, bytes.length);
            if (last) {
                buffer.take().ifPresent(delivery::received);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            String said = Reason.excerpt(reason.getBytes(StandardCharsets.UTF_8));
            ended("closed the connection (" + code + (said.isEmpty() ? "" : ", " + said) + ")");
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable failure) {
            ended("broke the connection: " + reason(failure));
        }
    }
}
