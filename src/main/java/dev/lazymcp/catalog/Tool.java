package dev.lazymcp.catalog;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * One tool as the server sent it (MCP {@code Tool}).
 *
 * @param name the tool's name; empty when the server sent none, which {@link ToolDoctor} leaves out
 * @param raw the exact bytes of the tool object; shared, not to be written to
 */
@SuppressWarnings("ArrayRecordComponent") // equal by content, see equals
public record Tool(String name, byte[] raw) {
    private static final byte[] OPEN_OBJECT = "{\"type\":\"object\"}".getBytes(StandardCharsets.US_ASCII);

    /**
     * Reads the name out of a tool object and keeps its bytes. Of duplicate members the last counts, as in JSON.parse.
     *
     * @throws IOException when {@code raw} is not one well-formed JSON object
     */
    public static Tool parse(byte[] raw) throws IOException {
        String name = "";
        try (Members members = Members.of(raw)) {
            while (members.next()) {
                if (members.name().equals("name")) {
                    name = members.isString() ? members.text() : "";
                }
            }
        }
        return new Tool(name, raw);
    }

    /**
     * The tools of a {@code tools} array as it stands in a {@code ListToolsResult}.
     *
     * @throws IOException when it is not an array of objects
     */
    public static List<Tool> listFrom(byte[] toolsArray) throws IOException {
        List<byte[]> elements = RawArray.elements(toolsArray);
        List<Tool> tools = new ArrayList<>(elements.size());
        for (byte[] element : elements) {
            tools.add(parse(element));
        }
        return tools;
    }

    /**
     * What the tool does in one line: the first sentence of its description, else its title, else nothing. At most
     * {@value Sentence#MAX_CHARS} chars, white space collapsed, without control and invisible characters.
     */
    public String summary() {
        String description = "";
        String title = "";
        String annotated = "";
        try (Members members = Members.of(raw)) {
            while (members.next()) {
                switch (members.name()) {
                    case "description" -> description = members.isString() ? members.text() : "";
                    case "title" -> title = members.isString() ? members.text() : "";
                    case "annotations" -> annotated = annotatedTitle(members);
                    default -> {}
                }
            }
        } catch (IOException malformed) {
            throw notParsed(malformed);
        }
        String summary = Sentence.first(description);
        if (summary.isEmpty()) {
            summary = Sentence.first(title.isBlank() ? annotated : title);
        }
        return summary;
    }

    /** The exact bytes of the tool's {@code inputSchema}, or an open object schema when it has none. */
    public byte[] inputSchema() {
        byte[] schema = OPEN_OBJECT.clone();
        try (Members members = Members.of(raw)) {
            while (members.next()) {
                if (members.name().equals("inputSchema")) {
                    schema = members.raw();
                }
            }
        } catch (IOException malformed) {
            throw notParsed(malformed);
        }
        return schema;
    }

    /** The part of the tool that clients put into a prompt: an object with its name, description and input schema as they were spelt. */
    public byte[] promptPart() {
        SequencedMap<String, byte[]> kept = new LinkedHashMap<>();
        try (Members members = Members.of(raw)) {
            while (members.next()) {
                switch (members.name()) {
                    case "name", "description", "inputSchema" -> kept.put(members.name(), members.raw());
                    default -> {}
                }
            }
        } catch (IOException malformed) {
            throw notParsed(malformed);
        }
        ByteArrayOutputStream part = new ByteArrayOutputStream(raw.length);
        kept.forEach((member, value) -> {
            part.writeBytes(((part.size() == 0 ? "{\"" : ",\"") + member + "\":").getBytes(StandardCharsets.US_ASCII));
            part.writeBytes(value);
        });
        part.writeBytes((kept.isEmpty() ? "{}" : "}").getBytes(StandardCharsets.US_ASCII));
        return part.toByteArray();
    }

    private String annotatedTitle(Members annotations) throws IOException {
        String title = "";
        if (annotations.isObject()) {
            try (Members members = Members.of(raw, annotations.valueStart(), annotations.valueEnd())) {
                while (members.next()) {
                    if (members.name().equals("title")) {
                        title = members.isString() ? members.text() : "";
                    }
                }
            }
        }
        return title;
    }

    private IllegalStateException notParsed(IOException malformed) {
        return new IllegalStateException("tool " + name + " was not made by Tool.parse", malformed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tool(String otherName, byte[] otherRaw)
                && name.equals(otherName)
                && Arrays.equals(raw, otherRaw);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Arrays.hashCode(raw);
    }

    @Override
    public String toString() {
        return "Tool[" + name + ", " + raw.length + " bytes]";
    }
}
