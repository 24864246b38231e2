package dev.lazymcp.catalog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file format of an entry: one JSON object, its members in this order.
 *
 * <pre>
 * {"format":1,"bytes":     51234,"headBytes":       812,     fixed width: filled in last
 *  "learnedAt":…,"learnedBy":…,"startMillis":…,"protocolVersions":{…},"capabilities":{…},"serverInfo":{…},"instructions":…,
 *  "toolNames":[…],                                          the head ends at this bracket
 *  "tools":[…],"prompts":[…],"resources":[…],"resourceTemplates":[…]}
 * </pre>
 *
 * <p>{@code bytes} is the size of the file, so that a cut one is known as such by its head alone. Unknown members are
 * skipped: a later version may add some without a new format number.
 */
final class CatalogFile {
    /** Servers list kilobytes; this only keeps a mistake from filling the memory. */
    static final int MAX_BYTES = 64 << 20;

    private static final int FORMAT = 1;
    private static final int NUMBER_WIDTH = 10;

    /** One read, and what a page cache reads ahead anyway; a typical head has less than a tenth of it. */
    private static final int FIRST_READ = 8192;

    private CatalogFile() {}

    /**
     * Reads the head of a file that has {@code size} bytes, and no more of it than its first {@value #FIRST_READ} bytes
     * when the head ends there.
     *
     * @throws IOException when the file is not a whole catalog file of this format
     */
    static CatalogHead head(InputStream in, long size) throws IOException {
        byte[] chunk = PrivateFile.read(in, (int) Math.min(checked(size), FIRST_READ));
        Header header = Header.of(chunk, size);
        if (header.headBytes > chunk.length) {
            int read = chunk.length;
            chunk = Arrays.copyOf(chunk, header.headBytes);
            System.arraycopy(PrivateFile.read(in, header.headBytes - read), 0, chunk, read, header.headBytes - read);
        }
        HeadReader head = new HeadReader();
        try (Members members = Members.of(chunk, 0, header.headBytes)) {
            do {
                if (!members.next()) {
                    throw new IOException("the object ends inside its head");
                }
                head.accept(members);
            } while (members.valueEnd() < header.headBytes);
        }
        return head.result();
    }

    /**
     * Reads a whole file of {@code size} bytes.
     *
     * @throws IOException when it is not a whole catalog file of this format
     */
    static CatalogEntry entry(InputStream in, long size) throws IOException {
        byte[] file = PrivateFile.read(in, (int) checked(size));
        Header.of(file, size);
        HeadReader reader = new HeadReader();
        List<byte[]> rawTools = new ArrayList<>();
        List<byte[]> prompts = new ArrayList<>();
        List<byte[]> resources = new ArrayList<>();
        List<byte[]> resourceTemplates = new ArrayList<>();
        try (Members members = Members.of(file)) {
            while (members.next()) {
                switch (members.name()) {
                    case "tools" -> rawTools = RawArray.elements(file, members.valueStart(), members.valueEnd());
                    case "prompts" -> prompts = RawArray.elements(file, members.valueStart(), members.valueEnd());
                    case "resources" -> resources = RawArray.elements(file, members.valueStart(), members.valueEnd());
                    case "resourceTemplates" ->
                        resourceTemplates = RawArray.elements(file, members.valueStart(), members.valueEnd());
                    default -> reader.accept(members);
                }
            }
        }
        CatalogHead head = reader.result();
        return new CatalogEntry(
                head.protocolVersions(),
                head.capabilities(),
                head.serverInfo(),
                head.instructions(),
                tools(head.toolNames(), rawTools),
                prompts,
                resources,
                resourceTemplates,
                reader.learnedAt,
                reader.learnedBy,
                head.startMillis());
    }

    /** The head names the tools in their order, so they need not be parsed one by one. */
    private static List<Tool> tools(List<String> names, List<byte[]> raw) throws IOException {
        if (names.size() != raw.size()) {
            throw new IOException(names.size() + " tool names for " + raw.size() + " tools");
        }
        List<Tool> tools = new ArrayList<>(raw.size());
        for (int i = 0; i < raw.size(); i++) {
            tools.add(new Tool(names.get(i), raw.get(i)));
        }
        return tools;
    }

    /**
     * The bytes of a file with {@code entry}.
     *
     * @throws IOException when a raw part of the entry is not what the record says, or all is more than 64 MiB
     */
    static byte[] encode(CatalogEntry entry) throws IOException {
        checkObject(entry.capabilities());
        checkObject(entry.serverInfo());
        Writer out = new Writer();
        out.ascii("{\"format\":" + FORMAT + ",\"bytes\":");
        int bytesAt = out.reserve();
        out.ascii(",\"headBytes\":");
        int headBytesAt = out.reserve();
        out.member("learnedAt").string(entry.learnedAt());
        out.member("learnedBy").string(entry.learnedBy());
        if (entry.startMillis() > 0) {
            out.member("startMillis").ascii(Integer.toString(entry.startMillis()));
        }
        out.member("protocolVersions").stringMap(entry.protocolVersions());
        out.member("capabilities").raw(entry.capabilities());
        out.member("serverInfo").raw(entry.serverInfo());
        if (entry.instructions().isPresent()) {
            out.member("instructions").string(entry.instructions().get());
        }
        List<byte[]> tools = new ArrayList<>(entry.tools().size());
        List<String> names = new ArrayList<>(entry.tools().size());
        for (Tool tool : entry.tools()) {
            tools.add(tool.raw());
            names.add(tool.name());
        }
        out.member("toolNames").strings(names);
        int headBytes = out.size();
        out.member("tools").objects(tools);
        out.member("prompts").objects(entry.prompts());
        out.member("resources").objects(entry.resources());
        out.member("resourceTemplates").objects(entry.resourceTemplates());
        out.ascii("}\n");
        byte[] file = out.toByteArray();
        checked(file.length);
        fill(file, bytesAt, file.length);
        fill(file, headBytesAt, headBytes);
        return file;
    }

    private static long checked(long size) throws IOException {
        if (size > MAX_BYTES) {
            throw new IOException(size + " bytes are more than a catalog file may have");
        }
        return size;
    }

    private static void checkObject(byte[] json) throws IOException {
        try (Members members = Members.of(json)) {
            while (members.next()) {
                // Walking to the end is the check.
            }
        }
    }

    /** Right-justified: JSON has no leading zeros. */
    private static void fill(byte[] file, int at, int number) {
        String digits = Integer.toString(number);
        int pad = NUMBER_WIDTH - digits.length();
        for (int i = 0; i < digits.length(); i++) {
            file[at + pad + i] = (byte) digits.charAt(i);
        }
    }

    /** The three members that every file of any format begins with, as far as {@code format} tells. */
    private record Header(int headBytes) {
        static Header of(byte[] chunk, long size) throws IOException {
            try (Members members = Members.of(chunk)) {
                int format = expect(members, "format");
                if (format != FORMAT) {
                    throw members.error("is " + format + ", which another version of lazymcp wrote");
                }
                if (expect(members, "bytes") != size) {
                    throw members.error("is not the size of the file, " + size);
                }
                int headBytes = expect(members, "headBytes");
                if (headBytes <= members.valueEnd() || headBytes > size) {
                    throw members.error("is outside the file");
                }
                return new Header(headBytes);
            }
        }

        private static int expect(Members members, String name) throws IOException {
            if (!members.next() || !members.name().equals(name)) {
                throw members.error("stands where \"" + name + "\" belongs");
            }
            return members.size();
        }
    }

    /** Collects the members of the head in whatever order they come. */
    private static final class HeadReader {
        private static final int PROTOCOL_VERSIONS = 1;
        private static final int CAPABILITIES = 2;
        private static final int SERVER_INFO = 4;
        private static final int TOOL_NAMES = 8;
        private static final int LEARNED_AT = 16;
        private static final int LEARNED_BY = 32;
        private static final int ALL = 63;

        private int seen;
        private Map<String, String> protocolVersions = Map.of();
        private byte[] capabilities = {};
        private byte[] serverInfo = {};
        private Optional<String> instructions = Optional.empty();
        private List<String> toolNames = List.of();
        private String learnedAt = "";
        private String learnedBy = "";
        private int startMillis;

        void accept(Members members) throws IOException {
            switch (members.name()) {
                case "protocolVersions" -> {
                    protocolVersions = stringMap(members);
                    seen |= PROTOCOL_VERSIONS;
                }
                case "capabilities" -> {
                    capabilities = object(members);
                    seen |= CAPABILITIES;
                }
                case "serverInfo" -> {
                    serverInfo = object(members);
                    seen |= SERVER_INFO;
                }
                case "instructions" -> instructions = Optional.of(string(members));
                case "toolNames" -> {
                    toolNames = strings(members);
                    seen |= TOOL_NAMES;
                }
                case "learnedAt" -> {
                    learnedAt = string(members);
                    seen |= LEARNED_AT;
                }
                case "learnedBy" -> {
                    learnedBy = string(members);
                    seen |= LEARNED_BY;
                }
                case "startMillis" -> startMillis = Math.max(0, members.size());
                default -> {
                    // Of a later version, or one of the three that begin the file.
                }
            }
        }

        CatalogHead result() throws IOException {
            if (seen != ALL) {
                throw new IOException("members are missing");
            }
            return new CatalogHead(protocolVersions, capabilities, serverInfo, instructions, toolNames, startMillis);
        }

        private static String string(Members members) throws IOException {
            if (!members.isString()) {
                throw members.error("is not a string");
            }
            return members.text();
        }

        private static byte[] object(Members members) throws IOException {
            if (!members.isObject()) {
                throw members.error("is not an object");
            }
            return members.raw();
        }

        private static Map<String, String> stringMap(Members members) throws IOException {
            Map<String, String> map = new LinkedHashMap<>();
            try (Members inner = Members.of(object(members))) {
                while (inner.next()) {
                    map.put(inner.name(), string(inner));
                }
            }
            return map;
        }

        private static List<String> strings(Members members) throws IOException {
            List<String> strings = new ArrayList<>();
            byte[] raw = members.raw();
            try (JsonParser parser = Json.parser(raw, 0, raw.length)) {
                if (Json.next(parser) != JsonToken.START_ARRAY) {
                    throw members.error("is not an array");
                }
                while (Json.next(parser) != JsonToken.END_ARRAY) {
                    if (parser.currentToken() != JsonToken.VALUE_STRING) {
                        throw members.error("holds something else than strings");
                    }
                    strings.add(parser.getText());
                }
            }
            return strings;
        }
    }

    /** Appends JSON text. */
    private static final class Writer {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream(FIRST_READ);

        int size() {
            return out.size();
        }

        byte[] toByteArray() {
            return out.toByteArray();
        }

        void ascii(String text) {
            raw(text.getBytes(StandardCharsets.US_ASCII));
        }

        /** Blanks for a number that is not known yet; its index. */
        int reserve() {
            int at = out.size();
            ascii(" ".repeat(NUMBER_WIDTH));
            return at;
        }

        Writer member(String name) {
            ascii(",\"" + name + "\":");
            return this;
        }

        void raw(byte[] json) {
            out.write(json, 0, json.length);
        }

        void string(String text) {
            raw(JsonString.encode(text));
        }

        void strings(List<String> texts) {
            String separator = "[";
            for (String text : texts) {
                ascii(separator);
                string(text);
                separator = ",";
            }
            ascii(texts.isEmpty() ? "[]" : "]");
        }

        void stringMap(Map<String, String> map) {
            String separator = "{";
            for (Map.Entry<String, String> entry : map.entrySet()) {
                ascii(separator);
                string(entry.getKey());
                ascii(":");
                string(entry.getValue());
                separator = ",";
            }
            ascii(map.isEmpty() ? "{}" : "}");
        }

        void objects(List<byte[]> elements) throws IOException {
            String separator = "[";
            for (byte[] element : elements) {
                checkObject(element);
                ascii(separator);
                raw(element);
                separator = ",";
            }
            ascii(elements.isEmpty() ? "[]" : "]");
        }
    }
}
