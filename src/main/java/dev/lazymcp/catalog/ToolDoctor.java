package dev.lazymcp.catalog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.lazymcp.catalog.Diagnosis.Finding;
import dev.lazymcp.catalog.Diagnosis.Problem;
import dev.lazymcp.catalog.ObjectEdit.Member;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds tools that a client refuses, often with all other tools of the server or with the whole model request, and
 * repairs them where that leaves the tool what it is.
 *
 * <p>The measure is what clients and model APIs enforce: the {@code Tool} type of MCP up to 2025-11-25 as the TypeScript
 * SDK checks it, and the root rules of Anthropic's and OpenAI's APIs. A schema that was opened here is still the server's
 * own when it checks a call. Of duplicate members each one is examined, since parsers differ in which they take.
 */
public final class ToolDoctor {
    /** The longest tool name, in chars (MCP 2025-11-25, tool names). */
    public static final int MAX_NAME = 128;

    private static final String TYPE_OBJECT = "\"type\":\"object\"";
    private static final byte[] OPEN_OBJECT = ascii("{" + TYPE_OBJECT + "}");
    private static final byte[] ANYTHING = ascii("{}");
    private static final byte[] NOTHING = ascii("{\"not\":{}}");

    private final byte[] raw;
    private final SpanEdits edits = new SpanEdits();
    private final Set<Problem> repaired = new LinkedHashSet<>();
    private final Set<Problem> fatal = new LinkedHashSet<>();
    private String name = "";

    private ToolDoctor(byte[] raw) {
        this.raw = raw;
    }

    /** Examines one tool object as the server sent it. */
    public static Diagnosis examine(byte[] raw) {
        ToolDoctor doctor = new ToolDoctor(raw);
        try {
            doctor.tool();
        } catch (IOException notAnObject) {
            doctor.fatal.add(Problem.NOT_AN_OBJECT);
        }
        return doctor.diagnosis();
    }

    private Diagnosis diagnosis() {
        if (!fatal.isEmpty()) {
            return new Diagnosis.LeftOut(findings(fatal));
        }
        return repaired.isEmpty()
                ? new Diagnosis.Healthy()
                : new Diagnosis.Repaired(edits.apply(raw), findings(repaired));
    }

    private List<Finding> findings(Set<Problem> problems) {
        List<Finding> findings = new ArrayList<>();
        for (Problem problem : problems) {
            findings.add(new Finding(name, problem));
        }
        return findings;
    }

    private void tool() throws IOException {
        ObjectEdit tool = new ObjectEdit(raw, 0, raw.length, edits);
        if (!tool.has("name")) {
            fatal.add(Problem.NAME_MISSING);
        }
        for (Member member : tool.members()) {
            switch (member.name()) {
                case "name" -> name(member);
                case "description" -> description(tool, member);
                case "title" -> optional(tool, member, member.isString());
                case "icons" -> optional(tool, member, member.isArray());
                case "execution", "_meta" -> optional(tool, member, member.isObject());
                case "annotations" -> annotations(tool, member);
                case "inputSchema" -> inputSchema(member);
                case "outputSchema" -> outputSchema(tool, member);
                default -> {
                    // Not ours to judge: clients ignore members they do not know.
                }
            }
        }
        if (!tool.has("inputSchema")) {
            repaired.add(Problem.INPUT_SCHEMA_MISSING);
            tool.add("\"inputSchema\":{" + TYPE_OBJECT + "}");
        }
        tool.finish();
    }

    private void name(Member member) {
        name = member.text();
        if (name.isEmpty()) {
            fatal.add(Problem.NAME_MISSING);
        } else if (name.length() > MAX_NAME) {
            fatal.add(Problem.NAME_TOO_LONG);
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            fatal.add(Problem.NAME_CONTROL_CHARACTERS);
        }
    }

    private void description(ObjectEdit tool, Member member) {
        optional(tool, member, member.isString());
        String clean = withoutControls(member.text());
        if (clean.length() < member.text().length()) {
            repaired.add(Problem.DESCRIPTION_CONTROL_CHARACTERS);
            edits.replace(member.valueStart(), member.valueEnd(), JsonString.encode(clean));
        }
    }

    private void optional(ObjectEdit owner, Member member, boolean rightType) {
        if (!rightType) {
            repaired.add(Problem.MEMBER_TYPE);
            owner.remove(member);
        }
    }

    private void annotations(ObjectEdit tool, Member member) throws IOException {
        optional(tool, member, member.isObject());
        if (member.isObject()) {
            ObjectEdit annotations = new ObjectEdit(raw, member.valueStart(), member.valueEnd(), edits);
            for (Member annotation : annotations.members()) {
                optional(annotations, annotation, !annotation.isNull() || !isHint(annotation.name()));
            }
            annotations.finish();
        }
    }

    /** MCP 2025-11-25, ToolAnnotations: what clients check the type of. */
    private static boolean isHint(String name) {
        return switch (name) {
            case "title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint" -> true;
            default -> false;
        };
    }

    private void inputSchema(Member member) throws IOException {
        if (!member.isObject()) {
            repaired.add(Problem.INPUT_SCHEMA_NOT_AN_OBJECT);
            edits.replace(member.valueStart(), member.valueEnd(), OPEN_OBJECT);
            return;
        }
        ObjectEdit schema = new ObjectEdit(raw, member.valueStart(), member.valueEnd(), edits);
        boolean combined = false;
        for (Member keyword : schema.members()) {
            combined |= isCombinator(keyword.name());
        }
        if (!schema.has("type")) {
            repaired.add(Problem.INPUT_SCHEMA_TYPE);
            schema.add(TYPE_OBJECT);
        }
        for (Member keyword : schema.members()) {
            keyword(schema, keyword, combined);
        }
        schema.finish();
    }

    private void keyword(ObjectEdit schema, Member keyword, boolean combined) throws IOException {
        switch (keyword.name()) {
            case "type" -> {
                if (!keyword.text().equals("object")) {
                    repaired.add(Problem.INPUT_SCHEMA_TYPE);
                    edits.replace(keyword.valueStart(), keyword.valueEnd(), ascii("\"object\""));
                }
            }
            case "properties" -> properties(schema, keyword);
            case "required" -> {
                if (!isArrayOfStrings(keyword)) {
                    repaired.add(Problem.INPUT_SCHEMA_REQUIRED);
                    schema.remove(keyword);
                }
            }
            case "unevaluatedProperties" -> {
                // It counted the properties of the branches; without them it would refuse those.
                if (combined) {
                    schema.remove(keyword);
                }
            }
            default -> {
                if (isCombinator(keyword.name())) {
                    repaired.add(Problem.INPUT_SCHEMA_COMBINATOR);
                    schema.remove(keyword);
                }
            }
        }
    }

    private void properties(ObjectEdit schema, Member properties) throws IOException {
        if (!properties.isObject()) {
            repaired.add(Problem.INPUT_SCHEMA_PROPERTIES);
            schema.remove(properties);
            return;
        }
        for (Member property : new ObjectEdit(raw, properties.valueStart(), properties.valueEnd(), edits).members()) {
            if (!property.isObject()) {
                repaired.add(Problem.INPUT_SCHEMA_PROPERTIES);
                byte[] schemaObject = property.kind() == JsonToken.VALUE_FALSE ? NOTHING : ANYTHING;
                edits.replace(property.valueStart(), property.valueEnd(), schemaObject);
            }
        }
    }

    private void outputSchema(ObjectEdit tool, Member member) throws IOException {
        boolean describesObject = false;
        if (member.isObject()) {
            ObjectEdit schema = new ObjectEdit(raw, member.valueStart(), member.valueEnd(), edits);
            describesObject = schema.has("type");
            for (Member keyword : schema.members()) {
                describesObject &= switch (keyword.name()) {
                    case "type" -> keyword.text().equals("object");
                    case "properties" -> keyword.isObject();
                    case "required" -> isArrayOfStrings(keyword);
                    default -> true;
                };
            }
        }
        if (!describesObject) {
            repaired.add(Problem.OUTPUT_SCHEMA);
            tool.remove(member);
        }
    }

    private boolean isArrayOfStrings(Member member) throws IOException {
        if (!member.isArray()) {
            return false;
        }
        try (JsonParser parser = Json.parser(raw, member.valueStart(), member.valueEnd())) {
            Json.next(parser);
            while (Json.next(parser) == JsonToken.VALUE_STRING) {
                // Any other token ends the walk: the closing bracket, or what does not belong.
            }
            return parser.currentToken() == JsonToken.END_ARRAY;
        }
    }

    private static boolean isCombinator(String keyword) {
        return switch (keyword) {
            case "anyOf", "oneOf", "allOf", "not", "enum" -> true;
            default -> false;
        };
    }

    /** Without C0 and C1 control characters and DEL, line breaks and tabs aside. */
    private static String withoutControls(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isISOControl(c) || c == '\n' || c == '\r' || c == '\t') {
                clean.append(c);
            }
        }
        return clean.toString();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
