package dev.lazymcp.cli;

import dev.lazymcp.control.SessionKey;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which session the commands below {@code agent} are about, and how they report. */
final class AgentOptions {
    @Option(names = "--session", paramLabel = "ID", description = SessionOptions.WHICH)
    Optional<String> session = Optional.empty();

    @Option(names = "--json", description = "Report as JSON.")
    boolean json;

    /** The session that is meant among those of {@code live}. */
    AgentSession.Choice choose(LiveStubs live, Surroundings surroundings) {
        String named = surroundings.env().getOrDefault(SessionKey.VARIABLE, "");
        return AgentSession.ofPerson(live, session, named, AgentSession.ancestors());
    }
}
