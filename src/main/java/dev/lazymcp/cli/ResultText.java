package dev.lazymcp.cli;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Results of servers for people: their text, and in words what is none. */
final class ResultText {
    private final boolean terminal;
    private final List<String> texts = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    /** For a terminal, which is not to obey a server, or for a file or program, which gets the text as it is. */
    ResultText(boolean terminal) {
        this.terminal = terminal;
    }

    /** The texts, in order. */
    List<String> texts() {
        return List.copyOf(texts);
    }

    /** What is not text: kind, type and size. */
    List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    /** Whether the result of a call says that it is an error (MCP "Tools", error handling). */
    static boolean isError(Frame result) {
        Span isError = Json.find(result, "isError");
        return isError != null && result.part(isError).toString().equals("true");
    }

    /** The result of {@code tools/call}. */
    ResultText call(Frame result) {
        List<Frame> blocks = elements(result, "content");
        blocks.forEach(this::block);
        Span structured = Json.find(result, "structuredContent");
        if (blocks.isEmpty() && structured != null) {
            text(result.part(structured).toString());
        }
        return this;
    }

    /** The result of {@code resources/read}. */
    ResultText resource(Frame result) {
        elements(result, "contents").forEach(this::contents);
        return this;
    }

    /** The result of {@code prompts/get}. */
    ResultText prompt(Frame result) {
        for (Frame message : elements(result, "messages")) {
            Span content = Json.find(message, "content");
            text(Json.string(message, "role") + ":");
            if (content != null) {
                block(message.part(content));
            }
        }
        return this;
    }

    private static List<Frame> elements(Frame object, String member) {
        Span span = Json.find(object, member);
        if (span == null) {
            return List.of();
        }
        Frame array = object.part(span);
        return Json.elements(array).stream().map(array::part).toList();
    }

    private void block(Frame block) {
        String type = Json.string(block, "type");
        switch (type == null ? "" : type) {
            case "text" -> text(Objects.requireNonNullElse(Json.string(block, "text"), ""));
            case "image", "audio" -> blob(block, "data", String.valueOf(type));
            case "resource" -> {
                Span resource = Json.find(block, "resource");
                if (resource != null) {
                    contents(block.part(resource));
                }
            }
            case "resource_link" -> text(String.valueOf(Json.string(block, "uri")));
            default -> leftOut.add("content of type " + type + ", " + block.size() + " bytes");
        }
    }

    private void contents(Frame contents) {
        String text = Json.string(contents, "text");
        if (text != null) {
            text(text);
        } else {
            blob(contents, "blob", String.valueOf(Json.string(contents, "uri")));
        }
    }

    /** RFC 4648: four characters for three bytes. */
    private void blob(Frame object, String member, String what) {
        Span data = Json.find(object, member);
        String type = Json.string(object, "mimeType");
        long bytes = data == null ? 0 : Math.max(0, data.to() - data.from() - 2) * 3 / 4;
        leftOut.add(what + (type == null ? "" : ", " + type) + ", about " + bytes + " bytes");
    }

    private void text(String text) {
        texts.add(terminal ? PlainText.of(text) : text);
    }
}
