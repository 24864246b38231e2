package dev.lazymcp.hub;

import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Notification;
import java.util.HashSet;
import java.util.Set;

/** The resources that the client watches under the names that their servers give them. */
final class Subscriptions {
    private final Set<String> raw = new HashSet<>();

    /** The client watches {@code uri}, or does not any more. */
    synchronized void note(String uri, boolean watches) {
        if (watches) {
            raw.add(uri);
        } else {
            raw.remove(uri);
        }
    }

    /** Whether {@code updated} is about one of them. */
    synchronized boolean isRaw(Notification updated) {
        return !raw.isEmpty() && raw.contains(Json.string(updated.paramsOrEmpty(), "uri"));
    }
}
