package dev.lazymcp.cli;

import dev.lazymcp.control.ControlServer;
import dev.lazymcp.control.StubHint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The one socket of a hub, on which all its servers are reached, from when its client has introduced itself until it leaves. */
final class HubSocket {
    private final List<Path> places;
    private final StubHint hint;
    private final Supplier<List<String>> servers;
    private final CommandSocket socket;

    /**
     * A socket that is not open.
     *
     * @param places where it may be
     * @param hint of the hub
     * @param servers the names of those behind it now
     */
    HubSocket(List<Path> places, StubHint hint, Supplier<List<String>> servers, Consumer<String> log) {
        this.places = places;
        this.hint = hint;
        this.servers = servers;
        this.socket = new CommandSocket(log);
    }

    /** Begins to serve; where that is not possible the hub goes on without. Does not block. */
    void open(ControlServer.Handler handler, Runnable whenOpen) {
        socket.open(
                () -> ControlServer.open(places, hint.with(servers.get()), handler),
                () -> {
                    refresh();
                    whenOpen.run();
                },
                "commands such as 'lazymcp status' cannot reach this hub");
    }

    /** Sees that the socket is where commands look for it, and takes another if not. Does not block. */
    void look() {
        socket.look();
    }

    /** Waits until the socket is open, or cannot be; no longer than {@code limit}: a hub that is too slow is found by nobody. */
    void await(Duration limit) {
        socket.await(limit);
    }

    /** There are other servers than before. */
    synchronized void refresh() {
        socket.replace(hint.with(servers.get()), "commands know the servers of before");
    }

    /** Gives the socket up and removes its files. */
    void close() {
        socket.close();
    }
}
