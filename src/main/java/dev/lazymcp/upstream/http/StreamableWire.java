package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.FrameReader.Read;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.era.ModernError;
import dev.lazymcp.upstream.era.RequestMeta;
import dev.lazymcp.upstream.http.HttpLink.Answer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Streamable HTTP (MCP 2025-03-26 to 2025-11-25, "Transports"; what is of the revision after is sent by {@link ModernPosts}): each message is a POST, whose answer is one message or a stream of
 * them; what the server says of its own accord comes on the stream of a GET.
 *
 * <p>A session that the server has forgotten is told as its end, {@link Exit.SessionLost}: whoever started the server does the
 * handshake again and sends what was refused, as after any other restart. Nothing is repeated here that a server may have begun.
 */
final class StreamableWire implements Wire {
    private static final Duration ONE_WAY = Duration.ofSeconds(30);
    /** A body that is one message comes in one go; when nothing comes for so long, no more will. */
    private static final Duration BODY = Duration.ofSeconds(60);

    /** Most servers send a comment now and then; a stream without a byte for so long may be of a connection that is no more. */
    private static final Duration SILENCE = Duration.ofMinutes(5);

    private static final Duration REST = Duration.ofSeconds(1);
    static final int MOST_OF_AN_ERROR = 64 * 1024;
    static final Duration ERROR_PATIENCE = Duration.ofSeconds(5);

    /** What to do with a server that does not know Streamable HTTP. */
    interface Fallback {
        /** Sends {@code request} another way; {@code refusal} says how the server took it this way. */
        void send(Request request, String refusal);
    }

    private final HttpLink link;
    private final Delivery delivery;
    private final WireLog log;
    private final Optional<Fallback> fallback;
    private final HttpSession session;
    private final ModernPosts modern;
    private final Map<Id, Body> open = new ConcurrentHashMap<>();

    StreamableWire(URI endpoint, HttpLink link, Delivery delivery, WireLog log, Optional<Fallback> fallback) {
        this.link = link;
        this.delivery = delivery;
        this.log = log;
        this.fallback = fallback;
        this.session = new HttpSession(endpoint, delivery, log);
        this.modern = new ModernPosts(endpoint, link, delivery, log, this::modernAnswer);
    }

    @Override
    public void send(Message message) {
        switch (message) {
            case Request request when RequestMeta.version(request.paramsOrEmpty()) != null -> modern.send(request);
            case Request request -> log.fork("remote-request", () -> request(request));
            case Notification notification -> notification(notification);
            case Message.Response response -> oneWay(response.frame());
            case Message.Batch _, Message.Invalid _ ->
                throw new IllegalArgumentException("not for the server: " + message.frame());
        }
    }

    @Override
    public void close(Duration patience) {
        session.close();
        if (session.isOpen()) {
            try {
                link.exchange("DELETE", session.endpoint(), session.headers(), null, patience)
                        .body()
                        .close();
            } catch (Trouble e) {
                // The server ends a session by itself some day; one that does not answer has ended it.
                log.say("the session was left open: the server " + e.inWords());
            }
        }
    }

    private void notification(Notification notification) {
        boolean cancels = notification.method().equals("notifications/cancelled");
        Id cancelled = cancels ? cancelledId(notification) : null;
        if ((cancelled != null && modern.cancel(cancelled)) || modern.isUsed()) {
            return; // of the one notification that is left in that revision, the end of the connection tells the server
        }
        boolean taken = oneWay(notification.frame());
        if (notification.method().equals("notifications/initialized") && taken) {
            log.fork("remote-listen", new ServerStream(link, session, delivery, log, SILENCE)::run);
        } else if (cancels) {
            cancelled(notification);
        }
    }

    /** The server need not end the stream of a request that was cancelled. */
    private void cancelled(Notification notification) {
        Id id = cancelledId(notification);
        Body body = id == null ? null : open.remove(id);
        if (body != null) {
            body.close();
        }
    }

    private static @Nullable Id cancelledId(Notification notification) {
        var span = Json.find(notification.paramsOrEmpty(), "requestId");
        return span == null ? null : Json.id(notification.paramsOrEmpty().part(span));
    }

    /** Sends what has no answer; whether the server took it. */
    private boolean oneWay(Frame frame) {
        try {
            Answer answer = post(frame, ONE_WAY);
            if (answer.isSuccess()) {
                answer.body().excerpt(MOST_OF_AN_ERROR, REST);
                answer.body().close();
                return true;
            }
            byte[] said = answer.body().excerpt(MOST_OF_AN_ERROR, ERROR_PATIENCE);
            if (session.isLostBy(answer.status(), said)) {
                session.lost(null);
            } else {
                log.say("a message was not taken: the server " + link.refusal(answer, said));
            }
        } catch (Trouble e) {
            log.say("a message was not taken: the server " + e.inWords());
        }
        return false;
    }

    private Answer post(Frame frame, Duration patience) throws Trouble {
        Map<String, String> headers = session.headers();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        return link.exchange("POST", session.endpoint(), headers, frame, patience);
    }

    private void request(Request request) {
        try {
            Answer answer = post(request.frame(), Duration.ZERO);
            open.put(request.id(), answer.body());
            if (answer.isSuccess()) {
                if (isFirst(request)) {
                    session.begun(answer);
                }
                answered(request, answer);
            } else {
                refused(request, answer);
            }
        } catch (Trouble e) {
            unanswered(request, e.inWords());
        } finally {
            open.remove(request.id());
        }
    }

    private static boolean isFirst(Request request) {
        return request.method().equals("initialize");
    }

    private void unanswered(Request request, String reason) {
        if (isFirst(request)) {
            delivery.ended(new Exit.Lost(reason));
        } else {
            delivery.unanswered(request.rawId(), reason);
        }
    }

    private void answered(Request request, Answer answer) throws Trouble {
        answered(request, answer, read -> deliver(request, read), true);
    }

    private void modernAnswer(Request request, Answer answer, Predicate<Read> heard) throws Trouble {
        answered(request, answer, heard, false);
    }

    private void answered(Request request, Answer answer, Predicate<Read> heard, boolean resumes) throws Trouble {
        boolean settled = answer.is("text/event-stream")
                ? new AnswerStream(link, session, request.id(), heard, resumes, SILENCE).read(answer)
                : oneMessage(answer, heard);
        if (!settled) {
            throw new Trouble("took the request and ended without an answer to it (HTTP " + answer.status() + ")");
        }
    }

    private static boolean oneMessage(Answer answer, Predicate<Read> heard) throws Trouble {
        Optional<String> encoding = answer.headers().firstValue("Content-Encoding");
        if (encoding.filter(name -> !name.equalsIgnoreCase("identity")).isPresent()) {
            answer.body().close();
            throw new Trouble("answers in the encoding "
                    + Reason.excerpt(encoding.get().getBytes(StandardCharsets.UTF_8)) + ", which was not asked for");
        }
        MessageBuffer buffer = new MessageBuffer();
        try (Body body = answer.body()) {
            for (Optional<byte[]> next = body.next(BODY); next.isPresent(); next = body.next(BODY)) {
                buffer.add(next.get(), 0, next.get().length);
            }
        } catch (IOException e) {
            throw new Trouble("broke off within its answer, and the request was not repeated: " + e.getMessage(), e);
        }
        Optional<Read> message = buffer.take();
        if (message.isEmpty()) {
            return false;
        }
        if (message.get() instanceof Line(Frame frame) && Message.read(frame) instanceof Message.Invalid invalid) {
            throw new Trouble("answers with something that is no message (" + invalid.reason() + ", Content-Type "
                    + answer.headers().firstValue("Content-Type").orElse("none") + ")");
        }
        return heard.test(message.get());
    }

    /** Hands {@code read} on; whether it answers {@code request}. */
    private boolean deliver(Request request, Read read) {
        boolean settles = Settled.by(read, request.id());
        if (settles && isFirst(request) && read instanceof Line(Frame frame)) {
            session.speaks(Json.string(frame, "result", "protocolVersion"));
        }
        delivery.received(read);
        return settles;
    }

    private void refused(Request request, Answer answer) throws Trouble {
        byte[] said = answer.body().excerpt(MOST_OF_AN_ERROR, ERROR_PATIENCE);
        if (session.isLostBy(answer.status(), said)) {
            session.lost(request.frame());
            return;
        }
        Frame error = errorIn(said);
        if (isFirst(request)) {
            refusedFirst(request, answer, said, error);
        } else if (error != null) {
            delivery.received(new Line(errorTo(request, error)));
        } else {
            throw new Trouble(link.refusal(answer, said));
        }
    }

    /** Which servers know what: MCP 2025-11-25 "Transports", backwards compatibility. */
    private void refusedFirst(Request request, Answer answer, byte[] said, @Nullable Frame error) throws Trouble {
        String refusal = link.refusal(answer, said);
        if (error != null && ModernError.isMeantBy(error)) {
            delivery.received(new Line(errorTo(request, error))); // whoever asked will ask in another way
            return;
        }
        boolean unknown = answer.status() == 400 || answer.status() == 404 || answer.status() == 405;
        if (!unknown || fallback.isEmpty()) {
            throw new Trouble(refusal);
        }
        fallback.get().send(request, refusal);
    }

    /** The response to {@code request} with {@code error}. */
    static Frame errorTo(Request request, Frame error) {
        return Frame.of("{\"jsonrpc\":\"2.0\",\"id\":")
                .then(request.rawId())
                .then(Frame.of(",\"error\":"))
                .then(error)
                .then(Frame.of("}"));
    }

    /** The error that a body with a response has, without line ends in it; null where it has none. */
    static @Nullable Frame errorIn(byte[] body) {
        MessageBuffer buffer = new MessageBuffer();
        buffer.add(body, 0, body.length);
        return buffer.take()
                .map(read -> read instanceof Line(Frame frame)
                                && Message.read(frame) instanceof Message.Response response
                                && response.error() != null
                        ? response.frame().part(response.error())
                        : null)
                .orElse(null);
    }
}
