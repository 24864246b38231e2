package dev.lazymcp.shim;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * A first look at the arguments of a call that was made without having seen the tool's schema. It finds what is certainly wrong
 * (a required argument is missing, one that the schema forbids is there); all else is left to the server.
 */
public final class ArgumentCheck {
    private ArgumentCheck() {}

    /** What whoever calls {@code tool} with {@code arguments} is told, with the schema; empty where nothing is certainly wrong. */
    public static String complaint(Tool tool, Frame arguments) {
        String wrong = problem(tool, arguments);
        return wrong.isEmpty() ? "" : ToolAnswers.wrongArguments(tool, wrong);
    }

    /** What is wrong with {@code arguments}, in words; empty where nothing is. */
    static String problem(Tool tool, Frame arguments) {
        if (!Json.isObject(arguments)) {
            return "arguments must be an object";
        }
        Frame schema = Frame.of(tool.inputSchema());
        List<String> given =
                Json.members(arguments).stream().map(Json.Member::name).toList();
        List<String> missing = new ArrayList<>(Signature.required(schema));
        missing.removeAll(given);
        if (!missing.isEmpty()) {
            return "missing: " + String.join(", ", missing);
        }
        Span open = Json.find(schema, "additionalProperties");
        boolean closed = open != null
                && schema.part(open).toString().equals("false")
                && Json.find(schema, "patternProperties") == null;
        List<String> unknown = new ArrayList<>(given);
        unknown.removeAll(Signature.properties(schema));
        return closed && !unknown.isEmpty() ? "unknown: " + Text.oneLine(String.join(", ", unknown), 200) : "";
    }
}
