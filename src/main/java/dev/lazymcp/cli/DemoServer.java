package dev.lazymcp.cli;

import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Reply;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** A small MCP server with a few tools on texts, for {@code lazymcp demo}: a real server where there is no other. */
@Command(name = "demo-server", hidden = true, description = "The MCP server that the demo puts behind the stub.")
final class DemoServer implements Callable<Integer> {
    /** A tool: what it is called, says and does with the text that is its argument. */
    private record TextTool(String name, String description) {
        Frame listed() {
            return Frame.of("{\"name\":\"" + name + "\",\"title\":\"" + name + "\",\"description\":"
                    + Json.quote(description)
                    + ",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\",\"description\":"
                    + "\"The text to work on. It is taken as it is; white space and line ends count.\"}},"
                    + "\"required\":[\"text\"],\"additionalProperties\":false},"
                    + "\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}}");
        }
    }

    private static final List<TextTool> TOOLS = List.of(
            new TextTool(
                    "upper", "Returns the text in capital letters. Letters without a capital form stay as they are."),
            new TextTool("lower", "Returns the text in small letters. Letters without a small form stay as they are."),
            new TextTool(
                    "reverse", "Returns the text from its last character to its first, surrogate pairs kept together."),
            new TextTool("count_words", "Returns how many words the text has: runs of characters without white space."),
            new TextTool("count_lines", "Returns how many lines the text has. An empty text has none."),
            new TextTool("trim", "Returns the text without the white space at its start and at its end."));

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    @Override
    public Integer call() throws IOException {
        FrameReader reader = new FrameReader(new FileInputStream(FileDescriptor.in));
        while (reader.next() instanceof FrameReader.Line(Frame frame)) {
            if (Message.read(frame) instanceof Request request) {
                answer(request).writeTo(out);
            }
        }
        return 0;
    }

    private static Frame answer(Request request) {
        return switch (request.method()) {
            case "initialize" -> Reply.result(request.rawId(), introduction(request));
            case "ping" -> Reply.result(request.rawId(), Frame.of("{}"));
            case "tools/list" -> Reply.result(request.rawId(), list());
            case "tools/call" -> called(request);
            default -> Reply.error(request.rawId(), ErrorCode.METHOD_NOT_FOUND, "no method " + request.method());
        };
    }

    private static Frame introduction(Request request) {
        String version = Json.string(request.paramsOrEmpty(), "protocolVersion");
        return Frame.of("{\"protocolVersion\":" + Json.quote(version == null ? "2025-11-25" : version)
                + ",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"demo\",\"version\":\""
                + Build.THIS.version()
                + "\"}}");
    }

    private static Frame list() {
        Frame tools = Frame.of("{\"tools\":[");
        for (int i = 0; i < TOOLS.size(); i++) {
            tools = i == 0 ? tools : tools.then(Frame.of(","));
            tools = tools.then(TOOLS.get(i).listed());
        }
        return tools.then(Frame.of("]}"));
    }

    private static Frame called(Request request) {
        String tool = Json.string(request.paramsOrEmpty(), "name");
        String text = Json.string(request.paramsOrEmpty(), "arguments", "text");
        if (text == null) {
            return Reply.error(request.rawId(), ErrorCode.INVALID_PARAMS, "\"text\" must be a string");
        }
        String answer = result(tool, text);
        return answer == null
                ? Reply.error(request.rawId(), ErrorCode.INVALID_PARAMS, "no tool " + tool)
                : Reply.result(request.rawId(), Reply.toolText(answer, false));
    }

    private static @Nullable String result(@Nullable String tool, String text) {
        return switch (tool) {
            case "upper" -> text.toUpperCase(Locale.ROOT);
            case "lower" -> text.toLowerCase(Locale.ROOT);
            case "reverse" -> new StringBuilder(text).reverse().toString();
            case "count_words" ->
                Long.toString(text.isBlank() ? 0 : text.strip().split("\\s+", -1).length);
            case "count_lines" -> Long.toString(text.lines().count());
            case "trim" -> text.strip();
            case null, default -> null;
        };
    }
}
