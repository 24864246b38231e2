package dev.lazymcp.control;

import dev.lazymcp.os.ProcessIdentity;
import java.util.Optional;

/**
 * What makes stubs one session: the client process that started them, or a name that {@code LAZYMCP_SESSION} gives it.
 *
 * @param id how people name the session: the client's process id, or the name
 * @param client the client's process; empty where a name counts or where it cannot be seen
 */
public record SessionKey(String id, Optional<ProcessIdentity> client) {
    /** The variable that gives a session a name. */
    public static final String VARIABLE = "LAZYMCP_SESSION";

    /** The session of a process whose environment has {@code name} for {@link #VARIABLE}, empty for none, below {@code client}. */
    public static SessionKey of(String name, Optional<ProcessIdentity> client) {
        if (!name.isBlank()) {
            return new SessionKey(name.strip(), Optional.empty());
        }
        return new SessionKey(
                client.map(process -> Long.toString(process.pid())).orElse("0"), client);
    }

    /** Whether {@code that} is the same session. */
    public boolean matches(SessionKey that) {
        return id.equals(that.id)
                && (client.isEmpty() || that.client.isEmpty() || client.get().matches(that.client.get()));
    }
}
