package dev.lazymcp.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Which session a command is about. */
final class SessionOptions {
    @Option(
            names = "--session",
            paramLabel = "ID",
            description = "The session: its client's process id, or the name that LAZYMCP_SESSION gave it. Default: the"
                    + " one this shell belongs to, or the only one.")
    Optional<String> session = Optional.empty();

    @Option(names = "--all-sessions", description = "Every session of this user.")
    boolean allSessions;

    /** The stubs of {@code stubs} that are meant. */
    LiveStubs.Choice choose(LiveStubs stubs, Surroundings surroundings) {
        LiveStubs.Choice choice = stubs.choose(session, allSessions, surroundings.env());
        return choice instanceof LiveStubs.Choice.Unclear(String message)
                ? new LiveStubs.Choice.Unclear(message + "\n--all-sessions means every one.")
                : choice;
    }
}
