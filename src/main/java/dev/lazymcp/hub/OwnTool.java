package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;

/** The hub's own tool, by which the model sees and controls the servers. */
final class OwnTool {
    /** Its name: no other has it, since each of those has two parts. */
    static final String NAME = "lazymcp";

    /** As it is listed. It may end processes, and start what reaches out. */
    static final Frame LISTED = Frame.of(
            "{\"name\":\"lazymcp\",\"description\":\"Status and control of the MCP servers here. sync takes in changed"
                    + " configuration; agent sets the active agent.\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
                    + "\"action\":{\"type\":\"string\",\"enum\":[\"status\",\"enable\",\"disable\",\"restart\",\"sync\",\"agent\"]},"
                    + "\"server\":{\"type\":\"string\"},\"agent\":{\"type\":\"string\"}},\"required\":[\"action\"]},"
                    + "\"annotations\":{\"readOnlyHint\":false,\"destructiveHint\":true,\"idempotentHint\":false,"
                    + "\"openWorldHint\":true}}");

    private OwnTool() {}

    /** What a call asks for. */
    sealed interface Wish {
        /** This. */
        record Do(Action action, String subject) implements Wish {}

        /** Nothing that makes sense; {@code reason} says why. */
        record Unclear(String reason) implements Wish {}
    }

    /** Reads {@code params} of a call. */
    static Wish read(Frame params) {
        Action action = Action.named(Json.string(params, "arguments", "action"));
        if (action == null) {
            return new Wish.Unclear("\"action\" is one of status, enable, disable, restart, sync, agent");
        }
        String server = Json.string(params, "arguments", "server");
        String agent = Json.string(params, "arguments", "agent");
        if (action == Action.AGENT) {
            return new Wish.Do(action, agent == null ? "" : agent);
        }
        if (action.needsServer() && (server == null || server.isBlank())) {
            return new Wish.Unclear("name the \"server\"; action status shows them");
        }
        return new Wish.Do(action, action.needsServer() && server != null ? server : "");
    }
}
