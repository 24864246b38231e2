package dev.lazymcp.hub;

import dev.lazymcp.os.Background;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.shim.Timers;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Tells the client that a list changed, once it has finished its handshake. The first change is told at once, those of the next
 * moment as one: a command may concern many servers.
 */
final class Announcer {
    private static final long MOMENT = 50;

    private final Outlet outlet;
    private final Timers timers;
    private final Set<String> recent = new HashSet<>();
    private final Set<String> again = new LinkedHashSet<>();
    private boolean ready;

    Announcer(Outlet outlet, Timers timers) {
        this.outlet = outlet;
        this.timers = timers;
    }

    /** The client finished its handshake. What changed before it could list anything is no news. */
    void ready() {
        synchronized (this) {
            ready = true;
        }
    }

    /** The list of {@code what}, which is tools, prompts or resources, changed. */
    void changed(String what) {
        synchronized (this) {
            if (!ready) {
                return;
            }
            if (!recent.add(what)) {
                again.add(what);
                return;
            }
        }
        outlet.send(Reply.notification("notifications/" + what + "/list_changed"));
        timers.after(MOMENT, () -> momentOver(what));
    }

    private void momentOver(String what) {
        boolean more;
        synchronized (this) {
            recent.remove(what);
            more = again.remove(what);
        }
        if (more) {
            // The client may not read, and timers wait for nobody.
            Background.run("hub-announce", () -> changed(what));
        }
    }
}
