package dev.lazymcp.upstream.era;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A talk with a server of revision 2026-07-28, held in the words of the earlier ones. Each request gets its {@code _meta} from what the
 * client said in {@code initialize}; what the later revision has not is answered here; what the server asks for within a result is asked
 * as a request ({@link InputRounds}); its stream of notifications is kept open ({@link Listening}). A request that has its own
 * {@code _meta} is of a client of the later era: it and its answer pass as they are. Guarded by the lock of {@link EraServer}.
 */
final class ModernTalk {
    /** What is on both sides. */
    interface Ends {
        /** Sends to the server. */
        void toServer(Frame frame);

        /** Has written what was sent, by another thread. */
        void flush();

        /** Does {@code task}, with the lock, a moment later. */
        void afterPause(Runnable task);

        /** Hands {@code frame} to the client, later, in no order. */
        void toClient(Frame frame);

        /** Writes a line for people. */
        void log(String line);
    }

    private static final Frame EMPTY = Frame.of("{}");

    private final Frame initialize;
    private final Ends ends;
    private final InputRounds rounds;
    private final Listening listening;
    private @Nullable Frame logLevel;

    /**
     * @param initialize the params with which the client began
     * @param discovered the result of {@code server/discover}
     */
    ModernTalk(Frame initialize, Frame discovered, Ends ends) {
        this.initialize = initialize;
        this.ends = ends;
        this.rounds = new InputRounds(ends, this::meta);
        this.listening = new Listening(discovered, ends, this::meta);
    }

    /** The members of {@code _meta} of a request that is made now. */
    private Frame meta() {
        return RequestMeta.members(initialize, logLevel);
    }

    /** Takes what the client says. */
    void toServer(Message message) {
        switch (message) {
            case Request request -> request(request);
            case Notification notification -> notification(notification);
            case Response response -> rounds.answered(response);
            case Message.Batch _, Message.Invalid _ ->
                throw new IllegalArgumentException("not for the server: " + message.frame());
        }
    }

    private void request(Request request) {
        Frame params = request.paramsOrEmpty();
        switch (request.method()) {
            case "ping" -> done(request);
            case "logging/setLevel" -> {
                Span level = Json.find(params, "level");
                logLevel = level == null ? null : params.part(level);
                done(request);
            }
            case "resources/subscribe" -> {
                listening.watch(Json.string(params, "uri"));
                done(request);
            }
            case "resources/unsubscribe" -> {
                listening.forget(Json.string(params, "uri"));
                done(request);
            }
            default -> {
                if (RequestMeta.version(params) == null) {
                    rounds.began(request);
                    ends.toServer(RequestMeta.added(request, meta()));
                } else {
                    ends.toServer(request.frame());
                }
            }
        }
    }

    private void done(Request request) {
        ends.toClient(Reply.result(request.rawId(), EMPTY));
    }

    private void notification(Notification notification) {
        switch (notification.method()) {
            case "notifications/initialized" -> listening.begin();
            case "notifications/cancelled" -> ends.toServer(rounds.cancelled(notification));
            // The later revision has no other notification of a client.
            default -> {}
        }
    }

    /** What the server said, as the client is to get it. */
    List<Frame> toClient(Message message) {
        return switch (message) {
            case Response response -> response(response);
            case Notification notification ->
                listening.heard(notification).stream().toList();
            case Request request -> {
                ends.log("the server sent the request " + request.method() + ", which its revision does not allow");
                yield List.of();
            }
            case Message.Batch _, Message.Invalid _ -> List.of(message.frame());
        };
    }

    private List<Frame> response(Response response) {
        Id id = response.id();
        if (id == null) {
            return List.of(response.frame());
        }
        return listening.ended(id) ? List.of() : rounds.heard(id, response);
    }

    /** By which id the client knows the request {@code id} that will not be answered; nothing where it does not know it. */
    Optional<Frame> unanswered(Id id, Frame rawId) {
        return listening.ended(id) ? Optional.empty() : Optional.of(rounds.given(id, rawId));
    }
}
