package dev.lazymcp.upstream.era;

import dev.lazymcp.os.Background;
import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StopPace;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server of any era, which is spoken to as to one that begins with {@code initialize}. What it is shows in its answer to that: a
 * server which refuses it as one of revision 2026-07-28 does is asked by {@code server/discover} (MCP "Versioning and
 * Compatibility"). Never the other way round where nothing is known: some older servers end on any request before
 * {@code initialize}. What a server of the earlier era is sent and says passes unread once its handshake is over.
 */
public final class EraServer implements Upstream {
    /** What starts a server. */
    public interface Start {
        /** Starts it; {@code listener} may be called before this returns. */
        Upstream start(UpstreamListener listener) throws StartFailure;
    }

    private static final long PAUSE_MILLIS = 1_000;
    private static final Id.Text DISCOVER = new Id.Text("lz-e:discover");
    private static final Frame DISCOVER_ID = Frame.of(Json.quote(DISCOVER.value()));

    private final Delivery listener;
    private final boolean modernFirst;
    private final Consumer<String> log;
    private final List<Frame> early = new ArrayList<>();
    private @Nullable Upstream server;
    private Era era = new Era.Unknown();
    /** Whether there is nothing to translate, and nothing of what the server says to look at. */
    private volatile boolean plain;

    private EraServer(UpstreamListener listener, boolean modernFirst, Consumer<String> log) {
        this.listener = new Delivery(listener);
        this.modernFirst = modernFirst;
        this.log = log;
    }

    /**
     * Starts a server.
     *
     * @param start starts it
     * @param listener hears it as if it were of the earlier era
     * @param modernFirst whether it is asked in the way of revision 2026-07-28 first
     * @param log gets lines about what is no answer to anybody
     * @throws StartFailure where it cannot be started
     */
    public static EraServer start(Start start, UpstreamListener listener, boolean modernFirst, Consumer<String> log)
            throws StartFailure {
        EraServer server = new EraServer(listener, modernFirst, log);
        server.began(start.start(server.new Ear()));
        return server;
    }

    private synchronized void began(Upstream started) {
        server = started;
        early.forEach(started::send);
        early.clear();
    }

    @Override
    public synchronized void send(Frame frame) {
        switch (era) {
            case Era.Legacy _, Era.Asked _ -> out(frame);
            case Era.Unknown _ -> opening(frame);
            case Era.Modern(ModernTalk talk) -> talk.toServer(Message.read(frame));
        }
    }

    /** To the server itself, before {@link Start#start} has returned as well. */
    private void out(Frame frame) {
        Upstream started = server;
        if (started == null) {
            early.add(frame);
        } else {
            started.send(frame);
        }
    }

    private void opening(Frame frame) {
        if (Message.read(frame) instanceof Request request && request.method().equals("initialize")) {
            era = new Era.Asked(request, null, modernFirst, false);
            out(modernFirst ? discover(request) : frame);
        } else {
            out(frame);
        }
    }

    private static Frame discover(Request initialize) {
        Frame meta = RequestMeta.members(initialize.paramsOrEmpty(), null);
        return Frame.of("{\"jsonrpc\":\"2.0\",\"id\":")
                .then(DISCOVER_ID)
                .then(Frame.of(",\"method\":\"server/discover\",\"params\":{\"_meta\":{"))
                .then(meta)
                .then(Frame.of("}}}"));
    }

    /** What the server wrote, for whoever listens; nothing where it was part of finding out. */
    private List<Frame> heard(Frame frame) {
        return switch (era) {
            case Era.Unknown _, Era.Legacy _ -> List.of(frame);
            case Era.Asked asked -> introduced(asked, frame);
            case Era.Modern(ModernTalk talk) -> talk.toClient(Message.read(frame));
        };
    }

    private List<Frame> introduced(Era.Asked asked, Frame frame) {
        if (!(Message.read(frame) instanceof Response response) || response.id() == null) {
            return List.of(frame);
        }
        Frame awaited = asked.discovering() ? DISCOVER_ID : asked.initialize().rawId();
        if (!response.id().equals(Json.id(awaited))) {
            return List.of(frame);
        }
        return asked.discovering() ? discovered(asked, response) : initialized(asked, response);
    }

    private List<Frame> initialized(Era.Asked asked, Response response) {
        Span error = response.error();
        Frame refusal = error == null ? null : response.frame().part(error);
        if (refusal == null || asked.refusal() != null || !ModernError.isMeantBy(refusal)) {
            era = new Era.Legacy();
            plain = true;
            return List.of(response.frame());
        }
        era = new Era.Asked(asked.initialize(), refusal.toString(), true, false);
        out(discover(asked.initialize()));
        flushAside();
        return List.of();
    }

    private List<Frame> discovered(Era.Asked asked, Response response) {
        Request initialize = asked.initialize();
        Span result = response.result();
        if (result != null) {
            Frame said = response.frame().part(result);
            if (!Discovery.speaks(said)) {
                return List.of(Reply.error(
                        initialize.rawId(),
                        ErrorCode.INVALID_REQUEST,
                        "it speaks none of the revisions that lazymcp knows, but " + Discovery.versions(said)));
            }
            ModernTalk talk = new ModernTalk(initialize.paramsOrEmpty(), said, new Ends());
            era = new Era.Modern(talk);
            return List.of(Reply.result(initialize.rawId(), Discovery.asInitializeResult(said)));
        }
        String refusal = asked.refusal();
        if (!asked.insisting() && Discovery.isRefusedByMistake(response)) {
            era = new Era.Asked(initialize, refusal, true, true);
            out(discover(initialize));
            flushAside();
            return List.of();
        }
        if (refusal == null) {
            // It was only thought to speak the later era.
            era = new Era.Asked(initialize, "", false, false);
            out(initialize.frame());
            flushAside();
            return List.of();
        }
        era = new Era.Legacy();
        plain = true;
        return List.of(Frame.of("{\"jsonrpc\":\"2.0\",\"id\":")
                .then(initialize.rawId())
                .then(Frame.of(",\"error\":" + refusal + "}")));
    }

    /** What a talk has of this. */
    private final class Ends implements ModernTalk.Ends {
        @Override
        public void toServer(Frame frame) {
            out(frame);
        }

        @Override
        public void flush() {
            flushAside();
        }

        /** On a thread of its own: who sends holds a lock that the listener takes. */
        @Override
        public void toClient(Frame frame) {
            Background.run("era-answer", () -> listener.received(new Line(frame)));
        }

        @Override
        public void afterPause(Runnable task) {
            Background.run("era-pause", () -> {
                try {
                    Thread.sleep(PAUSE_MILLIS);
                } catch (InterruptedException e) {
                    throw new AssertionError("nobody interrupts this thread", e);
                }
                synchronized (EraServer.this) {
                    task.run();
                }
            });
        }

        @Override
        public void log(String line) {
            log.accept(line);
        }
    }

    /** On a thread of its own: who reads what a server says must not wait until it reads. */
    private void flushAside() {
        Background.run("era-flush", () -> {
            try {
                flush();
            } catch (IOException e) {
                log.accept("cannot write to the server: " + e.getMessage());
            }
        });
    }

    private synchronized @Nullable Upstream server() {
        return server;
    }

    @Override
    public boolean hasWaiting() {
        Upstream started = server();
        return started != null && started.hasWaiting();
    }

    @Override
    public void flush() throws IOException {
        Upstream started = server();
        if (started != null) {
            started.flush();
        }
    }

    @Override
    public boolean stop(StopPace pace) {
        Upstream started = server();
        return started == null || started.stop(pace);
    }

    @Override
    public String stderrTail() {
        Upstream started = server();
        return started == null ? "" : started.stderrTail();
    }

    @Override
    public Optional<Long> pid() {
        Upstream started = server();
        return started == null ? Optional.empty() : started.pid();
    }

    /** Hears the server itself. The listener is called without the lock, since it takes one of its own and then sends. */
    private final class Ear implements UpstreamListener {
        @Override
        public void received(FrameReader.Read read) {
            if (plain || !(read instanceof Line(Frame frame))) {
                listener.received(read);
                return;
            }
            List<Frame> passed;
            synchronized (EraServer.this) {
                passed = heard(frame);
            }
            for (Frame one : passed) {
                listener.received(new Line(one));
            }
        }

        @Override
        public void unanswered(Frame rawId, String reason) {
            Optional<Frame> whose;
            synchronized (EraServer.this) {
                whose = whose(rawId);
            }
            whose.ifPresent(id -> listener.unanswered(id, reason));
        }

        /** The id by which the listener knows the request {@code rawId}; nothing where it does not. */
        private Optional<Frame> whose(Frame rawId) {
            Id id = Json.id(rawId);
            if (era instanceof Era.Asked asked && asked.discovering()) {
                return Optional.of(DISCOVER.equals(id) ? asked.initialize().rawId() : rawId);
            }
            return era instanceof Era.Modern(ModernTalk talk) && id != null
                    ? talk.unanswered(id, rawId)
                    : Optional.of(rawId);
        }

        @Override
        public void ended(Exit exit) {
            listener.ended(exit);
        }
    }
}
