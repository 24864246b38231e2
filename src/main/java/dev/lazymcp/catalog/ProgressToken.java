package dev.lazymcp.catalog;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Json.Member;
import dev.lazymcp.rpc.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a request's params say of progress (MCP "Progress": {@code _meta.progressToken}). */
public final class ProgressToken {
    private static final String META = "_meta";
    private static final String TOKEN = "progressToken";

    private ProgressToken() {}

    /** {@code params}, an object, with {@code token} in place of any other. */
    public static Frame into(Frame params, String token) {
        Frame value = Frame.of(Json.quote(token));
        Span meta = Json.find(params, META);
        if (meta == null || !Json.isObject(params.part(meta))) {
            Frame object = Frame.of("{\"" + TOKEN + "\":").then(value).then(Frame.of("}"));
            return meta == null ? with(params, META, object) : params.with(meta, object);
        }
        Frame old = params.part(meta);
        Span known = Json.find(old, TOKEN);
        return params.with(meta, known == null ? with(old, TOKEN, value) : old.with(known, value));
    }

    /** The token that {@code params} of {@code notifications/progress} are about, where it is a text; null elsewhere. */
    public static @Nullable String of(Frame params) {
        return Json.string(params, TOKEN);
    }

    /** The object with one more member, the last one. */
    private static Frame with(Frame object, String name, Frame value) {
        List<Member> members = Json.members(object);
        Frame member = Frame.of("\"" + name + "\":").then(value);
        if (members.isEmpty()) {
            return Frame.of("{").then(member).then(Frame.of("}"));
        }
        long end = members.getLast().value().to();
        return object.part(0, end).then(Frame.of(",")).then(member).then(object.part(end, object.size()));
    }
}
