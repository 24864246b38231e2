package dev.lazymcp.process;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Starts hubs, and writes the files that they serve. */
final class Hubs {
    private Hubs() {}

    static List<String> names(StubProcess hub, String method, String list, String member) {
        List<String> names = new ArrayList<>();
        hub.request(method, "{}")
                .result()
                .get(list)
                .forEach(element -> names.add(element.get(member).asText()));
        return names;
    }

    /** A file with the servers {@code names}. */
    static Path servers(Sandbox sandbox, String... names) throws IOException {
        Map<String, List<String>> servers = new LinkedHashMap<>();
        for (String name : names) {
            servers.put(name, sandbox.serverCommand("--role=" + name));
        }
        return file(sandbox, servers);
    }

    /** A file with {@code servers}. */
    static Path file(Sandbox sandbox, Map<String, List<String>> servers) throws IOException {
        String entries = servers.entrySet().stream()
                .map(server -> SpelledJson.quote(server.getKey()) + ":" + entry(server.getValue()))
                .collect(joining(","));
        return Files.writeString(sandbox.file("hub.json"), "{\"mcpServers\":{" + entries + "}}\n");
    }

    static String entry(List<String> command) {
        return "{\"command\":" + SpelledJson.quote(command.getFirst()) + ",\"args\":["
                + command.stream().skip(1).map(SpelledJson::quote).collect(joining(",")) + "]}";
    }

    static String wrapped(String name, List<String> command) {
        return "{\"command\":\"lazymcp\",\"args\":[\"wrap\",\"--name\"," + SpelledJson.quote(name) + ",\"--\","
                + command.stream().map(SpelledJson::quote).collect(joining(",")) + "]}";
    }

    /** A hub of {@code files}; what begins with dashes is an option. */
    static StubProcess start(Sandbox sandbox, List<Path> files) {
        List<String> line = new ArrayList<>(LazymcpExecutable.command());
        line.add("hub");
        for (Path file : files) {
            if (!file.toString().startsWith("--")) {
                line.add("--config");
            }
            line.add(file.toString());
        }
        return sandbox.start(line, Map.of());
    }

    static StubProcess hub(Sandbox sandbox, Path file) {
        StubProcess hub = start(sandbox, List.of(file));
        hub.initialize();
        return hub;
    }

    static StubProcess controlled(Sandbox sandbox, Path file) throws InterruptedException {
        StubProcess hub = hub(sandbox, file);
        sandbox.awaitSocket(hub);
        return hub;
    }
}
