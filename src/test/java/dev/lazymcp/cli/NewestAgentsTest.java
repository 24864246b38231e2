package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NewestAgentsTest {
    private static final OptionalLong FILE = OptionalLong.of(17);

    @Test
    void anOlderWordThatComesLaterDoesNotCount() {
        NewestAgents agents = new NewestAgents();
        assertThat(agents.among(FILE, OptionalLong.of(2), Set.of("A", "B"))).containsExactlyInAnyOrder("A", "B");
        assertThat(agents.among(FILE, OptionalLong.of(1), Set.of("A"))).containsExactlyInAnyOrder("A", "B");
        assertThat(agents.among(FILE, OptionalLong.of(3), Set.of())).isEmpty();
    }

    @Test
    void aWordWithoutARevisionCountsUntilTheNextChange() {
        NewestAgents agents = new NewestAgents();
        agents.among(FILE, OptionalLong.of(5), Set.of("A"));
        assertThat(agents.among(FILE, OptionalLong.empty(), Set.of("B"))).containsExactly("B");
        assertThat(agents.among(FILE, OptionalLong.of(4), Set.of("C"))).containsExactly("B");
        assertThat(agents.among(FILE, OptionalLong.of(5), Set.of("D"))).containsExactly("D");
    }

    @Test
    void aFileThatIsBegunAnewCountsMoreThanAllOfTheOneBefore() {
        NewestAgents agents = new NewestAgents();
        agents.among(FILE, OptionalLong.of(5), Set.of("A"));
        OptionalLong other = OptionalLong.of(3);
        assertThat(agents.among(other, OptionalLong.of(1), Set.of())).isEmpty();
        assertThat(agents.among(FILE, OptionalLong.of(6), Set.of("A"))).isEmpty();
        assertThat(agents.among(other, OptionalLong.of(2), Set.of("B"))).containsExactly("B");
    }

    @Test
    void aFileOfAnEarlierVersionHasNoEpoch() {
        NewestAgents agents = new NewestAgents();
        agents.among(OptionalLong.empty(), OptionalLong.of(5), Set.of("A"));
        assertThat(agents.among(OptionalLong.empty(), OptionalLong.of(4), Set.of()))
                .containsExactly("A");
        assertThat(agents.among(FILE, OptionalLong.of(1), Set.of("B"))).containsExactly("B");
    }
}
