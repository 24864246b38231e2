package dev.lazymcp.shim;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Edit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a model is told that called a tool without having seen its schema. */
final class ToolAnswers {
    private ToolAnswers() {}

    /** The entry denies {@code tool}, or names others. */
    static String notAllowed(String tool, StubOptions options) {
        if (options.deniedTools().contains(tool)) {
            return "The configuration forbids \"" + Text.oneLine(tool, 128) + "\" of " + options.name()
                    + " (--deny-tools). Do without it, or ask the person to allow it.";
        }
        return "\"" + Text.oneLine(tool, 128) + "\" is not among the tools that the configuration allows for "
                + options.name() + ": " + String.join(", ", options.namedTools());
    }

    /** The server has no {@code tool}. */
    static String noSuchTool(String tool, StubTool stub, List<Tool> tools) {
        return stub.server() + " has no tool \"" + Text.oneLine(tool, 128) + "\".\n" + stub.listing(tools, "");
    }

    /** The arguments do not fit. */
    static String wrongArguments(Tool tool, String problem) {
        return "Wrong arguments for " + tool.name() + " (" + problem + "). Its schema:\n" + schema(tool);
    }

    /**
     * The server's answer to a call, with the schema added where the server found the arguments wrong: as an error
     * −32602, or as a result that says so.
     */
    static Frame withSchema(Response response, Frame rawId, Tool tool) {
        Span error = response.error();
        if (error != null) {
            Frame body = response.frame().part(error);
            Span code = Json.find(body, "code");
            if (code == null || !body.part(code).toString().equals("-32602")) {
                return response.frame();
            }
            String message = Json.string(body, "message");
            return Reply.result(
                    rawId, Reply.toolText(wrongArguments(tool, message == null ? "invalid params" : message), true));
        }
        Edit addition = addition(response, tool);
        return addition == null ? response.frame() : response.frame().with(List.of(addition));
    }

    /** What went wrong, by a result that says that it is an error (MCP "Tools", error handling); null by any other. */
    static @Nullable String failure(Frame result) {
        if (!result.toString().contains("\"isError\"")) {
            return null;
        }
        Span isError = Json.find(result, "isError");
        if (isError == null || !result.part(isError).toString().equals("true")) {
            return null;
        }
        Span content = Json.find(result, "content");
        Frame texts = content == null ? Frame.of("[]") : result.part(content);
        List<Span> parts = Json.elements(texts);
        String text = parts.isEmpty() ? null : Json.string(texts.part(parts.getFirst()), "text");
        return text == null ? "an error without a text" : text;
    }

    /** One more text behind the content of a result that is an error about arguments, or null where it is something else. */
    private static @Nullable Edit addition(Response response, Tool tool) {
        Span result = response.result();
        if (result == null) {
            return null;
        }
        Frame body = response.frame().part(result);
        Span isError = Json.find(body, "isError");
        Span content = Json.find(body, "content");
        if (isError == null || content == null || !body.part(isError).toString().equals("true")) {
            return null;
        }
        Frame texts = body.part(content);
        if (Json.elements(texts).isEmpty() || !texts.toString().contains("-32602")) {
            return null;
        }
        Frame text = Json.text(json -> {
            json.writeStartObject();
            json.writeStringField("type", "text");
            json.writeStringField("text", "Schema of " + tool.name() + ": " + schema(tool));
            json.writeEndObject();
        });
        long end = result.from() + content.to() - 1;
        return new Edit(new Span(end, end), Frame.of(",").then(text));
    }

    private static String schema(Tool tool) {
        return new String(tool.inputSchema(), StandardCharsets.UTF_8);
    }
}
