package dev.lazymcp.log;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.StopPace;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Tells of each message between the stub and its server the direction, method, id, size and how long the answer took. Never its content. */
public final class FrameTrace implements UpstreamListener {
    private static final int MOST_OPEN = 1_000;
    private static final int LONGEST_WORD = 100;

    private final UpstreamListener listener;
    private final Consumer<String> lines;
    private final LongSupplier clock;
    private final Map<Id, Open> toServer = new HashMap<>();
    private final Map<Id, Open> toClient = new HashMap<>();

    private record Open(String method, long since) {}

    /**
     * Hears a server in place of {@code listener}, which it passes all on to.
     *
     * @param lines takes a line for each message; must not block
     * @param clock milliseconds of a monotonic clock
     */
    public FrameTrace(UpstreamListener listener, Consumer<String> lines, LongSupplier clock) {
        this.listener = listener;
        this.lines = lines;
        this.clock = clock;
    }

    /** {@code server}, with what is sent to it told. */
    public Upstream over(Upstream server) {
        return new Told(server);
    }

    @Override
    public void received(FrameReader.Read read) {
        switch (read) {
            case FrameReader.Line(Frame frame) -> tell("<-", frame, toClient, toServer);
            case FrameReader.TooLong tooLong -> lines.accept("<- too long, " + tooLong.size() + " bytes");
            case FrameReader.End _ -> {}
        }
        listener.received(read);
    }

    @Override
    public void unanswered(Frame rawId, String reason) {
        forget(rawId);
        listener.unanswered(rawId, reason);
    }

    private synchronized void forget(Frame rawId) {
        Id id = Json.id(rawId);
        Open open = id == null ? null : toServer.remove(id);
        lines.accept("<- no answer id " + cut(rawId.toString()) + took(open));
    }

    @Override
    public void ended(Exit exit) {
        listener.ended(exit);
    }

    private synchronized void tell(String arrow, Frame frame, Map<Id, Open> asked, Map<Id, Open> answered) {
        lines.accept(arrow + " " + words(Message.read(frame), asked, answered) + ", " + frame.size() + " bytes");
    }

    private String words(Message message, Map<Id, Open> asked, Map<Id, Open> answered) {
        return switch (message) {
            case Message.Request request -> {
                if (asked.size() < MOST_OPEN) {
                    asked.put(request.id(), new Open(request.method(), clock.getAsLong()));
                }
                yield cut(request.method()) + " id " + cut(request.rawId().toString());
            }
            case Message.Notification notification -> cut(notification.method());
            case Message.Response response -> response(response, answered);
            case Message.Batch batch -> "batch of " + batch.elements().size();
            case Message.Invalid _ -> "no message";
        };
    }

    private String response(Message.Response response, Map<Id, Open> answered) {
        Id id = response.id();
        Open open = id == null ? null : answered.remove(id);
        return (response.error() == null ? "result" : "error")
                + (response.idSpan() == null
                        ? ""
                        : " id " + cut(response.frame().part(response.idSpan()).toString()))
                + took(open);
    }

    private String took(@Nullable Open open) {
        return open == null ? "" : ", " + cut(open.method) + " took " + (clock.getAsLong() - open.since) + " ms";
    }

    private static String cut(String word) {
        return word.length() <= LONGEST_WORD ? word : word.substring(0, LONGEST_WORD) + "…";
    }

    private final class Told implements Upstream {
        private final Upstream server;

        Told(Upstream server) {
            this.server = server;
        }

        @Override
        public void send(Frame frame) {
            tell("->", frame, toServer, toClient);
            server.send(frame);
        }

        @Override
        public boolean hasWaiting() {
            return server.hasWaiting();
        }

        @Override
        public void flush() throws IOException {
            server.flush();
        }

        @Override
        public boolean stop(StopPace pace) {
            return server.stop(pace);
        }

        @Override
        public String stderrTail() {
            return server.stderrTail();
        }

        @Override
        public Optional<Long> pid() {
            return server.pid();
        }
    }
}
