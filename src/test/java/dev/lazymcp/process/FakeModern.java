package dev.lazymcp.process;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a {@link FakeServer} does otherwise that speaks revision 2026-07-28 alone: it refuses {@code initialize}, insists on the
 * {@code _meta} of each request, has streams of notifications, and asks for input within results. A client that does what only the
 * earlier revisions know violates the protocol.
 */
final class FakeModern {
    private static final String PREFIX = "io.modelcontextprotocol/";
    private static final String COMPLETE = "\"resultType\":\"complete\"";
    private static final String CACHED = "\"ttlMs\":60000,\"cacheScope\":\"public\"";

    private final FakeServer server;
    private final FakeOptions options;
    private final Map<String, SpelledJson> streams = new LinkedHashMap<>();

    FakeModern(FakeServer server, FakeOptions options) {
        this.server = server;
        this.options = options;
    }

    static boolean isWanted(FakeOptions options) {
        return options.texts("modern-while").isEmpty()
                ? options.has("modern")
                : new File(options.text("modern-while", "")).exists();
    }

    void receive(SpelledJson frame) {
        SpelledJson method = frame.get("method");
        if (!method.present()) {
            server.violation("a response, which this revision has not: " + frame.raw());
        } else if (frame.get("id").present()) {
            request(frame, method.text());
        } else if (method.text().equals("notifications/cancelled")) {
            SpelledJson id = frame.get("params").get("requestId");
            synchronized (this) {
                streams.remove(id.raw());
            }
            server.cancel(id);
        } else {
            server.violation("the notification " + method.text() + ", which this revision has not");
        }
    }

    private void request(SpelledJson frame, String method) {
        String id = frame.get("id").raw();
        SpelledJson meta = frame.get("params").get("_meta");
        switch (method) {
            case "initialize" -> server.error(id, -32022, "Unsupported protocol version; supported: 2026-07-28");
            case "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe" -> {
                server.violation(method + ", which this revision has not");
                server.error(id, -32601, "Method not found: " + method);
            }
            default -> {
                if (!meta.get(PREFIX + "protocolVersion").textOr("").equals("2026-07-28")
                        || !meta.get(PREFIX + "clientCapabilities").present()) {
                    server.violation(method + " without its _meta");
                    server.error(id, -32602, "_meta is incomplete");
                } else if (method.equals("server/discover")) {
                    server.result(id, discovered());
                } else if (method.equals("subscriptions/listen")) {
                    listen(id, frame.get("params").get("notifications"));
                } else {
                    server.request(frame);
                }
            }
        }
    }

    private String discovered() {
        return "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
                + options.text("capabilities", FakeTools.CAPABILITIES) + ",\"_meta\":{\"" + PREFIX
                + "serverInfo\":{\"name\":\"fake\",\"version\":\"2.0\"}}}";
    }

    private void listen(String id, SpelledJson filter) {
        synchronized (this) {
            streams.put(id, filter);
        }
        server.tell(
                "notifications/subscriptions/acknowledged",
                "{\"_meta\":" + stamp(id) + ",\"notifications\":" + filter.raw() + "}");
    }

    private static String stamp(String id) {
        return "{\"" + PREFIX + "subscriptionId\":" + id + "}";
    }

    /** Whether {@code method} comes on streams alone. */
    boolean streams(String method) {
        return method.endsWith("list_changed") || method.equals("notifications/resources/updated");
    }

    /** Tells each stream that asked for it. */
    void tell(String method, String params) {
        SpelledJson given = SpelledJson.parse(params);
        List<String> ids = new ArrayList<>();
        synchronized (this) {
            streams.forEach((id, filter) -> {
                boolean asked = method.equals("notifications/resources/updated")
                        ? has(filter, given.get("uri").text())
                        : filter.get(member(method)).present();
                if (asked) {
                    ids.add(id);
                }
            });
        }
        String uri = given.get("uri").present() ? ",\"uri\":" + given.get("uri").raw() : "";
        ids.forEach(id -> server.tell(method, "{\"_meta\":" + stamp(id) + uri + "}"));
    }

    private static String member(String method) {
        return method.substring("notifications/".length(), method.lastIndexOf('/')) + "ListChanged";
    }

    synchronized boolean watches(String uri) {
        return streams.values().stream().anyMatch(filter -> has(filter, uri));
    }

    private static boolean has(SpelledJson filter, String uri) {
        SpelledJson uris = filter.get("resourceSubscriptions");
        return uris.present()
                && uris.items().stream().anyMatch(one -> one.text().equals(uri));
    }

    /** A result with what this revision wants in it; what lists and reads has to say how long it holds. */
    static String complete(String result) {
        if (result.contains("\"resultType\"")) {
            return result;
        }
        boolean cached = result.startsWith("{\"tools\":")
                || result.startsWith("{\"prompts\":")
                || result.startsWith("{\"resource")
                || result.startsWith("{\"contents\":")
                || result.startsWith("{\"supportedVersions\":");
        String added = COMPLETE + (cached ? "," + CACHED : "");
        return result.equals("{}") ? "{" + added + "}" : "{" + added + "," + result.substring(1);
    }

    /** Wants {@code requests} for {@code rounds} times before it shows the state and the last answers. */
    static void want(FakeServer server, String id, SpelledJson params) {
        SpelledJson arguments = params.get("arguments");
        int rounds = arguments.get("rounds").numberOr(1);
        String state = params.get("requestState").textOr("");
        int had = state.isEmpty() ? 0 : Integer.parseInt(state.substring(state.lastIndexOf(' ') + 1));
        if (had < rounds) {
            String requests = arguments.get("requests").present()
                    ? ",\"inputRequests\":" + arguments.get("requests").raw()
                    : "";
            // An escape that nobody need have spelt so: the state is not to be touched.
            server.result(
                    id,
                    "{\"resultType\":\"input_required\"" + requests + ",\"requestState\":\"\\u0073tate " + (had + 1)
                            + "\"}");
            return;
        }
        String shown = List.of(params.get("requestState"), params.get("inputResponses")).stream()
                .map(member -> member.present() ? member.raw() : "none")
                .collect(joining(" "));
        server.result(id, "{\"content\":[{\"type\":\"text\",\"text\":" + SpelledJson.quote(shown) + "}]}");
    }
}
