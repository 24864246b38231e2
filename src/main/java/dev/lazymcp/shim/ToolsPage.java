package dev.lazymcp.shim;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Edit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of {@code tools/list} on its way from the server to the client: what the client must not see is cut out by spans. */
final class ToolsPage {
    private ToolsPage() {}

    /** The tools in {@code result}, one of {@code tools/list}; what is no tool is left out, as the client leaves it. */
    static List<Tool> tools(Frame result) {
        List<Tool> tools = new ArrayList<>();
        Span array = Json.find(result, "tools");
        if (array != null) {
            Frame part = result.part(array);
            for (Span element : Json.elements(part)) {
                try {
                    tools.add(Tool.parse(part.part(element).toBytes()));
                } catch (IOException noTool) {
                    // Left out.
                }
            }
        }
        return tools;
    }

    /**
     * The response to pass on.
     *
     * @param response the server's
     * @param filter what the client may see
     * @param last a tool to put behind those of the last page, or null
     */
    static Frame shown(Response response, ToolFilter filter, @Nullable Frame last) {
        Frame frame = response.frame();
        Span result = response.result();
        if (result == null) {
            return frame;
        }
        Span inResult = Json.find(frame.part(result), "tools");
        if (inResult == null) {
            return frame;
        }
        Span array = shift(inResult, result.from());
        List<Frame> tools = new ArrayList<>();
        // null is what a list without elements is to some languages.
        boolean changed = !Json.isArray(frame.part(array));
        for (Span element : Json.elements(frame.part(array))) {
            Frame raw = frame.part(shift(element, array.from()));
            Frame shown = shown(raw, filter);
            changed |= !raw.equals(shown); // frames are equal to themselves alone
            if (shown != null) {
                tools.add(shown);
            }
        }
        Frame tail = Json.find(frame.part(result), "nextCursor") == null ? last : null;
        if (changed) {
            if (tail != null) {
                tools.add(tail);
            }
            return frame.with(array, array(tools));
        }
        return tail == null ? frame : frame.with(List.of(append(array, tools.isEmpty(), tail)));
    }

    @SuppressWarnings("ReferenceEquality") // the same object means that the filter left it alone
    private static @Nullable Frame shown(Frame raw, ToolFilter filter) {
        try {
            Tool tool = Tool.parse(raw.toBytes());
            Tool shown = filter.shown(tool);
            return shown == tool ? raw : shown == null ? null : Frame.of(shown.raw());
        } catch (IOException notTool) {
            return null; // no client takes a list with something in it that has no name
        }
    }

    /** Puts {@code tail} before the closing bracket, so that all before it keeps its bytes. */
    private static Edit append(Span array, boolean empty, Frame tail) {
        Span bracket = new Span(array.to() - 1, array.to() - 1);
        return new Edit(bracket, empty ? tail : Frame.of(",").then(tail));
    }

    private static Frame array(List<Frame> elements) {
        Frame array = Frame.of("[");
        for (int i = 0; i < elements.size(); i++) {
            array = i == 0
                    ? array.then(elements.get(i))
                    : array.then(Frame.of(",")).then(elements.get(i));
        }
        return array.then(Frame.of("]"));
    }

    private static Span shift(Span span, long by) {
        return new Span(span.from() + by, span.to() + by);
    }
}
