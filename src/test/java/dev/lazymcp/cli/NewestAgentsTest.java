package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NewestAgentsTest {
    @Test
    void anOlderWordThatComesLaterDoesNotCount() {
        NewestAgents agents = new NewestAgents();
        assertThat(agents.among(OptionalLong.of(2), Set.of("A", "B"))).containsExactlyInAnyOrder("A", "B");
        assertThat(agents.among(OptionalLong.of(1), Set.of("A"))).containsExactlyInAnyOrder("A", "B");
        assertThat(agents.among(OptionalLong.of(3), Set.of())).isEmpty();
    }

    @Test
    void aWordWithoutARevisionCountsUntilTheNextChange() {
        NewestAgents agents = new NewestAgents();
        agents.among(OptionalLong.of(5), Set.of("A"));
        assertThat(agents.among(OptionalLong.empty(), Set.of("B"))).containsExactly("B");
        assertThat(agents.among(OptionalLong.of(4), Set.of("C"))).containsExactly("B");
        assertThat(agents.among(OptionalLong.of(5), Set.of("D"))).containsExactly("D");
    }
}
