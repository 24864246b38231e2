package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hub's own prompts, which clients show as slash commands. To get one is to give the command. */
final class OwnPrompts {
    /** As they are listed. */
    static final List<Frame> LISTED = List.of(
            listed(Action.ENABLE, "Start an MCP server, or bring it back."),
            listed(Action.DISABLE, "Put an MCP server out of sight; its process lives on."),
            listed(Action.SYNC, "Take in what changed in the configuration files."),
            listed(Action.STATUS, "Show the MCP servers of this session."));

    private OwnPrompts() {}

    private static Frame listed(Action action, String description) {
        return Json.text(json -> {
            json.writeStartObject();
            json.writeStringField("name", action.word());
            json.writeStringField("description", description);
            if (action.needsServer()) {
                json.writeArrayFieldStart("arguments");
                json.writeStartObject();
                json.writeStringField("name", "server");
                json.writeStringField("description", "The server's name.");
                json.writeBooleanField("required", true);
                json.writeEndObject();
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }

    /** The action of the prompt {@code name}; null where that is none of ours. */
    static @Nullable Action named(String name) {
        Action action = Action.named(name);
        return action == Action.RESTART || action == Action.AGENT ? null : action;
    }

    /** The result of getting the prompt for {@code action}, which {@code said} came of. */
    static Frame result(Action action, String subject, Commands.Said said) {
        String command = "lazymcp " + action.word() + (subject.isEmpty() ? "" : " " + subject);
        String text = "I ran `" + command + "`" + (said.failed() ? ", which failed" : "") + ":\n"
                + said.text().strip();
        return Json.text(json -> {
            json.writeStartObject();
            json.writeStringField("description", command);
            json.writeArrayFieldStart("messages");
            json.writeStartObject();
            json.writeStringField("role", "user");
            json.writeObjectFieldStart("content");
            json.writeStringField("type", "text");
            json.writeStringField("text", text);
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
        });
    }
}
