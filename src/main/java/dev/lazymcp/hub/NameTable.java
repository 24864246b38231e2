package dev.lazymcp.hub;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names that were listed to the client, and what they stand for. A name that was listed once means the same for the rest of the
 * session.
 */
final class NameTable {
    /**
     * What a name stands for.
     *
     * @param server the server's name
     * @param name what that calls it
     */
    record Meaning(String server, String name) {}

    private final Map<String, Meaning> meanings = new HashMap<>();

    /** The name under which {@code name} of {@code server} is listed. */
    synchronized String add(String server, String name) {
        Meaning meaning = new Meaning(server, name);
        for (int attempt = 0; ; attempt++) {
            String listed = HubNames.of(server, name, attempt);
            Meaning other = meanings.putIfAbsent(listed, meaning);
            if (other == null || other.equals(meaning)) {
                return listed;
            }
        }
    }

    /** What {@code listed} stands for; null where it was never listed. */
    synchronized @Nullable Meaning find(String listed) {
        return meanings.get(listed);
    }
}
