package dev.lazymcp.shim;

import dev.lazymcp.catalog.TokenEstimate;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.util.List;

/**
 * The one tool that stands for all tools of a server. It declares no annotations: what MCP assumes of a tool without them
 * (not read-only, destructive, open world) is the worst of what may be behind it. It declares no output schema either, so that
 * any result may come through it.
 *
 * @param server the server's name in the client's configuration
 * @param name the tool's name, at most 24 characters of {@code [a-z0-9_]}, and no name of a real tool
 */
record StubTool(String server, String name) {
    private static final int LONGEST_NAME = 24;

    /** What the whole tool may cost in a prompt. */
    private static final int TOKEN_BUDGET = 75;

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"tool\":{\"type\":\"string\"},"
            + "\"arguments\":{\"type\":\"object\",\"additionalProperties\":true}}}";
    private static final String RUN = "Tool and arguments: run one.";
    private static final String NO_INPUT = "{\"type\":\"object\",\"properties\":{}}";

    /** The stub's tool for {@code server}, whose tools have {@code realNames}. */
    static StubTool named(String server, List<String> realNames) {
        String base = cut("use_" + plain(server), LONGEST_NAME);
        String name = base;
        for (int i = 2; realNames.contains(name); i++) {
            name = cut(base, LONGEST_NAME - 1 - Integer.toString(i).length()) + "_" + i;
        }
        return new StubTool(server, name);
    }

    /** The tool as it is listed while the server's tools are {@code names}; empty where nobody knows them. */
    Frame listed(List<String> names) {
        if (names.isEmpty()) {
            return tool(
                    "MCP server " + server + ", not started yet. No input: start it and list its tools. " + RUN,
                    SCHEMA);
        }
        String use = ". No input: list them. " + RUN;
        StringBuilder inside = new StringBuilder("Tools of ").append(server).append(": ");
        Frame best = tool(inside.toString() + names.size() + " tools" + use, SCHEMA);
        for (int i = 0; i < names.size(); i++) {
            inside.append(i == 0 ? "" : ", ").append(Text.oneLine(names.get(i), 64));
            Frame longer = tool(inside + (i + 1 < names.size() ? ", …" : "") + use, SCHEMA);
            if (TokenEstimate.of(longer.toBytes()) > TOKEN_BUDGET) {
                break;
            }
            best = longer;
        }
        return best;
    }

    /** The tool as the only line of a server that is out of sight. */
    Frame placeholder(String why) {
        return tool("MCP server " + server + ": " + why, NO_INPUT);
    }

    /** The answer to a call without a tool: one line for each of {@code tools}, then the server's instructions. */
    String listing(List<Tool> tools, String instructions) {
        StringBuilder text = new StringBuilder();
        if (tools.isEmpty()) {
            text.append(server).append(" runs. It offers no tools.\n");
        } else {
            text.append(server).append(" runs. Its tools:\n");
            for (Tool tool : tools) {
                text.append("- ").append(Signature.of(tool)).append('\n');
            }
            text.append("Call them by name, or through ")
                    .append(name)
                    .append(" with {\"tool\": …, \"arguments\": {…}}.\n");
        }
        if (!instructions.isBlank()) {
            text.append("\nInstructions of the server:\n")
                    .append(instructions.strip())
                    .append('\n');
        }
        return text.toString();
    }

    private Frame tool(String description, String schema) {
        return Frame.of("{\"name\":" + Json.quote(name) + ",\"description\":" + Json.quote(description)
                + ",\"inputSchema\":" + schema + "}");
    }

    /** {@code server} in characters that every client accepts in a tool's name. */
    private static String plain(String server) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < server.length(); i++) {
            char c = server.charAt(i);
            char lower = c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
            boolean keep = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
            if (keep) {
                plain.append(lower);
            } else if (!plain.isEmpty() && plain.charAt(plain.length() - 1) != '_') {
                plain.append('_');
            }
        }
        return plain.isEmpty() ? "server" : plain.toString();
    }

    private static String cut(String name, int length) {
        String cut = name.length() > length ? name.substring(0, length) : name;
        return cut.endsWith("_") ? cut.substring(0, cut.length() - 1) : cut;
    }
}
