package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a {@link FakeServer} can be called for. Each tool is listed with the JSON that stands here. */
final class FakeTools {
    static final String CAPABILITIES = """
            {"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},\
            "prompts":{"listChanged":true},"logging":{},"completions":{}}""";

    /**
     * A tool with everything in it that a typed proxy loses: unknown members at each level, members out of order and
     * twice, numbers that no double keeps, characters beyond ASCII, escapes that need not be.
     */
    static final String ODD_TOOL =
            "{\"x-first\":1.0,\"name\":\"odd\",\"title\":\"\\u00c9trange \u2028\u00e9\ud83d\ude00\","
                    + "\"description\":\"Odd. Really.\",\"execution\":{\"taskSupport\":\"optional\",\"x\":1E400},"
                    + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\",\"maximum\":1e2,"
                    + "\"minimum\":-0,\"default\":9007199254740993}},\"x-dup\":1,\"x-dup\":2},"
                    + "\"icons\":[{\"src\":\"data:,\",\"sizes\":[\"1x1\"]}],"
                    + "\"annotations\":{\"readOnlyHint\":true,\"x-hint\":null},\"_meta\":{\"a/b\":[1.50,\"\\/\"]}}";

    static final List<String> RESOURCES =
            List.of("{\"uri\":\"fake://one\",\"name\":\"one\"}", "{\"uri\":\"fake://two\",\"name\":\"two\"}");
    static final List<String> PROMPTS = List.of("{\"name\":\"greet\",\"description\":\"Greets.\"}");

    private static final String ANYTHING = "{\"type\":\"object\",\"properties\":{}}";
    private static final String ADDENDS = """
            {"type":"object","properties":{"augend":{"type":"number"},"addend":{"type":"number"}},\
            "required":["augend","addend"]}""";

    /** The names of the tools that every fake server has, in the order of its list. */
    static final List<String> NAMES = List.copyOf(standard().keySet());

    private final FakeServer server;
    private final Map<String, String> listed = standard();

    FakeTools(FakeServer server, FakeOptions options) {
        this.server = server;
        if (FakeModern.isWanted(options)) {
            listed.put("want", tool("want", "Wants input first, and shows what it got.", ANYTHING));
        }
        for (String tool : options.texts("tool")) {
            listed.put(SpelledJson.parse(tool).get("name").text(), tool);
        }
    }

    private static Map<String, String> standard() {
        Map<String, String> tools = new LinkedHashMap<>();
        tools.put("odd", ODD_TOOL);
        tools.put("echo", tool("echo", "Answers with its arguments. They come back as they were spelled.", ANYTHING));
        tools.put("add", tool("add", "Adds two numbers.", ADDENDS));
        tools.put("raw", tool("raw", "Answers with the result that is given as the string result.", ANYTHING));
        tools.put("big", tool("big", "Answers with a text of so many bytes.", ANYTHING));
        tools.put("args", tool("args", "Shows the command line of the server.", ANYTHING));
        tools.put("env", tool("env", "Shows an environment variable of the server.", ANYTHING));
        tools.put("property", tool("property", "Shows a system property of the server.", ANYTHING));
        tools.put("cwd", tool("cwd", "Shows the working directory of the server.", ANYTHING));
        tools.put("received", tool("received", "Shows every line the server has received.", ANYTHING));
        tools.put("gate", tool("gate", "Answers when the test opens the gate.", ANYTHING));
        tools.put("progress", tool("progress", "Reports progress and logs between.", ANYTHING));
        tools.put("ask", tool("ask", "Sends a request to the client and shows the answer.", ANYTHING));
        tools.put("touch", tool("touch", "Says that a resource was updated.", ANYTHING));
        tools.put("grow", tool("grow", "Adds a tool and says so.", ANYTHING));
        tools.put("last_words", tool("last_words", "Answers and exits in the same moment.", ANYTHING));
        tools.put("close_stdout", tool("close_stdout", "Closes the output and lives on.", ANYTHING));
        tools.put("die", tool("die", "Exits without an answer.", ANYTHING));
        return tools;
    }

    private static String tool(String name, String description, String schema) {
        return "{\"name\":" + SpelledJson.quote(name) + ",\"description\":" + SpelledJson.quote(description)
                + ",\"inputSchema\":" + schema + "}";
    }

    /** The tools as they are listed. */
    List<String> list() {
        return List.copyOf(listed.values());
    }

    void call(String id, SpelledJson params) {
        SpelledJson arguments = params.get("arguments");
        String name = params.get("name").text();
        switch (name) {
            case "echo" -> text(id, arguments.textOr("{}"));
            case "add" -> add(id, arguments);
            case "raw" -> server.result(id, arguments.get("result").text());
            case "big" -> filler(id, arguments);
            case "args" -> text(id, argv(server));
            case "env" ->
                text(id, System.getenv().getOrDefault(arguments.get("name").text(), "(unset)"));
            case "property" -> text(id, System.getProperty(arguments.get("name").text(), "(unset)"));
            case "cwd" -> text(id, System.getProperty("user.dir"));
            case "received" ->
                text(
                        id,
                        server.received().stream()
                                .map(line -> new String(line, UTF_8))
                                .collect(joining("\n")));
            case "gate" -> {
                String gate = arguments.get("name").textOr("gate");
                server.hold(gate, id, () -> text(id, "through " + gate));
            }
            case "progress" -> progress(id, params);
            case "ask" ->
                server.ask(
                        arguments.get("id").raw(),
                        arguments.get("method").text(),
                        arguments.get("params").textOr("{}"),
                        answer -> text(id, answer.raw()));
            case "touch" -> touch(id, arguments.get("uri").text());
            case "grow" -> {
                listed.put("grown", tool("grown", "Was not there before.", ANYTHING));
                server.notify("notifications/tools/list_changed", "{}");
                text(id, "grown");
            }
            case "want" -> FakeModern.want(server, id, params);
            case "last_words" -> {
                filler(id, arguments);
                FakeServer.die(FakeServer.DEATH);
            }
            case "close_stdout" -> server.closeOut();
            case "die" -> {
                server.writeErr(arguments.get("stderr").textOr("dying as told\n"));
                FakeServer.die(arguments.get("code").numberOr(FakeServer.DEATH));
            }
            default -> {
                if (listed.containsKey(name)) {
                    text(id, "called " + name);
                } else {
                    server.error(id, -32602, "Unknown tool: " + name);
                }
            }
        }
    }

    private static String argv(FakeServer server) {
        return server.argv().stream().map(SpelledJson::quote).collect(joining(",", "[", "]"));
    }

    private void add(String id, SpelledJson arguments) {
        if (arguments.get("augend").present() && arguments.get("addend").present()) {
            text(
                    id,
                    Integer.toString(arguments.get("augend").numberOr(0)
                            + arguments.get("addend").numberOr(0)));
        } else {
            server.error(id, -32602, "Invalid arguments for tool add");
        }
    }

    private void progress(String id, SpelledJson params) {
        String token = params.get("_meta").get("progressToken").textOr("");
        String spelled = params.get("_meta").get("progressToken").raw();
        int steps = params.get("arguments").get("steps").numberOr(3);
        for (int step = 1; step <= steps; step++) {
            if (!token.isEmpty()) {
                server.notify(
                        "notifications/progress",
                        "{\"progressToken\":" + spelled + ",\"progress\":" + step + ".0,\"total\":" + steps + "}");
            }
            server.notify("notifications/message", "{\"level\":\"info\",\"data\":\"step " + step + "\"}");
        }
        text(id, "done");
    }

    private void touch(String id, String uri) {
        if (server.subscribed(uri)) {
            server.notify("notifications/resources/updated", "{\"uri\":" + SpelledJson.quote(uri) + "}");
        }
        text(id, server.subscribed(uri) ? "updated" : "nobody subscribed");
    }

    /** A text of as many characters as wanted, none of which has to be looked at. */
    private void filler(String id, SpelledJson arguments) {
        String filler = "x".repeat(arguments.get("bytes").numberOr(0));
        server.result(id, "{\"content\":[{\"type\":\"text\",\"text\":\"" + filler + "\"}]}");
    }

    private void text(String id, String text) {
        server.result(id, "{\"content\":[{\"type\":\"text\",\"text\":" + SpelledJson.quote(text) + "}]}");
    }
}
