package dev.lazymcp.upstream.http;

import dev.lazymcp.os.Secrets;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.http.HttpLink.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * HTTP+SSE (MCP 2024-11-05, "Transports"): the server's messages come on the stream of one GET, whose first event names the endpoint
 * for the client's. The stream is the session: its end is the server's. Where it is silent for long the server is asked for a sign of
 * life, since a connection may vanish on its way without a word.
 */
final class SseWire implements Wire {
    private static final Duration ENDPOINT = Duration.ofSeconds(20);
    private static final Duration ONE_WAY = Duration.ofSeconds(30);
    private static final Duration SILENCE = Duration.ofMinutes(5);
    /** How long the answer to a ping may take on the stream once the server has accepted it. */
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(60);

    private static final Frame PING = Frame.of("{\"jsonrpc\":\"2.0\",\"id\":\"lazymcp-alive\",\"method\":\"ping\"}");
    private static final Id PING_ID = new Id.Text("lazymcp-alive");

    private final URI url;
    private final HttpLink link;
    private final Delivery delivery;
    private final WireLog log;
    private final String before;
    private final CompletableFuture<URI> announced = new CompletableFuture<>();
    private final Duration silence;
    private @Nullable URI endpoint;

    SseWire(URI url, HttpLink link, Delivery delivery, WireLog log, String before) {
        this(url, link, delivery, log, before, SILENCE);
    }

    /**
     * A wire to {@code url}.
     *
     * @param before how the server refused to be spoken to otherwise, empty where nothing else was tried
     * @param silence after how long without a byte the server is asked for a sign of life
     */
    SseWire(URI url, HttpLink link, Delivery delivery, WireLog log, String before, Duration silence) {
        this.url = url;
        this.link = link;
        this.delivery = delivery;
        this.log = log;
        this.before = before;
        this.silence = silence;
    }

    @Override
    public void send(Message message) {
        try {
            URI target = endpoint == null ? open() : endpoint;
            endpoint = target;
            // Answers come on the stream, so that a request may well be over before its POST is: a thread for each.
            if (message instanceof Request request) {
                log.fork("remote-request", () -> post(target, request));
            } else {
                oneWay(target, message.frame());
            }
        } catch (Trouble e) {
            delivery.ended(new Exit.Lost(e.inWords()));
        }
    }

    /** Nothing: the end of the stream says it. */
    @Override
    public void close(Duration patience) {}

    private URI open() throws Trouble {
        Answer answer;
        try {
            answer = link.exchange("GET", url, Map.of("Accept", "text/event-stream"), null, ENDPOINT);
        } catch (Trouble e) {
            throw new Trouble(afterBefore(e.inWords()), e);
        }
        if (!answer.isSuccess()) {
            throw new Trouble(afterBefore(link.refusal(answer)));
        }
        if (!answer.is("text/event-stream")) {
            answer.body().close();
            throw new Trouble(afterBefore("has no event stream at " + Secrets.maskedUrl(url.toString())));
        }
        log.fork("remote-events", () -> listen(answer));
        try {
            return announced.get(ENDPOINT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new Trouble(afterBefore("names no endpoint on its event stream"), e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new Trouble(afterBefore(String.valueOf((cause == null ? e : cause).getMessage())), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Trouble("was interrupted", e);
        }
    }

    private String afterBefore(String reason) {
        return before.isEmpty() ? reason : before + "; asked for an event stream (HTTP+SSE), it " + reason;
    }

    private void listen(Answer answer) {
        EventParser parser = new EventParser(event -> event(answer.at(), event), new MessageBuffer(), "", 0);
        String broken = "";
        try (Body body = answer.body()) {
            for (Optional<byte[]> next = next(body); next.isPresent(); next = next(body)) {
                parser.feed(next.get(), 0, next.get().length);
            }
        } catch (IOException e) {
            broken = " (" + link.reason(e) + ")";
        } catch (Trouble e) {
            delivery.ended(new Exit.Lost("was silent on its event stream, and then " + e.inWords()));
        }
        announced.completeExceptionally(new IOException("ended its event stream before it named an endpoint" + broken));
        delivery.ended(new Exit.Lost("ended its event stream" + broken));
    }

    private Optional<byte[]> next(Body body) throws IOException, Trouble {
        try {
            return body.next(silence);
        } catch (HttpTimeoutException silent) {
            return signOfLife(body);
        }
    }

    /** What comes after a ping: the answer to it, if nothing else. A server that is too busy to take the ping lives. */
    private Optional<byte[]> signOfLife(Body body) throws IOException, Trouble {
        try {
            Answer answer = exchange(announced.getNow(url), PING);
            if (!answer.isSuccess()) {
                throw new Trouble(link.refusal(answer));
            }
            answer.body().close();
        } catch (Trouble e) {
            boolean busy = e.getCause() instanceof HttpTimeoutException
                    && !(e.getCause() instanceof HttpConnectTimeoutException);
            if (!busy) {
                throw e;
            }
            return body.next(Duration.ZERO);
        }
        try {
            return body.next(SIGN_OF_LIFE);
        } catch (HttpTimeoutException silent) {
            throw new Trouble("took a ping and did not answer it there", silent);
        }
    }

    private static boolean isAnswerToPing(StreamEvent event) {
        return event.data() instanceof Line(Frame frame)
                && Message.read(frame) instanceof Message.Response response
                && PING_ID.equals(response.id());
    }

    private void event(URI base, StreamEvent event) {
        if (isAnswerToPing(event)) {
            return;
        }
        if (event.type().equals(StreamEvent.MESSAGE)) {
            delivery.received(event.data());
        } else if (event.type().equals("endpoint") && event.data() instanceof Line(Frame frame)) {
            endpoint(base, frame.toString().strip());
        }
    }

    /** What is sent there has the headers in it, so it must be the server that they are for. */
    private void endpoint(URI base, String text) {
        try {
            URI target = base.resolve(text);
            if (Origins.same(base, target)) {
                announced.complete(target);
                return;
            }
            announced.completeExceptionally(new IOException("names an endpoint on another server, "
                    + Secrets.maskedUrl(target.toString()) + ", which is not used"));
        } catch (IllegalArgumentException e) {
            announced.completeExceptionally(new IOException("names an endpoint that is no address", e));
        }
    }

    private void post(URI target, Request request) {
        try {
            Answer answer = exchange(target, request.frame());
            if (!answer.isSuccess()) {
                delivery.unanswered(request.rawId(), link.refusal(answer));
            }
            answer.body().close();
        } catch (Trouble e) {
            delivery.unanswered(request.rawId(), e.inWords());
        }
    }

    private void oneWay(URI target, Frame frame) {
        try {
            Answer answer = exchange(target, frame);
            if (!answer.isSuccess()) {
                log.say("a message was not taken: the server " + link.refusal(answer));
            }
            answer.body().close();
        } catch (Trouble e) {
            log.say("a message was not taken: the server " + e.inWords());
        }
    }

    private Answer exchange(URI target, Frame frame) throws Trouble {
        return link.exchange("POST", target, Map.of("Content-Type", "application/json"), frame, ONE_WAY);
    }
}
