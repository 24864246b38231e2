package dev.lazymcp.config.client;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One client.
 *
 * @param id as {@code --client} takes it; never changes
 * @param name as its maker writes it
 * @param places where it looks, those that win first
 * @param variables what it expands
 * @param inheritance what it hands on to servers
 * @param approval what of an entry it, or an administrator through it, remembers, so that a rewrite makes it ask or refuse
 * @param rules the members of an entry by which it limits a server
 * @param habits what it does with entries that others do not
 */
public record Client(
        String id,
        String name,
        List<Place> places,
        Variables variables,
        Inheritance inheritance,
        Optional<Approval> approval,
        ToolRules rules,
        Set<Habit> habits) {
    /** Copies the collections. */
    public Client {
        places = List.copyOf(places);
        habits = Set.copyOf(habits);
    }

    /** A client that remembers nothing of entries, as far as anybody said. */
    static Client of(String id, String name, Variables variables, Inheritance inheritance, Place... places) {
        return new Client(
                id, name, List.of(places), variables, inheritance, Optional.empty(), ToolRules.NONE, Set.of());
    }

    /** This, remembering {@code what}. */
    Client approving(Approval what) {
        return new Client(id, name, places, variables, inheritance, Optional.of(what), rules, habits);
    }

    /** This, limiting servers by the members {@code which}. */
    Client limiting(ToolRules which) {
        return new Client(id, name, places, variables, inheritance, approval, which, habits);
    }

    /** This, with {@code habit}. */
    Client with(Habit habit) {
        return new Client(id, name, places, variables, inheritance, approval, rules, Set.of(habit));
    }

    /** Whether it does that. */
    public boolean has(Habit habit) {
        return habits.contains(habit);
    }
}
