package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.FrameReader.Read;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.upstream.http.HttpLink.Answer;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The event stream that answers a request: what comes before the response, and the response. Where it breaks before that, it is asked
 * for again behind the last event that had an id (MCP "Transports", resumability); the request itself is not. Where it is silent for
 * long its connection may have vanished on its way without a word: it is asked for beside, and given up for the new one.
 */
final class AnswerStream {
    /** Streams in a row that brought nothing. */
    private static final int MOST_IN_VAIN = 10;

    private static final long RETRY_MILLIS = 1000;
    /** After the response a server has nothing to say on its stream; it is left to end it, so that the connection serves again. */
    private static final Duration AFTER_RESPONSE = Duration.ofMillis(500);

    private final HttpLink link;
    private final HttpSession session;
    private final Id id;
    private final Predicate<Read> deliver;
    private final boolean resumes;
    private final Duration silence;
    private Optional<Answer> successor = Optional.empty();
    private boolean cannotBeAsked;
    private boolean settled;
    private int inVain;

    /**
     * The stream that answers the request {@code id}.
     *
     * @param deliver hands a message on; whether it is the response
     * @param resumes whether it may be asked for again: from revision 2026-07-28 on it may not
     * @param silence after how long without a byte it is asked for again
     */
    AnswerStream(
            HttpLink link, HttpSession session, Id id, Predicate<Read> deliver, boolean resumes, Duration silence) {
        this.link = link;
        this.session = session;
        this.id = id;
        this.deliver = deliver;
        this.resumes = resumes;
        this.silence = silence;
    }

    /** Reads {@code first} and what follows it; whether the response came. */
    boolean read(Answer first) throws Trouble {
        String lastId = "";
        long retry = RETRY_MILLIS;
        Optional<Answer> stream = Optional.of(first);
        String broken = "";
        while (true) {
            EventParser parser = new EventParser(this::event, new MessageBuffer(), lastId, retry);
            if (stream.isPresent()) {
                broken = read(stream.get().body(), parser);
                lastId = parser.lastId();
                retry = parser.retry();
            }
            if (settled || session.isClosed()) {
                return true;
            }
            if (successor.isPresent()) {
                stream = successor;
                successor = Optional.empty();
                continue;
            }
            if (!resumes || lastId.isEmpty() || inVain >= MOST_IN_VAIN) {
                throw new Trouble("broke off before its answer" + broken
                        + ", and the request was not repeated: it may have been done");
            }
            inVain++;
            stream = resume(lastId, retry);
        }
    }

    private Optional<Answer> resume(String lastId, long retry) throws Trouble {
        Pause.of(retry);
        Answer answer;
        try {
            answer = ask(lastId);
        } catch (Trouble e) {
            if (inVain >= MOST_IN_VAIN) {
                throw e;
            }
            return Optional.empty();
        }
        if (!answer.isSuccess() || !answer.is("text/event-stream")) {
            throw new Trouble(
                    "broke off before its answer, which cannot be asked for again: it " + link.refusal(answer));
        }
        return Optional.of(answer);
    }

    private Answer ask(String lastId) throws Trouble {
        Map<String, String> headers = session.headers();
        headers.put("Accept", "text/event-stream");
        headers.put("Last-Event-ID", lastId);
        return link.exchange("GET", session.endpoint(), headers, null, Duration.ZERO);
    }

    /** Reads until the stream ends or has a successor; how it broke, in words, empty where it did not. */
    private String read(Body body, EventParser parser) {
        try (body) {
            while (true) {
                Optional<byte[]> next;
                try {
                    next = body.next(patience(parser));
                } catch (HttpTimeoutException silent) {
                    if (settled || isAskedForBeside(parser.lastId())) {
                        return "";
                    }
                    continue;
                }
                if (next.isEmpty()) {
                    return "";
                }
                String before = parser.lastId();
                parser.feed(next.get(), 0, next.get().length);
                inVain = parser.lastId().equals(before) ? inVain : 0;
            }
        } catch (IOException e) {
            return " (" + link.reason(e) + ")";
        }
    }

    private Duration patience(EventParser parser) {
        if (settled) {
            return AFTER_RESPONSE;
        }
        return !resumes || parser.lastId().isEmpty() || cannotBeAsked ? Duration.ZERO : silence;
    }

    /** Asks for what comes behind {@code lastId}, with the old stream still there in case it lives and the server has but one. */
    private boolean isAskedForBeside(String lastId) {
        try {
            Answer answer = ask(lastId);
            if (answer.isSuccess() && answer.is("text/event-stream")) {
                successor = Optional.of(answer);
            } else {
                cannotBeAsked = true;
                answer.body().close();
            }
        } catch (Trouble e) {
            // The server is out of reach for now: the stream may live, and is asked for again after as long a silence.
            return false;
        }
        return successor.isPresent();
    }

    private void event(StreamEvent event) {
        if (event.type().equals(StreamEvent.MESSAGE)) {
            inVain = 0;
            settled |= deliver.test(event.data());
        }
    }

    /** Which request it answers. */
    @Override
    public String toString() {
        return "AnswerStream[" + id + "]";
    }
}
