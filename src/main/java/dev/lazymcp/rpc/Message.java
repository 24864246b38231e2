package dev.lazymcp.rpc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A frame whose outermost members were read: enough to route it, with everything below left as bytes. */
public sealed interface Message {
    /** The frame it was read from. */
    Frame frame();

    /**
     * A request.
     *
     * @param id decoded id, for matching
     * @param idSpan where the id stands, for answering in the peer's own spelling and for replacing it
     * @param params where the params stand, or null where there are none
     */
    record Request(
            Frame frame,
            Id id,
            Span idSpan,
            String method,
            @Nullable Span params) implements Message {
        /** The id as it was spelt. */
        public Frame rawId() {
            return frame.part(idSpan);
        }

        /** The params, an empty object where there are none. */
        public Frame paramsOrEmpty() {
            return params == null ? EMPTY : frame.part(params);
        }
    }

    /** A notification. */
    record Notification(
            Frame frame, String method, @Nullable Span params) implements Message {
        /** The params, an empty object where there are none. */
        public Frame paramsOrEmpty() {
            return params == null ? EMPTY : frame.part(params);
        }
    }

    /**
     * A response.
     *
     * @param id decoded id, or null where it is null, absent or of a wrong type: such a response belongs to no request
     * @param result where the result stands, or null where the response is an error
     * @param error where the error stands, or null
     */
    record Response(
            Frame frame,
            @Nullable Id id,
            @Nullable Span idSpan,
            @Nullable Span result,
            @Nullable Span error) implements Message {}

    /** A batch (JSON-RPC 2.0, section 6; in MCP only in revision 2025-03-26), unread. */
    record Batch(Frame frame, List<Span> elements) implements Message {}

    /**
     * Not a message.
     *
     * @param code the JSON-RPC error code that says why
     * @param reason the same in words
     * @param rawId the id as it was spelt, where one could be read
     */
    record Invalid(
            Frame frame, int code, String reason, @Nullable Frame rawId) implements Message {}

    /** The params of a message that has none. */
    Frame EMPTY = Frame.of("{}");

    /**
     * Reads the outermost members of {@code frame}. Where it is no JSON, it is read once more with malformed UTF-8 and lone
     * surrogates replaced by U+FFFD; the message's frame is then the repaired one.
     */
    static Message read(Frame frame) {
        return Envelope.read(frame);
    }
}
