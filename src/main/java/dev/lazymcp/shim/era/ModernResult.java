package dev.lazymcp.shim.era;

import dev.lazymcp.rpc.Edit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.era.RequestMeta;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results as revision 2026-07-28 wants them (MCP "Base Protocol", responses; "Caching"). */
final class ModernResult {
    private static final String COMPLETE = "\"resultType\":\"complete\"";

    /** What a stub shows changes at any moment, and is that of one session. */
    private static final String NOT_TO_BE_KEPT = "\"ttlMs\":0,\"cacheScope\":\"private\"";

    private ModernResult() {}

    /** {@code response} to a request for {@code method} that the client knows by {@code rawId}; what it has stays as it is. */
    static Frame of(Response response, String method, Frame rawId) {
        Span id = response.idSpan();
        List<Edit> edits = new ArrayList<>(2);
        Span result = response.result();
        String missing = result == null ? "" : missing(response.frame().part(result), method);
        if (result != null && !missing.isEmpty()) {
            long at = result.from() + 1;
            boolean empty = Json.members(response.frame().part(result)).isEmpty();
            edits.add(new Edit(new Span(at, at), Frame.of(empty ? missing : missing + ",")));
        }
        if (id != null && !response.frame().part(id).toString().equals(rawId.toString())) {
            edits.add(new Edit(id, rawId));
        }
        edits.sort((one, other) -> Long.compare(one.span().from(), other.span().from()));
        return edits.isEmpty() ? response.frame() : response.frame().with(edits);
    }

    private static String missing(Frame result, String method) {
        if (!Json.isObject(result)) {
            return "";
        }
        List<String> members = new ArrayList<>(2);
        if (Json.find(result, "resultType") == null) {
            members.add(COMPLETE);
        }
        if (isCached(method) && Json.find(result, "ttlMs") == null && isComplete(result)) {
            members.add(NOT_TO_BE_KEPT);
        }
        return String.join(",", members);
    }

    private static boolean isComplete(Frame result) {
        String type = Json.string(result, "resultType");
        return type == null || type.equals("complete");
    }

    private static boolean isCached(String method) {
        return switch (method) {
            case "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read" -> true;
            default -> false;
        };
    }

    /** The result of {@code server/discover} that says what {@code introduction}, a result of {@code initialize}, does. */
    static Frame discovered(Frame introduction) {
        Frame said = Frame.of(
                        "{" + COMPLETE + ",\"supportedVersions\":[\"" + RequestMeta.REVISION + "\"],\"capabilities\":")
                .then(member(introduction, "capabilities", "{}"))
                .then(Frame.of("," + NOT_TO_BE_KEPT + ",\"_meta\":{\"" + RequestMeta.PREFIX + "serverInfo\":"))
                .then(member(introduction, "serverInfo", "{}"))
                .then(Frame.of("}"));
        Span instructions = Json.find(introduction, "instructions");
        return instructions == null
                ? said.then(Frame.of("}"))
                : said.then(Frame.of(",\"instructions\":"))
                        .then(introduction.part(instructions))
                        .then(Frame.of("}"));
    }

    private static Frame member(Frame object, String name, String otherwise) {
        @Nullable Span span = Json.find(object, name);
        return span == null ? Frame.of(otherwise) : object.part(span);
    }
}
