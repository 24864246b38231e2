package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.FrameReader.Read;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.era.ModernError;
import dev.lazymcp.upstream.http.HttpLink.Answer;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Streamable HTTP of revision 2026-07-28: each request is a POST of its own, with headers that say what is in it; there is no session, no
 * other stream, and nothing is asked for again. The end of an answer's connection is how a request is cancelled.
 */
final class ModernPosts {
    private static final String OWN_IDS = "lz-h:";
    private static final int MOST_PAGES = 100;

    private final URI endpoint;
    private final HttpLink link;
    private final Delivery delivery;
    private final WireLog log;
    private final KnownTools tools;
    private final Answers answers;
    private final Map<Id, Thread> open = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean used;

    /** Reads the answer to a request that was a success. */
    interface Answers {
        /**
         * Hands each message of {@code answer} to {@code heard}, which says whether it is the response.
         *
         * @throws Trouble also where there is none
         */
        void read(Request request, Answer answer, Predicate<Read> heard) throws Trouble;
    }

    ModernPosts(URI endpoint, HttpLink link, Delivery delivery, WireLog log, Answers answers) {
        this.endpoint = endpoint;
        this.link = link;
        this.delivery = delivery;
        this.log = log;
        this.answers = answers;
        this.tools = new KnownTools(log::say);
    }

    /** Whether the server took a request that was sent in this way. */
    boolean isUsed() {
        return used;
    }

    /** Sends {@code request} on a thread of its own. */
    void send(Request request) {
        log.fork("remote-request", () -> exchange(request));
    }

    /** The request {@code id} is not wanted any more; whether it was under way. */
    boolean cancel(Id id) {
        Thread waits = open.remove(id);
        if (waits == null) {
            return false;
        }
        waits.interrupt(); // which breaks off its connection
        return true;
    }

    private void exchange(Request request) {
        open.put(request.id(), Thread.currentThread());
        try {
            Answer answer = post(request);
            if (answer.isSuccess()) {
                used = true;
                answers.read(request, answer, read -> deliver(request, read));
                return;
            }
            refused(request, answer);
        } catch (Trouble e) {
            delivery.unanswered(request.rawId(), e.inWords());
        } finally {
            open.remove(request.id());
        }
    }

    private Answer post(Request request) throws Trouble {
        Map<String, String> headers = new HashMap<>(ModernHeaders.of(request));
        headers.putAll(tools.headers(request));
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        return link.exchange("POST", endpoint, headers, request.frame(), Duration.ZERO);
    }

    private void refused(Request request, Answer answer) throws Trouble {
        byte[] said = answer.body().excerpt(StreamableWire.MOST_OF_AN_ERROR, StreamableWire.ERROR_PATIENCE);
        Frame error = StreamableWire.errorIn(said);
        boolean mismatch = error != null && ModernError.code(error) == ModernError.HEADER_MISMATCH;
        if (mismatch && request.method().equals("tools/call")) {
            // The tool's schema may be another one by now.
            answer.body().close();
            list(request);
            again(request);
            return;
        }
        failed(request, answer, said, error);
    }

    private void again(Request request) throws Trouble {
        Answer second = post(request);
        if (second.isSuccess()) {
            answers.read(request, second, read -> deliver(request, read));
            return;
        }
        byte[] said = second.body().excerpt(StreamableWire.MOST_OF_AN_ERROR, StreamableWire.ERROR_PATIENCE);
        failed(request, second, said, StreamableWire.errorIn(said));
    }

    private void failed(Request request, Answer answer, byte[] said, @Nullable Frame error) throws Trouble {
        boolean older = answer.status() == 400 || answer.status() == 404 || answer.status() == 405;
        if (error != null) {
            answer.body().close();
            delivery.received(new Line(StreamableWire.errorTo(request, error)));
        } else if (older && request.method().equals("server/discover")) {
            // So answers a server of the earlier era, which is then begun with as one.
            delivery.received(
                    new Line(Reply.error(request.rawId(), ErrorCode.METHOD_NOT_FOUND, link.refusal(answer, said))));
        } else {
            throw new Trouble(link.refusal(answer, said));
        }
    }

    private boolean deliver(Request request, Read read) {
        boolean settles = Settled.by(read, request.id());
        boolean list = settles && request.method().equals("tools/list");
        delivery.received(
                list && read instanceof Line(Frame frame) && Message.read(frame) instanceof Response response
                        ? new Line(tools.learned(response))
                        : read);
        return settles;
    }

    /** Lists the tools anew, as the client of {@code request}, for their headers alone. */
    private void list(Request request) throws Trouble {
        Span meta = Json.find(request.paramsOrEmpty(), "_meta");
        if (meta == null) {
            return;
        }
        Frame said = Frame.of("{\"_meta\":").then(request.paramsOrEmpty().part(meta));
        String cursor = "";
        for (int page = 0; page < MOST_PAGES; page++) {
            Frame more = Frame.of(cursor.isEmpty() ? "}" : ",\"cursor\":" + Json.quote(cursor) + "}");
            cursor = page(said.then(more));
            if (cursor.isEmpty()) {
                return;
            }
        }
    }

    /** Takes in one page of the tools; the cursor of the next, empty where there is none. */
    private String page(Frame params) throws Trouble {
        String id = Json.quote(OWN_IDS + count.incrementAndGet());
        if (!(Message.read(Reply.request(id, "tools/list", params)) instanceof Request own)) {
            throw new IllegalArgumentException("no params: " + params);
        }
        Answer answer = post(own);
        if (!answer.isSuccess()) {
            throw new Trouble(link.refusal(answer));
        }
        AtomicReference<String> next = new AtomicReference<>("");
        answers.read(own, answer, read -> {
            boolean settles = Settled.by(read, own.id());
            if (settles && read instanceof Line(Frame frame) && Message.read(frame) instanceof Response response) {
                tools.learned(response);
                String cursor = Json.string(frame, "result", "nextCursor");
                next.set(cursor == null ? "" : cursor);
            }
            return settles;
        });
        return next.get();
    }
}
