package dev.lazymcp.catalog;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import org.jspecify.annotations.Nullable;

/**
 * What a server said of itself in its answer to {@code initialize} (MCP "Lifecycle", initialization).
 *
 * @param protocolVersion the revision it speaks
 * @param capabilities its capabilities, a JSON object
 * @param serverInfo its name and version, a JSON object
 * @param instructions its instructions to the model, empty where there are none
 */
public record ServerFacts(String protocolVersion, Frame capabilities, Frame serverInfo, String instructions) {
    private static final Frame NOTHING = Frame.of("{}");

    /** Reads the result of {@code initialize}; null where it names no protocol version. */
    public static @Nullable ServerFacts read(Frame result) {
        String version = Json.string(result, "protocolVersion");
        if (version == null) {
            return null;
        }
        String instructions = Json.string(result, "instructions");
        return new ServerFacts(
                version,
                objectAt(result, "capabilities"),
                objectAt(result, "serverInfo"),
                instructions == null ? "" : instructions);
    }

    /** Whether the server has that capability. */
    public boolean can(String capability) {
        return Json.find(capabilities, capability) != null;
    }

    /** Whether the server has what {@code method} needs; methods that no capability governs need none. */
    public boolean serves(String method) {
        return switch (method) {
            case "tools/list", "tools/call" -> can("tools");
            case "resources/list", "resources/templates/list", "resources/read" -> can("resources");
            case "resources/subscribe", "resources/unsubscribe" -> can("resources");
            case "prompts/list", "prompts/get" -> can("prompts");
            case "logging/setLevel" -> can("logging");
            // Revision 2024-11-05 had completion without a capability for it.
            case "completion/complete" -> can("completions") || protocolVersion.equals(ProtocolVersions.FIRST);
            case "tasks/list" -> can("tasks");
            default -> true;
        };
    }

    private static Frame objectAt(Frame result, String member) {
        Span span = Json.find(result, member);
        return span == null || !Json.isObject(result.part(span)) ? NOTHING : result.part(span);
    }
}
