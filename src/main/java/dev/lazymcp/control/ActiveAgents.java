package dev.lazymcp.control;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The agents that are active in a session: the one that the person talks to, and those that work beside it, which may be several
 * of the same name. A value. What a hook says never undoes what a person said, but that a main agent it names takes the place of
 * another.
 *
 * @param main the agent that the person talks to
 * @param entered those beside it, in the order in which they came
 */
public record ActiveAgents(Optional<AgentEntry> main, List<AgentEntry> entered) {
    /** Copies the list. */
    public ActiveAgents {
        entered = List.copyOf(entered);
    }

    /** Nobody. */
    public static ActiveAgents none() {
        return new ActiveAgents(Optional.empty(), List.of());
    }

    /** {@code agent} is the main agent now, in the place of whoever was. */
    public ActiveAgents set(AgentEntry agent) {
        return new ActiveAgents(Optional.of(agent), entered);
    }

    /** One more. A subagent that is said to have started once more, as resumed ones are, still counts once. */
    public ActiveAgents enter(AgentEntry agent) {
        List<AgentEntry> next = new ArrayList<>(entered);
        if (agent.holder() instanceof AgentEntry.Holder.Hook hook
                && !hook.subagent().isEmpty()) {
            next.removeIf(other -> other.holder().equals(hook));
        }
        next.add(agent);
        return new ActiveAgents(main, next);
    }

    /**
     * One called {@code name} less: of those that entered the latest, those of a person before those of hooks; else the main one.
     *
     * @return empty where none of that name is active
     */
    public Optional<ActiveAgents> leave(String name) {
        return without(entry -> !entry.isHooks() && entry.isCalled(name))
                .or(() -> without(entry -> entry.isCalled(name)))
                .or(() -> main.filter(entry -> entry.isCalled(name))
                        .map(_ -> new ActiveAgents(Optional.empty(), entered)));
    }

    /**
     * The subagent {@code agent} that {@code holder} says has stopped is gone. One that is not known, since its start was missed or
     * its end told before, changes nothing.
     */
    public ActiveAgents stopped(String agent, AgentEntry.Holder.Hook holder) {
        AgentEntry.Holder.Hook unnumbered = new AgentEntry.Holder.Hook(holder.conversation(), "");
        return without(entry -> !holder.subagent().isEmpty() && entry.holder().equals(holder))
                .or(() -> without(entry ->
                        entry.holder().equals(unnumbered) && entry.agent().equals(agent)))
                .orElse(this);
    }

    private Optional<ActiveAgents> without(Predicate<AgentEntry> wanted) {
        for (int i = entered.size() - 1; i >= 0; i--) {
            if (wanted.test(entered.get(i))) {
                List<AgentEntry> next = new ArrayList<>(entered);
                next.remove(i);
                return Optional.of(new ActiveAgents(main, next));
            }
        }
        return Optional.empty();
    }

    /** Without those that hooks of {@code conversation} brought. */
    public ActiveAgents forget(String conversation) {
        return keep(entry -> !entry.isOf(conversation));
    }

    /** Without those that hooks brought. */
    public ActiveAgents forgetHooks() {
        return keep(entry -> !entry.isHooks());
    }

    private ActiveAgents keep(Predicate<AgentEntry> wanted) {
        return new ActiveAgents(
                main.filter(wanted), entered.stream().filter(wanted).toList());
    }

    /** How many there are of each name, the main agent first. */
    public SequencedMap<String, Integer> counts() {
        SequencedMap<String, Integer> counts = new LinkedHashMap<>();
        all().forEach(entry -> counts.merge(entry.agent(), 1, Integer::sum));
        return counts;
    }

    /** Every name and alias, each once, sorted. */
    public SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        all().forEach(entry -> {
            names.add(entry.agent());
            names.addAll(entry.aliases());
        });
        return names;
    }

    private Stream<AgentEntry> all() {
        return Stream.concat(main.stream(), entered.stream());
    }
}
