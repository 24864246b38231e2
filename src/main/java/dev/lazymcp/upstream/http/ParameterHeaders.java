package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one tool that are to be mirrored into headers (MCP 2026-07-28 "Streamable HTTP", custom headers from tool
 * parameters).
 *
 * @param parameters those parameters
 */
record ParameterHeaders(List<Parameter> parameters) {
    private static final String ANNOTATION = "x-mcp-header";
    private static final String TOKEN_CHARACTERS = "!#$%&'*+-.^_`|~";

    /** Copies the list. */
    ParameterHeaders {
        parameters = List.copyOf(parameters);
    }

    /**
     * A parameter.
     *
     * @param path the names of the properties that lead to it
     * @param header the name of its header
     */
    record Parameter(List<String> path, String header) {
        /** Copies the list. */
        Parameter {
            path = List.copyOf(path);
        }
    }

    /** A tool that cannot be offered over HTTP. */
    static final class Invalid extends Exception {
        private static final long serialVersionUID = 1;

        Invalid(String reason) {
            super(reason);
        }
    }

    /**
     * Reads the annotations of {@code inputSchema}.
     *
     * @throws Invalid where one is not allowed
     */
    static ParameterHeaders read(Frame inputSchema) throws Invalid {
        Reader reader = new Reader();
        reader.schema(inputSchema, List.of(), true);
        return new ParameterHeaders(reader.found);
    }

    /** The headers for a call with {@code arguments}; what is missing there or null has none. */
    Map<String, String> of(Frame arguments) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Parameter parameter : parameters) {
            var span = Json.find(arguments, parameter.path().toArray(String[]::new));
            String value = span == null ? null : text(arguments.part(span));
            if (value != null) {
                headers.put("Mcp-Param-" + parameter.header(), ModernHeaders.value(value));
            }
        }
        return headers;
    }

    private static @Nullable String text(Frame value) {
        String string = Json.decodeString(value);
        if (string != null) {
            return string;
        }
        String spelt = value.toString();
        if (spelt.equals("true") || spelt.equals("false")) {
            return spelt;
        }
        return Json.id(value) == null ? null : integer(spelt);
    }

    /** In decimals, however it was spelt; what is no integer, as it was spelt, for the server to judge. */
    private static String integer(String spelt) {
        try {
            return new BigDecimal(spelt).toBigIntegerExact().toString();
        } catch (ArithmeticException | NumberFormatException noInteger) {
            return spelt;
        }
    }

    private static final class Reader {
        private final List<Parameter> found = new ArrayList<>();
        private final Set<String> names = new HashSet<>();

        void schema(Frame schema, List<String> path, boolean reachable) throws Invalid {
            String type = Json.string(schema, "type");
            for (Json.Member member : Json.members(schema)) {
                Frame value = schema.part(member.value());
                switch (member.name()) {
                    case ANNOTATION -> annotation(value, path, reachable, type);
                    case "properties" -> {
                        for (Json.Member property : Json.members(value)) {
                            List<String> longer = new ArrayList<>(path);
                            longer.add(property.name());
                            schema(value.part(property.value()), longer, reachable);
                        }
                    }
                    // Values of the tool's own, no schemas.
                    case "default", "enum", "const", "examples" -> {}
                    default -> other(value, path);
                }
            }
        }

        private void other(Frame value, List<String> path) throws Invalid {
            if (Json.isObject(value)) {
                schema(value, path, false);
            } else {
                for (var element : Json.elements(value)) {
                    other(value.part(element), path);
                }
            }
        }

        private void annotation(Frame value, List<String> path, boolean reachable, @Nullable String type)
                throws Invalid {
            String name = Json.decodeString(value);
            if (name == null || name.isEmpty() || !name.chars().allMatch(Reader::isTokenCharacter)) {
                throw new Invalid(ANNOTATION + " is no name of a header: " + value);
            }
            if (!reachable || path.isEmpty()) {
                throw new Invalid(ANNOTATION + " \"" + name + "\" stands where no single argument belongs to it");
            }
            if (!"string".equals(type) && !"integer".equals(type) && !"boolean".equals(type)) {
                throw new Invalid(ANNOTATION + " \"" + name + "\" is for a parameter of the type " + type);
            }
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw new Invalid(ANNOTATION + " \"" + name + "\" is there twice");
            }
            found.add(new Parameter(path, name));
        }

        private static boolean isTokenCharacter(int c) {
            return (c >= '0' && c <= '9')
                    || (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || TOKEN_CHARACTERS.indexOf(c) >= 0;
        }
    }
}
