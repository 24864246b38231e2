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
    private final Shim shim;
    private final CommandSocket socket;
    private @Nullable Served served;

    /** What is served, wherever the socket is. */
    private record Served(List<Path> places, SessionKey session, StubControl control, StubHint hint) {
        Served named(String name) {
            return new Served(places, session, control, hint.named(name));
        }

        ControlServer open() throws IOException {
            return ControlServer.open(places, hint, control);
        }

        /** Who changes the agents writes first and looks for stubs then: whatever comes after this finds the socket. */
        void activate() {
            AgentsStore.find(places, session).ifPresent(control::activate);
        }
    }

    StubSocket(Shim shim, Consumer<String> log) {
        this.shim = shim;
        this.socket = new CommandSocket(log);
    }

    /** Begins to serve; where that is not possible the stub goes on without. Does not block. */
    void open(Map<String, String> environment, Optional<ProcessIdentity> client, StubOptions options) {
        socket.open(
                () -> served(environment, client, options).open(),
                () -> served(environment, client, options).activate(),
                options.name() + ": commands such as 'lazymcp status' cannot reach this stub");
    }

    /** Sees that the socket is where commands look for it, and takes another if not. Does not block. */
    void look() {
        socket.look();
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
        if (served != null) {
            served = served.named(name);
            socket.replace(served.hint, "commands know this server by its old name");
        }
    }

    /** Gives the socket up and removes its files. */
    void close() {
        socket.close();
    }
}
