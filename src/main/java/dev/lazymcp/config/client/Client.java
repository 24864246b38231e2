package dev.lazymcp.config.client;

import java.util.List;
import java.util.Optional;

/**
 * One client.
 *
 * @param id as {@code --client} takes it; never changes
 * @param name as its maker writes it
 * @param places where it looks, those that win first
 * @param variables what it expands
 * @param inheritance what it hands on to servers
 * @param approval what of an entry it, or an administrator through it, remembers, so that a rewrite makes it ask or refuse
 */
public record Client(
        String id,
        String name,
        List<Place> places,
        Variables variables,
        Inheritance inheritance,
        Optional<Approval> approval) {
    /** Copies the list. */
    public Client {
        places = List.copyOf(places);
    }

    /** A client that remembers nothing of entries, as far as anybody said. */
    static Client of(String id, String name, Variables variables, Inheritance inheritance, Place... places) {
        return new Client(id, name, List.of(places), variables, inheritance, Optional.empty());
    }

    /** This, remembering {@code what}. */
    Client approving(Approval what) {
        return new Client(id, name, places, variables, inheritance, Optional.of(what));
    }
}
