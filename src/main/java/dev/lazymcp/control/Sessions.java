package dev.lazymcp.control;

import dev.lazymcp.os.ProcessIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which of the sessions that run a command is about: a pure function of what runs and where the command was given. */
public final class Sessions {
    private Sessions() {}

    /** Which session is meant. */
    public sealed interface Choice {
        /** This one. */
        record One(SessionKey session) implements Choice {}

        /** None runs. */
        record None() implements Choice {}

        /** The one that was asked for does not run; {@code running} do. */
        record Unknown(String asked, List<SessionKey> running) implements Choice {}

        /** The command was given outside of all of them, and several run. */
        record Several(List<SessionKey> running) implements Choice {}
    }

    /** The sessions of {@code stubs}, each once. */
    public static List<SessionKey> of(List<StubHint> stubs) {
        List<SessionKey> sessions = new ArrayList<>();
        for (StubHint stub : stubs) {
            if (sessions.stream().noneMatch(stub.session()::matches)) {
                sessions.add(stub.session());
            }
        }
        return sessions;
    }

    /**
     * The session that a command means.
     *
     * @param running the sessions that have stubs
     * @param asked what the person asked for by {@code --session}, or else the caller's {@code LAZYMCP_SESSION}
     * @param ancestors the processes above the command, the nearest first: a client may run inside of another's shell
     */
    public static Choice choose(List<SessionKey> running, Optional<String> asked, List<ProcessIdentity> ancestors) {
        if (asked.isPresent()) {
            return running.stream()
                    .filter(session -> session.id().equals(asked.get()))
                    .findFirst()
                    .<Choice>map(Choice.One::new)
                    .orElseGet(() -> new Choice.Unknown(asked.get(), running));
        }
        for (ProcessIdentity ancestor : ancestors) {
            for (SessionKey session : running) {
                if (session.client().map(ancestor::matches).orElse(false)) {
                    return new Choice.One(session);
                }
            }
        }
        return switch (running.size()) {
            case 0 -> new Choice.None();
            case 1 -> new Choice.One(running.getFirst());
            default -> new Choice.Several(running);
        };
    }
}
