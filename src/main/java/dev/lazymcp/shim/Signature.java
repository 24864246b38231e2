package dev.lazymcp.shim;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.util.ArrayList;
import java.util.List;

/** A tool in one line: name, parameters (optional ones with a question mark) and what it does. */
final class Signature {
    private static final int LONGEST_NAME = 128;

    private Signature() {}

    /** The line for {@code tool}. */
    static String of(Tool tool) {
        Frame schema = Frame.of(tool.inputSchema());
        List<String> required = required(schema);
        StringBuilder line = new StringBuilder(Text.oneLine(tool.name(), LONGEST_NAME)).append('(');
        String separator = "";
        for (String parameter : properties(schema)) {
            line.append(separator).append(Text.oneLine(parameter, LONGEST_NAME));
            line.append(required.contains(parameter) ? "" : "?");
            separator = ", ";
        }
        line.append(')');
        String summary = tool.summary();
        return summary.isEmpty()
                ? line.toString()
                : line.append(": ").append(summary).toString();
    }

    /** The names of the parameters that {@code schema} requires. */
    static List<String> required(Frame schema) {
        Span list = Json.find(schema, "required");
        List<String> names = new ArrayList<>();
        if (list != null) {
            Frame array = schema.part(list);
            for (Span element : Json.elements(array)) {
                String name = Json.decodeString(array.part(element));
                if (name != null) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** The names of the parameters that {@code schema} describes. */
    static List<String> properties(Frame schema) {
        Span properties = Json.find(schema, "properties");
        return properties == null
                ? List.of()
                : Json.members(schema.part(properties)).stream()
                        .map(Json.Member::name)
                        .toList();
    }
}
