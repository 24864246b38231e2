package dev.lazymcp.shim;

import dev.lazymcp.rpc.Message.Notification;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The server's announcements that a list changed. The first is passed on at once, those of the next moment as one: some servers send
 * a storm of them. While the server starts nothing is passed on, since its lists are about to be read; while it is suspended, since
 * the client sees none of them.
 */
final class ListChanges {
    private static final long MOMENT = 50;

    private final Stub stub;
    private final Handshake handshake;
    private final Set<String> recent = new HashSet<>();
    private final Map<String, Notification> again = new HashMap<>();

    ListChanges(Stub stub, Handshake handshake) {
        this.stub = stub;
        this.handshake = handshake;
    }

    /** The server sent {@code change}. */
    void changed(Connection server, Notification change) {
        if (!(stub.state() instanceof State.Active)) {
            return;
        }
        if (recent.add(change.method())) {
            pass(server, change);
            stub.timers.after(MOMENT, () -> stub.inside(() -> momentOver(server, change.method())));
        } else {
            again.put(change.method(), change);
        }
    }

    private void momentOver(Connection server, String method) {
        recent.remove(method);
        Notification change = again.remove(method);
        if (change != null && stub.connection(server.generation()) != null) {
            changed(server, change);
        }
    }

    private void pass(Connection server, Notification change) {
        boolean tools = change.method().equals("notifications/tools/list_changed");
        if (stub.announcements.isReady() && (!tools || stub.view().isLive())) {
            stub.answers.send(change.frame());
        }
        if (tools) {
            handshake.relist(server);
        }
    }
}
