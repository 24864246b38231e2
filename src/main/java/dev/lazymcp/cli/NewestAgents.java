package dev.lazymcp.cli;

import java.util.OptionalLong;
import java.util.Set;

/**
 * The newest of what a stub was told of the agents that are active. Commands write one after the other but tell in any order, and so
 * the later word need not be the newer.
 */
final class NewestAgents {
    private long revision;
    private Set<String> active = Set.of();

    /** The agents that count once {@code told} was told as of {@code at}; without a revision it counts as it is. */
    Set<String> among(OptionalLong at, Set<String> told) {
        if (at.orElse(revision) >= revision) {
            revision = at.orElse(revision);
            active = Set.copyOf(told);
        }
        return active;
    }
}
