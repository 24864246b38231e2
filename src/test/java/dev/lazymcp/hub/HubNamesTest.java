package dev.lazymcp.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HubNamesTest {
    @Test
    void aPlainNameIsBothNames() {
        assertThat(HubNames.of("docs", "search")).isEqualTo("docs__search");
        assertThat(HubNames.of("my-docs", "search__all")).isEqualTo("my-docs__search__all");
        assertThat(HubNames.of("docs", "_x")).isEqualTo("docs___x");
    }

    @Test
    void whatCannotBeReadInOneWayIsMarked() {
        assertThat(HubNames.of("a__b", "c"))
                .isNotEqualTo(HubNames.of("a", "b__c"))
                .matches("a__b__c_[0-9a-f]{8}");
        assertThat(HubNames.of("a_", "b")).isNotEqualTo(HubNames.of("a", "_b")).matches("a___b_[0-9a-f]{8}");
        assertThat(HubNames.of("a.b", "c")).matches("a_b__c_[0-9a-f]{8}");
        assertThat(HubNames.of("a", "größe/x")).matches("a__gr__e_x_[0-9a-f]{8}");
        assertThat(HubNames.of("", "")).matches("____[0-9a-f]{8}|___+[0-9a-f]{8}");
        assertThat(HubNames.of("a", "b_0123abcd")).as("looks marked").matches("a__b_0123abcd_[0-9a-f]{8}");
    }

    @Test
    void aLongNameIsCut() {
        String tool = "t".repeat(80);
        assertThat(HubNames.of("server", tool)).hasSize(HubNames.LONGEST).startsWith("server__ttt");
        assertThat(HubNames.of("server", tool)).isNotEqualTo(HubNames.of("server", tool + "t"));
        assertThat(HubNames.of("server", "t".repeat(52))).isEqualTo("server__" + "t".repeat(52));
    }

    @Test
    void everyNameIsValidAndNoTwoAreAlike() {
        Gen.forAll(300, gen -> {
            NameTable table = new NameTable();
            Map<String, NameTable.Meaning> listed = new HashMap<>();
            for (int i = 0; i < 60; i++) {
                NameTable.Meaning meaning = new NameTable.Meaning(name(gen), name(gen));
                String name = table.add(meaning.server(), meaning.name());
                assertThat(name).matches("[A-Za-z0-9_-]{1,60}");
                assertThat(table.add(meaning.server(), meaning.name()))
                        .as("the same again")
                        .isEqualTo(name);
                NameTable.Meaning before = listed.put(name, meaning);
                assertThat(before == null || before.equals(meaning))
                        .as("%s stands for %s and %s", name, before, meaning)
                        .isTrue();
                assertThat(table.find(name)).isEqualTo(meaning);
            }
        });
    }

    @Test
    void aSchemeIsOneAndDifferentNamesHaveDifferentOnes() {
        assertThat(HubNames.scheme("docs-2")).isEqualTo("docs-2");
        Gen.forAll(300, gen -> {
            String one = name(gen);
            String other = name(gen);
            assertThat(HubNames.scheme(one)).matches("[a-z][a-z0-9.-]*");
            assertThat(HubNames.scheme(one).equals(HubNames.scheme(other))).isEqualTo(one.equals(other));
        });
    }

    private static String name(Gen gen) {
        return gen.pick("a", "b", "_", "a_", "a__b", "b__c", "__", "ab", "A", "a.b", "a-b", "é", "x".repeat(70), "")
                + gen.pick("", "_", "__", "c", "1", "+", "z".repeat(50));
    }
}
