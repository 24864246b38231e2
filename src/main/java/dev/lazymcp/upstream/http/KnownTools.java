package dev.lazymcp.upstream.http;

import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The tools of a server of revision 2026-07-28, as far as they were listed on this wire, for the headers of their calls. */
final class KnownTools {
    private final Map<String, ParameterHeaders> tools = new ConcurrentHashMap<>();
    private final Set<String> leftOut = ConcurrentHashMap.newKeySet();
    private final Consumer<String> log;

    /** None; {@code log} gets a line about each tool that cannot be offered. */
    KnownTools(Consumer<String> log) {
        this.log = log;
    }

    /** The headers for the parameters of {@code request}. */
    Map<String, String> headers(Request request) {
        Frame params = request.paramsOrEmpty();
        String name = request.method().equals("tools/call") ? Json.string(params, "name") : null;
        ParameterHeaders known = name == null ? null : tools.get(name);
        Span arguments = known == null ? null : Json.find(params, "arguments");
        return known == null || arguments == null ? Map.of() : known.of(params.part(arguments));
    }

    /** Takes in a page of the list; the same without the tools whose annotations are wrong, which no client may offer. */
    Frame learned(Response response) {
        Span result = response.result();
        Span inResult = result == null ? null : Json.find(response.frame().part(result), "tools");
        if (result == null || inResult == null) {
            return response.frame();
        }
        Span array = new Span(result.from() + inResult.from(), result.from() + inResult.to());
        Frame list = response.frame().part(array);
        List<Frame> kept = new ArrayList<>();
        List<Span> all = Json.elements(list);
        for (Span element : all) {
            Frame tool = list.part(element);
            if (takes(tool)) {
                kept.add(tool);
            }
        }
        return kept.size() == all.size() ? response.frame() : response.frame().with(array, array(kept));
    }

    private boolean takes(Frame tool) {
        String name = Json.string(tool, "name");
        Span schema = Json.find(tool, "inputSchema");
        if (name == null || schema == null) {
            return true; // for others to judge
        }
        try {
            ParameterHeaders headers = ParameterHeaders.read(tool.part(schema));
            tools.put(name, headers);
            return true;
        } catch (ParameterHeaders.Invalid e) {
            tools.remove(name);
            if (leftOut.add(name)) {
                log.accept("the tool \"" + Text.oneLine(name, 100) + "\" is left out: "
                        + Text.oneLine(String.valueOf(e.getMessage()), 200));
            }
            return false;
        }
    }

    private static Frame array(List<Frame> elements) {
        Frame array = Frame.of("[");
        for (int i = 0; i < elements.size(); i++) {
            array = (i == 0 ? array : array.then(Frame.of(","))).then(elements.get(i));
        }
        return array.then(Frame.of("]"));
    }
}
