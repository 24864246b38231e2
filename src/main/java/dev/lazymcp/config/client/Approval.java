package dev.lazymcp.config.client;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a client, or an administrator through it, remembers of an entry, so that a changed command line makes it ask or refuse.
 *
 * @param scopes in which scopes
 * @param sentence what will happen and what to do, a sentence for people
 */
public record Approval(Set<Scope> scopes, String sentence) {
    /** Copies the set. */
    public Approval {
        scopes = Set.copyOf(scopes);
    }

    /** {@code sentence}, wherever the entry stands. */
    static Approval anywhere(String sentence) {
        return new Approval(EnumSet.allOf(Scope.class), sentence);
    }

    /** {@code sentence}, for what a project brings. */
    static Approval project(String sentence) {
        return new Approval(EnumSet.of(Scope.PROJECT), sentence);
    }
}
