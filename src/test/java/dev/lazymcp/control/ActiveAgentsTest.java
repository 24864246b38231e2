package dev.lazymcp.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import dev.lazymcp.control.AgentEntry.Holder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ActiveAgentsTest {
    private static final ActiveAgents NONE = ActiveAgents.none();

    private static AgentEntry hand(String agent, String... aliases) {
        return new AgentEntry(agent, Set.of(aliases), new Holder.Hand());
    }

    private static AgentEntry hook(String agent, String conversation, String subagent) {
        return new AgentEntry(agent, Set.of(), new Holder.Hook(conversation, subagent));
    }

    @Test
    void setReplacesTheMainAgentAndLeavesTheOthers() {
        ActiveAgents agents = NONE.set(hand("A")).enter(hand("B")).set(hand("C"));
        assertThat(agents.main()).contains(hand("C"));
        assertThat(agents.names()).containsExactly("B", "C");
    }

    @Test
    void theMainAgentCanBeOneOfThoseBesideItToo() {
        ActiveAgents agents = NONE.set(hand("A")).enter(hand("A"));
        assertThat(agents.counts()).containsExactly(Map.entry("A", 2));
        ActiveAgents one = agents.leave("A").orElseThrow();
        assertThat(one).isEqualTo(NONE.set(hand("A")));
        assertThat(one.leave("A")).contains(NONE);
        assertThat(NONE.leave("A")).isEmpty();
    }

    @Test
    void leaveTakesThePersonsOwnBeforeThoseOfHooks() {
        ActiveAgents agents = NONE.enter(hand("A")).enter(hook("A", "s", "1"));
        assertThat(agents.leave("A")).contains(NONE.enter(hook("A", "s", "1")));
        assertThat(NONE.enter(hook("A", "s", "1")).leave("A")).contains(NONE);
    }

    @Test
    void anAgentHasAllOfItsNames() {
        ActiveAgents agents = NONE.enter(hand("Research", "research", "rs"));
        assertThat(agents.names()).containsExactlyInAnyOrder("Research", "research", "rs");
        assertThat(agents.counts()).containsExactly(Map.entry("Research", 1));
        assertThat(agents.leave("RESEARCH")).as("upper and lower case differ").isEmpty();
        assertThat(agents.leave("rs")).contains(NONE);
    }

    @Test
    void aSubagentThatIsResumedCountsOnceAndStopsOnce() {
        ActiveAgents agents = NONE.enter(hook("A", "s", "1")).enter(hook("A", "s", "1"));
        assertThat(agents.counts()).containsExactly(Map.entry("A", 1));
        ActiveAgents stopped = agents.stopped("A", new Holder.Hook("s", "1"));
        assertThat(stopped).isEqualTo(NONE);
    }

    @Test
    void aStopOfOneThatIsNotKnownChangesNothing() {
        ActiveAgents agents = NONE.set(hand("A")).enter(hand("A")).enter(hook("A", "s", "1"));
        assertThat(agents.stopped("A", new Holder.Hook("s", "2"))).isEqualTo(agents);
        assertThat(agents.stopped("A", new Holder.Hook("t", "1"))).isEqualTo(agents);
        assertThat(agents.stopped("A", new Holder.Hook("s", ""))).isEqualTo(agents);
    }

    @Test
    void subagentsWithoutAnIdentifierAreToldApartByTheirNames() {
        ActiveAgents agents =
                NONE.enter(hook("A", "s", "")).enter(hook("A", "s", "")).enter(hook("B", "s", ""));
        ActiveAgents one = agents.stopped("A", new Holder.Hook("s", "known only now"));
        assertThat(one.counts()).containsExactly(Map.entry("A", 1), Map.entry("B", 1));
        assertThat(one.stopped("C", new Holder.Hook("s", ""))).isEqualTo(one);
    }

    @Test
    void whatHooksBroughtIsForgottenAndWhatAPersonSaidIsNot() {
        ActiveAgents agents =
                NONE.set(hand("M")).enter(hand("H")).enter(hook("A", "s", "1")).enter(hook("B", "t", "1"));
        assertThat(agents.forget("s").names()).containsExactly("B", "H", "M");
        assertThat(agents.forgetHooks().names()).containsExactly("H", "M");
        assertThat(NONE.set(hook("M", "s", "")).forgetHooks()).isEqualTo(NONE);
        assertThat(NONE.set(hook("M", "s", "")).forget("t").main()).isPresent();
    }

    /** Against bags of names: one of what hands did, one of what hooks did. */
    @Test
    void anySequenceLeavesAsManyAsEnteredAndDidNotLeave() {
        Gen.forAll(200, gen -> {
            ActiveAgents agents = NONE;
            Map<String, Integer> byHand = new HashMap<>();
            Map<String, String> bySubagent = new HashMap<>();
            for (int step = 0; step < 40; step++) {
                String name = gen.pick("A", "B", "C");
                String subagent = gen.pick("1", "2", "3", "4");
                switch (gen.between(0, 4)) {
                    case 0, 1 -> {
                        agents = agents.enter(hand(name));
                        byHand.merge(name, 1, Integer::sum);
                    }
                    case 2 -> {
                        agents = agents.enter(hook(name, "s", subagent));
                        bySubagent.put(subagent, name);
                    }
                    case 3 -> {
                        agents = agents.stopped(name, new Holder.Hook("s", subagent));
                        bySubagent.remove(subagent);
                    }
                    default -> {
                        boolean some = byHand.getOrDefault(name, 0) > 0;
                        if (some) {
                            agents = agents.leave(name).orElseThrow();
                            byHand.merge(name, -1, Integer::sum);
                        } else {
                            assertThat(agents.leave(name).isPresent()).isEqualTo(bySubagent.containsValue(name));
                        }
                    }
                }
                Map<String, Integer> expected = new HashMap<>(byHand);
                bySubagent.values().forEach(each -> expected.merge(each, 1, Integer::sum));
                expected.values().removeIf(count -> count == 0);
                assertThat(agents.counts()).containsExactlyInAnyOrderEntriesOf(expected);
                assertThat(agents.names()).containsExactlyInAnyOrderElementsOf(expected.keySet());
                assertThat(agents.main()).isEqualTo(Optional.empty());
            }
        });
    }
}
