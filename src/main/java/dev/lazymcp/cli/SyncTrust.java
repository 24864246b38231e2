package dev.lazymcp.cli;

import dev.lazymcp.config.SyncStep;
import dev.lazymcp.config.TrustedDefinitions;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether a definition may be taken. What stands in a project's file is somebody else's text, which the client had approved by the
 * person when it started the session; what came since has to be approved here.
 */
final class SyncTrust {
    /** What to do with a changed definition from a project's file. */
    enum Manner {
        /** Take it, and remember that. */
        TAKE,
        /** Show it to the person at the terminal and ask. */
        ASK,
        /** Let it wait for a person. */
        WAIT,
        /** Do nothing with any definition. */
        DRY
    }

    /** What was decided. */
    enum Decision {
        /** It may be taken. */
        TAKE,
        /** A person must see it first. */
        WAIT,
        /** A person said no. */
        DECLINE,
        /** Nothing is to be done now. */
        DRY
    }

    private final Surroundings surroundings;
    private final Manner manner;
    private final TrustedDefinitions trusted;
    private final Set<SyncStep.Redefine> shown = new HashSet<>();

    SyncTrust(Surroundings surroundings, Manner manner) {
        this.surroundings = surroundings;
        this.manner = manner;
        this.trusted = new TrustedDefinitions(surroundings.directories().state(), surroundings::complain);
    }

    /** Whether nothing is to be done. */
    boolean isDry() {
        return manner == Manner.DRY;
    }

    /**
     * Decides about {@code step}; may ask the person.
     *
     * @throws IOException where what was decided cannot be remembered
     */
    Decision decide(SyncStep.Redefine step) throws IOException {
        if (isDry()) {
            return Decision.DRY;
        }
        if (!step.needsTrust() || trusted.trusts(step)) {
            return Decision.TAKE;
        }
        return switch (manner) {
            case WAIT, DRY -> Decision.WAIT;
            case TAKE -> accepted(step);
            case ASK -> {
                shown.add(step);
                surroundings.out().print(SyncText.change(step, surroundings.env()));
                boolean yes = surroundings
                        .prompt()
                        .map(prompt -> prompt.confirm("Use this definition of "
                                + TerminalText.plain(step.stub().name()) + "?"))
                        .orElse(false);
                yield yes ? accepted(step) : Decision.DECLINE;
            }
        };
    }

    /** Whether the person has seen what {@code step} changes. */
    boolean hasShown(SyncStep.Redefine step) {
        return shown.contains(step);
    }

    private Decision accepted(SyncStep.Redefine step) throws IOException {
        trusted.accept(step);
        return Decision.TAKE;
    }
}
