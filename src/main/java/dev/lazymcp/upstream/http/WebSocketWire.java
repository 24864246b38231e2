package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.Message;
import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.Exit;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** WebSocket with the subprotocol {@code mcp}: each text message is a message, in both directions. Its end is the server's. */
final class WebSocketWire implements Wire {
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final Duration SEND = Duration.ofSeconds(60);

    private final URI url;
    private final HttpLink link;
    private final Delivery delivery;
    private final WireLog log;
    private @Nullable WebSocket socket;

    WebSocketWire(URI url, HttpLink link, Delivery delivery, WireLog log) {
        this.url = url;
        this.link = link;
        this.delivery = delivery;
        this.log = log;
    }

    @Override
    public void send(Message message) {
        try {
            WebSocket open = socket == null ? connect() : socket;
            socket = open;
            await(open.sendText(message.frame().toString(), true), SEND);
        } catch (Trouble e) {
            delivery.ended(new Exit.Lost(e.inWords()));
        }
    }

    @Override
    public void close(Duration patience) {
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
            return connected(sent).get(CONNECT.toMillis(), TimeUnit.MILLISECONDS);
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
        return await(connected(link.credentials().next()), CONNECT);
    }

    private CompletableFuture<WebSocket> connected(Map<String, String> sent) {
        WebSocket.Builder builder =
                link.client().newWebSocketBuilder().subprotocols("mcp").connectTimeout(CONNECT);
        sent.forEach(builder::header);
        return builder.buildAsync(url, new Ears());
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
            when refused.getResponse().statusCode() == 401 || refused.getResponse().statusCode() == 403 ->
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

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
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
            delivery.ended(new Exit.Lost("closed the connection (" + code + (said.isEmpty() ? "" : ", " + said) + ")"));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable failure) {
            delivery.ended(new Exit.Lost("broke the connection: " + reason(failure)));
        }
    }
}
