package dev.lazymcp.shim;

import dev.lazymcp.rpc.Edit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of the stub's tool that names a real one.
 *
 * @param tool the real tool
 * @param arguments its arguments, a JSON object
 */
record CallThrough(String tool, Frame arguments) {
    private static final Frame NO_ARGUMENTS = Frame.of("{}");

    /** Reads the params of a call of the stub's tool; null where they name no tool, which asks for the list. */
    static @Nullable CallThrough read(Frame params) {
        String tool = Json.string(params, "arguments", "tool");
        if (tool == null || tool.isBlank()) {
            return null;
        }
        Span span = Json.find(params, "arguments", "arguments");
        return new CallThrough(tool, span == null ? NO_ARGUMENTS : object(params.part(span)));
    }

    /** Models at times send the object as text; anything else is left to the server to judge. */
    private static Frame object(Frame value) {
        String text = Json.decodeString(value);
        if (text == null) {
            return value.toString().equals("null") ? NO_ARGUMENTS : value;
        }
        Frame inner = Frame.of(text.strip());
        return text.isBlank() ? NO_ARGUMENTS : Json.isObject(inner) ? inner : value;
    }

    /** The same request for the real tool: all that is not name and arguments stays, its id and {@code _meta} included. */
    Frame direct(Request call) {
        Span params = call.params();
        if (params == null) {
            throw new IllegalArgumentException("a call without params names no tool");
        }
        List<Edit> edits = new ArrayList<>(2);
        for (Json.Member member : Json.members(call.paramsOrEmpty())) {
            Span value = new Span(
                    params.from() + member.value().from(),
                    params.from() + member.value().to());
            switch (member.name()) {
                case "name" -> edits.add(new Edit(value, Frame.of(Json.quote(tool))));
                case "arguments" -> edits.add(new Edit(value, arguments));
                default -> {}
            }
        }
        edits.sort(Comparator.comparingLong(edit -> edit.span().from()));
        return call.frame().with(edits);
    }
}
