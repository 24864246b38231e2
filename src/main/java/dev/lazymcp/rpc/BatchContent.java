package dev.lazymcp.rpc;

import dev.lazymcp.rpc.Message.Invalid;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is in a batch (MCP 2025-03-26 "Base Protocol", batching; JSON-RPC 2.0, section 6).
 *
 * @param messages those that are some, in order
 * @param ids of the requests among them, whose answers belong together
 * @param errors the answers to what is none
 */
public record BatchContent(List<Message> messages, Set<Id> ids, List<Frame> errors) {
    /** Copies all. */
    public BatchContent {
        messages = List.copyOf(messages);
        ids = Set.copyOf(ids);
        errors = List.copyOf(errors);
    }

    /** That of {@code batch}. */
    public static BatchContent of(Message.Batch batch) {
        List<Message> messages = new ArrayList<>();
        Set<Id> ids = new HashSet<>();
        List<Frame> errors = new ArrayList<>();
        for (Span span : batch.elements()) {
            Message message = Message.read(batch.frame().part(span));
            switch (message) {
                case Request request -> {
                    ids.add(request.id());
                    messages.add(message);
                }
                case Notification _, Response _ -> messages.add(message);
                case Invalid invalid -> errors.add(Reply.error(invalid));
                case Message.Batch _ ->
                    errors.add(Reply.error(null, ErrorCode.INVALID_REQUEST, "a batch inside of a batch"));
            }
        }
        return new BatchContent(messages, ids, errors);
    }
}
