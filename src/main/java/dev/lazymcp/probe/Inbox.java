package dev.lazymcp.probe;

import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader.End;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.FrameReader.Read;
import dev.lazymcp.rpc.FrameReader.TooLong;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.UpstreamListener;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What one server says: answers go to who waits for them, its own requests are answered, what is no message is counted. */
final class Inbox implements UpstreamListener {
    private static final int SHOWN = 200;
    /** From a closed pipe to the news that the process has ended there are milliseconds. */
    private static final long NEWS_MILLIS = 1000;

    private final Outbox outbox;
    private final Notices notices;
    private final AtomicInteger count = new AtomicInteger();
    private final Map<Id, Expected> open = new ConcurrentHashMap<>();
    private final CompletableFuture<Exit> ended = new CompletableFuture<>();
    private final CompletableFuture<Fault> over = new CompletableFuture<>();
    private volatile Noise noise = Noise.NONE;
    private volatile boolean spoken;

    Inbox(Outbox outbox, Notices notices) {
        this.outbox = outbox;
        this.notices = notices;
    }

    Expected expect() {
        return expect(_ -> {});
    }

    /** Makes ready for the answer to a request that is about to be sent. */
    Expected expect(Consumer<Frame> progress) {
        Expected expected =
                new Expected(new Id.Text("lz:" + count.incrementAndGet()), new CompletableFuture<>(), progress);
        open.put(expected.id(), expected);
        // After it is in the map: whoever ends the talk in between sees it there or is seen here.
        if (over.isDone()) {
            fail(expected, over.join());
        }
        return expected;
    }

    void forget(Id id) {
        open.remove(id);
    }

    void cancelAll() {
        List.copyOf(open.values()).forEach(expected -> expected.answer().cancel(false));
    }

    Optional<Exit> exit() {
        return ended.isDone() ? Optional.of(ended.join()) : Optional.empty();
    }

    boolean hasSpoken() {
        return spoken;
    }

    Noise noise() {
        return noise;
    }

    @Override
    public void received(Read read) {
        switch (read) {
            case Line(Frame frame) -> handle(Message.read(frame));
            case TooLong tooLong -> tooLong(tooLong);
            case End _ -> {}
        }
    }

    @Override
    public void unanswered(Frame rawId, String reason) {
        Id id = Json.id(rawId);
        Expected expected = id == null ? null : open.remove(id);
        if (expected != null) {
            fail(expected, new Fault.Unreached(reason));
        }
    }

    @Override
    public void ended(Exit exit) {
        ended.complete(exit);
        finish(new Fault.Ended(exit));
    }

    /** Nothing can be written any more. That a process has ended says more, so that news is waited for. */
    void deaf(IOException failure) {
        try {
            ended.get(NEWS_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException alive) {
            finish(new Fault.Deaf(String.valueOf(failure.getMessage())));
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an end is never a failure", e);
        }
    }

    private void finish(Fault fault) {
        over.complete(fault);
        open.values().forEach(expected -> fail(expected, fault));
    }

    private static void fail(Expected expected, Fault fault) {
        expected.answer().completeExceptionally(new ProbeException(fault));
    }

    private void handle(Message message) {
        spoken |= !(message instanceof Message.Invalid);
        switch (message) {
            case Response response -> answered(response);
            case Request request -> outbox.send(reply(request));
            case Notification notification -> notified(notification);
            case Message.Batch batch ->
                batch.elements()
                        .forEach(element -> handle(Message.read(batch.frame().part(element))));
            case Message.Invalid invalid -> disturb(invalid.frame());
        }
    }

    private void answered(Response response) {
        Id id = response.id();
        if (id == null) {
            disturb(response.frame());
            return;
        }
        Expected expected = open.remove(id);
        if (expected != null) {
            expected.answer().complete(response);
        }
    }

    /** We have no capabilities, so a server may ask for nothing but a sign of life (MCP "Ping"). */
    private static Frame reply(Request request) {
        return request.method().equals("ping")
                ? Reply.result(request.rawId(), Message.EMPTY)
                : Reply.error(
                        request.rawId(),
                        ErrorCode.METHOD_NOT_FOUND,
                        "lazymcp does not offer " + Text.oneLine(request.method(), SHOWN)
                                + " when it looks at a server");
    }

    private void notified(Notification notification) {
        if (!notification.method().equals("notifications/progress")) {
            notices.notified(notification.method(), notification.paramsOrEmpty());
            return;
        }
        Frame params = notification.paramsOrEmpty();
        Span token = Json.find(params, "progressToken");
        Id id = token == null ? null : Json.id(params.part(token));
        Expected expected = id == null ? null : open.get(id);
        if (expected != null) {
            expected.progress().accept(params);
        }
    }

    private void tooLong(TooLong message) {
        Frame rawId = message.rawId();
        Id id = rawId == null ? null : Json.id(rawId);
        Expected expected = id == null ? null : open.remove(id);
        if (expected == null) {
            disturb(message.head());
        } else {
            spoken = true;
            fail(
                    expected,
                    new Fault.Unusable("answered with a message of " + message.size() + " bytes, which is too long"));
        }
    }

    private void disturb(Frame line) {
        Frame start = line.part(0, Math.min(line.size(), 4 * SHOWN));
        noise = noise.and(Text.oneLine(start.toString(), SHOWN));
    }
}
