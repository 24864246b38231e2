package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.shim.Shim;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A server behind the hub: a stub, and what it listed last. */
final class Member {
    private final String name;
    private final String scheme;
    private final Shim shim;
    private final Map<String, List<Frame>> listed = new HashMap<>();
    private final Set<String> asked = new HashSet<>();
    private boolean hasPrompts;
    private boolean hasResources;

    Member(String name, Shim shim) {
        this.name = name;
        this.scheme = HubNames.scheme(name);
        this.shim = shim;
    }

    /** The server's name, unlike that of each other member. */
    String name() {
        return name;
    }

    /** What stands before the URIs of its resources. */
    String scheme() {
        return scheme;
    }

    Shim shim() {
        return shim;
    }

    /** What it listed last for {@code method}; nothing where it never did. */
    synchronized List<Frame> listed(String method) {
        return listed.getOrDefault(method, List.of());
    }

    /** It is about to be asked for {@code method}; whether it does not owe an answer to that already. */
    synchronized boolean mayAsk(String method) {
        return asked.add(method);
    }

    /** It listed {@code elements}; whether that is something else than before. */
    synchronized boolean lists(String method, List<Frame> elements) {
        asked.remove(method);
        List<Frame> before = listed.put(method, List.copyOf(elements));
        return before == null || !texts(before).equals(texts(elements));
    }

    /** It does not answer {@code method} after all. */
    synchronized void forget(String method) {
        asked.remove(method);
    }

    private static List<String> texts(List<Frame> elements) {
        return elements.stream().map(Frame::toString).toList();
    }

    /** Takes note of what it has besides tools; the lists that it has now and had not when this was last asked. */
    synchronized List<String> newLists() {
        boolean prompts = shim.serves("prompts/list");
        boolean resources = shim.serves("resources/list");
        List<String> fresh =
                List.of(prompts && !hasPrompts ? "prompts" : "", resources && !hasResources ? "resources" : "").stream()
                        .filter(list -> !list.isEmpty())
                        .toList();
        hasPrompts |= prompts;
        hasResources |= resources;
        return fresh;
    }
}
