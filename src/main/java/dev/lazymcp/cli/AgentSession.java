package dev.lazymcp.cli;

import dev.lazymcp.control.AgentsStore;
import dev.lazymcp.control.PresumedClient;
import dev.lazymcp.control.PresumedClient.Ancestor;
import dev.lazymcp.control.RunDirectory;
import dev.lazymcp.control.SessionKey;
import dev.lazymcp.control.Sessions;
import dev.lazymcp.os.Ancestry;
import dev.lazymcp.os.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The session whose agents a command is about. It need not have a stub yet: those that start later find what is written down.
 *
 * @param key the session
 * @param stubs those of its stubs that run
 */
record AgentSession(SessionKey key, List<LiveStub> stubs) {
    /** Which session is meant, or why that cannot be said. */
    sealed interface Choice {
        /** This one. */
        record One(AgentSession session) implements Choice {}

        /** It cannot be said; {@code message} tells people why and what to do. */
        record Unclear(String message) implements Choice {}
    }

    /**
     * The session that a person means.
     *
     * @param asked what the person asked for by {@code --session}
     * @param named the command's {@code LAZYMCP_SESSION}, empty for none
     * @param ancestors the processes above the command, the nearest first
     */
    static Choice ofPerson(LiveStubs live, Optional<String> asked, String named, List<Ancestor> ancestors) {
        Optional<String> session = asked.or(() -> Optional.of(named).filter(name -> !name.isBlank()));
        List<ProcessIdentity> processes =
                ancestors.stream().map(Ancestor::process).toList();
        return switch (Sessions.choose(live.sessions(), session, processes)) {
            case Sessions.Choice.One(SessionKey key) -> new Choice.One(new AgentSession(key, live.in(key)));
            case Sessions.Choice.Unknown(String id, List<SessionKey> running)
            when asked.isPresent() -> new Choice.Unclear("no session is called " + id + "; " + live.running(running));
            case Sessions.Choice.Several(List<SessionKey> running) ->
                new Choice.Unclear("this shell belongs to no session, and several run. Say which with --session ID or "
                        + SessionKey.VARIABLE + "; " + live.running(running));
            case Sessions.Choice.Unknown _, Sessions.Choice.None _ -> ofHook(live, named, ancestors);
        };
    }

    /**
     * The session of the client that runs a hook. Others that run are of no account: this client's stubs may be about to start.
     *
     * @param named the hook's {@code LAZYMCP_SESSION}, empty for none
     * @param ancestors the processes above the hook, the nearest first
     */
    static Choice ofHook(LiveStubs live, String named, List<Ancestor> ancestors) {
        Optional<ProcessIdentity> client = PresumedClient.among(ancestors);
        if (named.isBlank() && client.isEmpty()) {
            return new Choice.Unclear("no client is to be seen above this process; say which session is meant with "
                    + SessionKey.VARIABLE);
        }
        SessionKey key = SessionKey.of(named, client);
        return new Choice.One(new AgentSession(key, live.in(key)));
    }

    /** The processes above this one. */
    static List<Ancestor> ancestors() {
        return Ancestry.ofSelf().stream()
                .map(process -> new Ancestor(process, program(process)))
                .toList();
    }

    private static String program(ProcessIdentity process) {
        return ProcessHandle.of(process.pid())
                .flatMap(handle -> handle.info().command())
                .orElse("");
    }

    /** The files of this session: where they are, or else where its stubs or new ones look for them. */
    AgentsStore store(Surroundings surroundings) throws IOException {
        List<Path> places = Surroundings.runPlaces(surroundings.env());
        for (RunDirectory directory : RunDirectory.existing(places)) {
            AgentsStore store = new AgentsStore(directory);
            if (store.read(key).isPresent()) {
                return store;
            }
        }
        Optional<Path> ofStub = stubs.stream()
                .map(LiveStub::socket)
                .flatMap(socket -> Optional.ofNullable(socket.getParent()).stream())
                .findFirst();
        return new AgentsStore(ofStub.isPresent() ? new RunDirectory(ofStub.get()) : RunDirectory.open(places));
    }
}
