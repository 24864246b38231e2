package dev.lazymcp.shim;

import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Reply;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the client told a server, or the stub in its place, that a server started later has to know too. */
final class Replay {
    private final Map<String, Frame> subscriptions = new LinkedHashMap<>();
    private @Nullable Frame logLevel;
    private boolean rootsChanged;
    private final Map<String, Request> missed = new LinkedHashMap<>();

    /** Keeps what {@code request} tells a server, if it is of that kind. */
    void note(Request request) {
        Frame params = request.paramsOrEmpty();
        switch (request.method()) {
            case "logging/setLevel" -> logLevel = params;
            case "resources/subscribe" -> {
                String uri = Json.string(params, "uri");
                if (uri != null) {
                    subscriptions.put(uri, params);
                }
            }
            case "resources/unsubscribe" -> {
                String uri = Json.string(params, "uri");
                if (uri != null) {
                    subscriptions.remove(uri);
                }
            }
            default -> {}
        }
    }

    /** The server runs, but was not told of {@code request}, which the stub answered while the server was out of sight. */
    void missed(Request request) {
        switch (request.method()) {
            case "logging/setLevel" -> missed.put("", request);
            case "resources/subscribe", "resources/unsubscribe" -> {
                String uri = Json.string(request.paramsOrEmpty(), "uri");
                if (uri != null) {
                    missed.put("uri " + uri, request);
                }
            }
            default -> {}
        }
    }

    /** The client's roots changed while the server was not told. */
    void missedRootsChange() {
        rootsChanged = true;
    }

    /** Whether the server watches something for the client, which it can only do while it runs. */
    boolean hasSubscriptions() {
        return !subscriptions.isEmpty();
    }

    /** Tells a server that has just finished its handshake. */
    void to(Connection server, ServerFacts facts) {
        if (logLevel != null && facts.can("logging")) {
            server.ask("logging/setLevel", logLevel, _ -> {});
        }
        if (facts.can("resources")) {
            for (Frame params : subscriptions.values()) {
                server.ask("resources/subscribe", params, _ -> {});
            }
        }
        rootsChanged = false; // a server that has just begun asks for the roots as they are
        missed.clear();
    }

    /** Tells a server that the client could not reach for a while. */
    void missed(Connection server) {
        ServerFacts facts = server.facts();
        for (Request request : missed.values()) {
            if (facts != null && facts.serves(request.method())) {
                server.ask(request.method(), request.paramsOrEmpty(), _ -> {});
            }
        }
        missed.clear();
        if (rootsChanged) {
            rootsChanged = false;
            server.send(Reply.notification("notifications/roots/list_changed"));
        }
    }
}
