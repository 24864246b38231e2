package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.FrameReader.Read;
import dev.lazymcp.rpc.FrameReader.TooLong;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;

/** Which requests a message answers. */
final class Settled {
    private Settled() {}

    /** Whether {@code read} is the response to the request {@code id}, or has it among others. */
    static boolean by(Read read, Id id) {
        return switch (read) {
            case Line(var frame) -> by(Message.read(frame), id);
            case TooLong tooLong -> tooLong.rawId() != null && id.equals(Json.id(tooLong.rawId()));
            case dev.lazymcp.rpc.FrameReader.End _ -> false;
        };
    }

    private static boolean by(Message message, Id id) {
        return switch (message) {
            case Message.Response response -> id.equals(response.id());
            case Message.Batch batch ->
                batch.elements().stream()
                        .anyMatch(span -> by(Message.read(batch.frame().part(span)), id));
            case Message.Request _, Message.Notification _, Message.Invalid _ -> false;
        };
    }
}
