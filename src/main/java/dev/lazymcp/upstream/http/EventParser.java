package dev.lazymcp.upstream.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Reads an event stream (WHATWG HTML, "Server-sent events", 9.2.6) in pieces of any size. An event that the stream ends within is
 * none. Data is not decoded: it is a message, whose bytes are passed on.
 */
final class EventParser {
    /** No name or value that means anything is as long. */
    private static final int LONGEST_FIELD = 8 * 1024;

    private static final long LONGEST_RETRY = 3_600_000;

    private enum At {
        START_OF_STREAM,
        NAME,
        START_OF_VALUE,
        DATA,
        VALUE,
        IGNORED
    }

    private final Consumer<StreamEvent> events;
    private final MessageBuffer data;
    private final ByteArrayOutputStream name = new ByteArrayOutputStream(16);
    private final ByteArrayOutputStream value = new ByteArrayOutputStream(64);
    private At at = At.START_OF_STREAM;
    private boolean afterReturn;
    private boolean hasData;
    private String field = "";
    private String type = "";
    private String id;
    private String lastId;
    private long retry;

    /**
     * A parser of a new stream.
     *
     * @param events gets the events that have data
     * @param data gathers the data of one
     * @param lastId the id of the last event before, of a stream that this one goes on with; else empty
     * @param retry how long to wait before a stream is asked for again, in milliseconds, unless this one says otherwise
     */
    EventParser(Consumer<StreamEvent> events, MessageBuffer data, String lastId, long retry) {
        this.events = events;
        this.data = data;
        this.id = lastId;
        this.lastId = lastId;
        this.retry = retry;
    }

    /** The id of the last whole event that had one, empty where none had: of an event that broke off the rest is still to come. */
    String lastId() {
        return lastId;
    }

    /** How long to wait before the stream is asked for again, in milliseconds, at most an hour. */
    long retry() {
        return retry;
    }

    /** Takes in the bytes from {@code from} to {@code to}. */
    void feed(byte[] bytes, int from, int to) {
        int next = from;
        while (next < to) {
            byte b = bytes[next];
            if (b == '\n' && afterReturn) {
                afterReturn = false;
                next++;
            } else if (b == '\n' || b == '\r') {
                afterReturn = b == '\r';
                endOfLine();
                next++;
            } else {
                afterReturn = false;
                next = inLine(bytes, next, to);
            }
        }
    }

    /** Takes in what of a line begins at {@code from}; answers where it has got to. */
    private int inLine(byte[] bytes, int from, int to) {
        return switch (at) {
            case START_OF_STREAM, NAME -> {
                if (bytes[from] == ':') {
                    field = nameText();
                    at = field.isEmpty() ? At.IGNORED : At.START_OF_VALUE;
                } else {
                    append(name, bytes, from, from + 1);
                }
                yield from + 1;
            }
            case START_OF_VALUE -> {
                beginValue();
                yield bytes[from] == ' ' ? from + 1 : from;
            }
            case DATA -> {
                int end = endOfLine(bytes, from, to);
                data.add(bytes, from, end);
                yield end;
            }
            case VALUE -> {
                int end = endOfLine(bytes, from, to);
                append(value, bytes, from, end);
                yield end;
            }
            case IGNORED -> endOfLine(bytes, from, to);
        };
    }

    private static int endOfLine(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    private static void append(ByteArrayOutputStream text, byte[] bytes, int from, int to) {
        // One byte over the limit marks what is longer, so that it means nothing.
        text.write(bytes, from, Math.min(to - from, LONGEST_FIELD + 1 - text.size()));
    }

    private String nameText() {
        String text = name.toString(StandardCharsets.UTF_8);
        return at == At.START_OF_STREAM && text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private void beginValue() {
        boolean isData = field.equals("data");
        at = isData ? At.DATA : At.VALUE;
        if (isData) {
            if (hasData) {
                data.add(new byte[] {'\n'}, 0, 1);
            }
            hasData = true;
        }
    }

    private void endOfLine() {
        switch (at) {
            case START_OF_STREAM, NAME -> {
                field = nameText();
                if (field.isEmpty()) {
                    dispatch();
                } else {
                    beginValue();
                    endOfValue();
                }
            }
            case START_OF_VALUE -> {
                beginValue();
                endOfValue();
            }
            case VALUE -> endOfValue();
            case DATA, IGNORED -> {}
        }
        name.reset();
        value.reset();
        at = At.NAME;
    }

    private void endOfValue() {
        if (value.size() > LONGEST_FIELD) {
            return;
        }
        String text = value.toString(StandardCharsets.UTF_8);
        switch (field) {
            case "event" -> type = text;
            case "id" -> id = text.indexOf('\0') >= 0 ? id : text;
            case "retry" -> retry = isDigits(text) ? milliseconds(text) : retry;
            default -> {}
        }
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static long milliseconds(String digits) {
        return digits.length() > 9 ? LONGEST_RETRY : Math.min(LONGEST_RETRY, Long.parseLong(digits));
    }

    private void dispatch() {
        String dispatched = type.isEmpty() ? StreamEvent.MESSAGE : type;
        type = "";
        lastId = id;
        hasData = false;
        data.take().ifPresent(message -> events.accept(new StreamEvent(dispatched, message)));
    }
}
