package dev.lazymcp.cli;

import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.control.AgentsStore;
import dev.lazymcp.control.ControlServer;
import dev.lazymcp.control.SessionKey;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.os.ProcessIdentity;
import dev.lazymcp.shim.Shim;
import dev.lazymcp.shim.StubOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The socket of a running stub, from when its client has introduced itself until it leaves. A socket whose file somebody removed is
 * replaced by another: it is the only way to the stub.
 */
final class StubSocket {
    private static final long STACK = 256 * 1024;

    private final Shim shim;
    private final Consumer<String> log;
    private @Nullable Served served;
    private @Nullable ControlServer server;
    private @Nullable Runnable task;
    private boolean running;
    private boolean closed;
    private String trouble = "";

    /** What is served, wherever the socket is. */
    private record Served(List<Path> places, SessionKey session, StubControl control, StubHint hint) {
        Served named(String name) {
            return new Served(places, session, control, hint.named(name));
        }
    }

    StubSocket(Shim shim, Consumer<String> log) {
        this.shim = shim;
        this.log = log;
    }

    /** Begins to serve; where that is not possible the stub goes on without. Does not block. */
    synchronized void open(Map<String, String> environment, Optional<ProcessIdentity> client, StubOptions options) {
        task = () -> serve(environment, client, options);
        begin(task);
    }

    /** Sees that the socket is where commands look for it, and takes another if not. Does not block. */
    synchronized void look() {
        if (closed || task == null) {
            return;
        }
        if (!running) {
            begin(task);
        } else if (server != null && !server.isThere()) {
            closeServer(server); // which ends its serving, and another begins
        }
    }

    private void begin(Runnable serving) {
        Thread thread = new Thread(null, serving, "control", STACK);
        thread.setDaemon(true);
        try {
            thread.start();
            running = true;
        } catch (OutOfMemoryError noThread) {
            // The next look tries it again.
            running = false;
        }
    }

    /** The agents that are active in the session of a stub as it starts: those written down, else those that its environment says. */
    static List<String> activeAgents(Map<String, String> environment, Optional<ProcessIdentity> client) {
        return AgentsStore.find(Surroundings.runPlaces(environment), session(environment, client))
                .map(file -> List.copyOf(file.agents().names()))
                .orElseGet(() -> WrapArguments.activeAgents(environment));
    }

    /** The session of a stub with {@code environment} below {@code client}. */
    static SessionKey session(Map<String, String> environment, Optional<ProcessIdentity> client) {
        return SessionKey.of(environment.getOrDefault(SessionKey.VARIABLE, ""), client);
    }

    private void serve(Map<String, String> environment, Optional<ProcessIdentity> client, StubOptions options) {
        try {
            do {
                Served what = served(environment, client, options);
                try (ControlServer opened = ControlServer.open(what.places, what.hint, what.control)) {
                    if (keep(opened)) {
                        // Who changes the agents writes first and looks for stubs then: whatever comes after this finds
                        // the socket.
                        AgentsStore.find(what.places, what.session).ifPresent(what.control::activate);
                        opened.serve();
                    }
                }
            } while (!isClosed());
        } catch (IOException e) {
            complain(options.name() + ": commands such as 'lazymcp status' cannot reach this stub: " + e.getMessage());
        } finally {
            ended();
        }
    }

    private synchronized Served served(
            Map<String, String> environment, Optional<ProcessIdentity> client, StubOptions options) {
        Served known = served;
        if (known == null) {
            SessionKey session = session(environment, client);
            Path directory = Path.of("").toAbsolutePath();
            StubHint hint = new StubHint(
                    ProcessIdentity.self(), session, options.name(), options.version(), directory.toString());
            SyncFiles files = new SyncFiles(directory, Surroundings.home(environment), environment);
            StubOrigins origins = StubOrigins.find(files.possibleOrigins(), options.name());
            StubControl control = new StubControl(shim, new StubDefinition(shim, origins), this::rename);
            known = new Served(Surroundings.runPlaces(environment), session, control, hint);
            served = known;
        }
        return known;
    }

    private synchronized void rename(String name) {
        if (served == null) {
            return;
        }
        served = served.named(name);
        if (server != null && !closed) {
            try {
                server.replace(served.hint);
            } catch (IOException e) {
                log.accept("commands know this server by its old name: " + e.getMessage());
            }
        }
    }

    private synchronized boolean keep(ControlServer opened) {
        server = opened;
        trouble = "";
        return !closed;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized void ended() {
        server = null;
        running = false;
    }

    /** Once for each trouble, however often it is tried. */
    private synchronized void complain(String line) {
        if (!line.equals(trouble)) {
            trouble = line;
            log.accept(line);
        }
    }

    /** Gives the socket up and removes its files. */
    synchronized void close() {
        closed = true;
        if (server != null) {
            closeServer(server);
        }
    }

    private void closeServer(ControlServer open) {
        try {
            open.close();
        } catch (IOException e) {
            log.accept("the socket's files could not be removed: " + e.getMessage());
        }
    }
}
