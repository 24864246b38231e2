package dev.lazymcp.upstream.http;

import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.http.HttpLink.Answer;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The stream of what the server says of its own accord (MCP "Transports", listening for messages from the server). Many servers have
 * none. One that breaks is asked for again, later and later while nothing comes; so is one that is silent for long, at once: its
 * connection may have vanished on its way without a word.
 */
final class ServerStream {
    private static final long FIRST_RETRY = 1000;
    private static final long LONGEST_RETRY = 60_000;
    private static final int CONFLICT = 409;

    private final HttpLink link;
    private final HttpSession session;
    private final Delivery delivery;
    private final WireLog log;
    private final Duration silence;
    private boolean wasOpen;
    private int inVain;

    /**
     * The stream of {@code session}.
     *
     * @param silence after how long without a byte it is asked for again
     */
    ServerStream(HttpLink link, HttpSession session, Delivery delivery, WireLog log, Duration silence) {
        this.link = link;
        this.session = session;
        this.delivery = delivery;
        this.log = log;
        this.silence = silence;
    }

    /** Listens until the session is over or the server has no such stream. */
    void run() {
        String lastId = "";
        long retry = FIRST_RETRY;
        try {
            while (!session.isClosed()) {
                Optional<Answer> stream = open(lastId);
                boolean silent = false;
                if (stream.isPresent()) {
                    EventParser parser = new EventParser(this::event, new MessageBuffer(), lastId, retry);
                    silent = read(stream.get().body(), parser);
                    lastId = parser.lastId();
                    retry = parser.retry();
                } else if (!wasOpen) {
                    return;
                }
                if (!silent) {
                    Pause.of(Math.max(retry, Math.min(LONGEST_RETRY, FIRST_RETRY << Math.min(inVain, 6))));
                    inVain++;
                }
            }
        } catch (Trouble e) {
            if (!session.isClosed()) {
                log.say("nothing more is heard from the server unasked: it " + e.inWords());
            }
        }
    }

    /** Asks for the stream; nothing where the server has none, or has none now. */
    private Optional<Answer> open(String lastId) throws Trouble {
        Map<String, String> headers = session.headers();
        headers.put("Accept", "text/event-stream");
        if (!lastId.isEmpty()) {
            headers.put("Last-Event-ID", lastId);
        }
        Answer answer;
        try {
            answer = link.exchange("GET", session.endpoint(), headers, null, Duration.ZERO);
        } catch (Trouble e) {
            if (wasOpen && !session.isClosed()) {
                return Optional.empty();
            }
            throw e;
        }
        if (answer.isSuccess() && answer.is("text/event-stream")) {
            wasOpen = true;
            return Optional.of(answer);
        }
        answer.body().close();
        if (wasOpen && answer.status() == 404 && session.isOpen()) {
            session.lost(null);
        } else if (wasOpen && (answer.status() >= 500 || answer.status() == CONFLICT)) {
            // A conflict is with the stream before, which the server has not seen to end yet.
            return Optional.empty();
        } else if (answer.status() / 100 == 5 || answer.status() == 401 || answer.status() == 403) {
            log.say("nothing is heard from the server unasked: it answered HTTP " + answer.status());
        }
        wasOpen = false;
        return Optional.empty();
    }

    /** Reads until it ends, breaks or is silent; whether it is. */
    private boolean read(Body body, EventParser parser) {
        try (body) {
            for (Optional<byte[]> next = body.next(silence); next.isPresent(); next = body.next(silence)) {
                parser.feed(next.get(), 0, next.get().length);
            }
            return false;
        } catch (HttpTimeoutException silent) {
            return true;
        } catch (IOException broken) {
            // It is asked for again, with the id of its last event; what cannot be had again is no answer to anybody.
            return false;
        }
    }

    private void event(StreamEvent event) {
        inVain = 0;
        if (event.type().equals(StreamEvent.MESSAGE)) {
            delivery.received(event.data());
        }
    }
}
