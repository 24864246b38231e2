package dev.lazymcp.config.policy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What an administrator allows of one client's servers. */
public interface Policy {
    /** The client it is for. */
    String client();

    /** The file it stands in. */
    Path file();

    /**
     * Why the policy refuses to start the server {@code name} with the command line {@code argv}; empty where it does not.
     *
     * @param argv as the entry says it, not empty
     */
    Optional<String> refusal(String name, List<String> argv);

    /** The rule that would allow it, as the administrator would write it; {@code argv} is shown as it is given. */
    String rule(String name, List<String> argv);
}
