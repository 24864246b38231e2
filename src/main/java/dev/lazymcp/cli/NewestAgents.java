package dev.lazymcp.cli;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The newest of what a stub was told of the agents that are active. Commands write one after the other but tell in any order, and so
 * the later word need not be the newer. Within a file the higher revision is; a file that was lost or damaged is begun anew, and
 * a word of it is newer than all of the file before.
 */
final class NewestAgents {
    private static final int MOST_PAST = 64;

    private final Set<Long> past = new HashSet<>();
    private long epoch;
    private long revision;
    private Set<String> active = Set.of();

    /**
     * The agents that count once {@code told} was told.
     *
     * @param of the epoch of the file that says so; without one it is that of earlier versions, 0
     * @param at the revision in it; without one the word counts as it is
     */
    Set<String> among(OptionalLong of, OptionalLong at, Set<String> told) {
        if (at.isEmpty()) {
            active = Set.copyOf(told);
        } else if (isNewer(of.orElse(0), at.getAsLong())) {
            active = Set.copyOf(told);
            epoch = of.orElse(0);
            revision = at.getAsLong();
        }
        return active;
    }

    private boolean isNewer(long ofEpoch, long atRevision) {
        if (ofEpoch == epoch) {
            return atRevision >= revision;
        }
        if (past.contains(ofEpoch)) {
            return false;
        }
        if (past.size() == MOST_PAST) {
            past.clear();
        }
        if (revision > 0) {
            past.add(epoch);
        }
        return true;
    }
}
