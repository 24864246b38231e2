package dev.lazymcp.cli;

import dev.lazymcp.control.SessionKey;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which session a command is about. */
final class SessionOptions {
    /** What {@code --session} is, for people. */
    static final String WHICH = "The session: its client's process id, or the name that " + SessionKey.VARIABLE
            + " gave it. Default: the one this shell belongs to, or the only one.";

    @Option(names = "--session", paramLabel = "ID", description = WHICH)
    Optional<String> session = Optional.empty();

    @Option(names = "--all-sessions", description = "Every session of this user.")
    boolean allSessions;

    /** The stubs of {@code stubs} that are meant. */
    LiveStubs.Choice choose(LiveStubs stubs, Surroundings surroundings) {
        if (allSessions && session.isPresent()) {
            return new LiveStubs.Choice.Unclear(
                    "--session is one session and --all-sessions is every one; give one of them");
        }
        LiveStubs.Choice choice = stubs.choose(session, allSessions, surroundings.env());
        return choice instanceof LiveStubs.Choice.Unclear(String message)
                ? new LiveStubs.Choice.Unclear(message + "\n--all-sessions means every one.")
                : choice;
    }
}
