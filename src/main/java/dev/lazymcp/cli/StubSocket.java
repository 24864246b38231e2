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

/** The socket of a running stub, from when its client has introduced itself until it leaves. */
final class StubSocket {
    private static final long STACK = 256 * 1024;

    private final Shim shim;
    private final Consumer<String> log;
    private @Nullable ControlServer server;
    private boolean closed;

    StubSocket(Shim shim, Consumer<String> log) {
        this.shim = shim;
        this.log = log;
    }

    /** Begins to serve; where that is not possible the stub goes on without. Does not block. */
    void open(Map<String, String> environment, Optional<ProcessIdentity> client, StubOptions options) {
        Thread thread = new Thread(null, () -> serve(environment, client, options), "control", STACK);
        thread.setDaemon(true);
        thread.start();
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
            SessionKey session = session(environment, client);
            Path directory = Path.of("").toAbsolutePath();
            StubHint hint = new StubHint(
                    ProcessIdentity.self(), session, options.name(), options.version(), directory.toString());
            SyncFiles files = new SyncFiles(directory, Surroundings.home(environment), environment);
            StubOrigins origins = StubOrigins.find(files.possibleOrigins(), options.name());
            List<Path> places = Surroundings.runPlaces(environment);
            StubControl control =
                    new StubControl(shim, new StubDefinition(shim, origins), name -> rename(hint.named(name)));
            try (ControlServer opened = ControlServer.open(places, hint, control)) {
                if (keep(opened)) {
                    // Who changes the agents writes first and looks for stubs then: whatever comes after this finds the
                    // socket.
                    AgentsStore.find(places, session).ifPresent(control::activate);
                    opened.serve();
                }
            }
        } catch (IOException e) {
            log.accept(
                    options.name() + ": commands such as 'lazymcp status' cannot reach this stub: " + e.getMessage());
        }
    }

    private synchronized void rename(StubHint hint) {
        if (server != null && !closed) {
            try {
                server.replace(hint);
            } catch (IOException e) {
                log.accept("commands know this server by its old name: " + e.getMessage());
            }
        }
    }

    private synchronized boolean keep(ControlServer opened) {
        server = opened;
        return !closed;
    }

    /** Gives the socket up and removes its files. */
    synchronized void close() {
        closed = true;
        if (server != null) {
            try {
                server.close();
            } catch (IOException e) {
                log.accept("the socket's files could not be removed: " + e.getMessage());
            }
        }
    }
}
