package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternTest {
    @ParameterizedTest
    @CsvSource({
        "github, github, true",
        "github, github2, false",
        "git*, github, true",
        "*hub, github, true",
        "*t*b, github, true",
        "*, anything at all, true",
        "g?thub, github, true",
        "g?thub, gthub, false",
        "a.c, abc, false",
        "a**b, ab, true",
        "GitHub, github, false"
    })
    void matches(String pattern, String name, boolean matches) {
        assertThat(new NamePattern(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void aServerOfExactlyThatNameIsMeantAlone() {
        assertThat(new NamePattern("*").matches("docs", List.of("*", "docs"))).isFalse();
        assertThat(new NamePattern("*").matches("*", List.of("*", "docs"))).isTrue();
        assertThat(new NamePattern("*").matches("docs", List.of("docs"))).isTrue();
    }

    @Test
    @Timeout(20)
    void manyStarsCostNoMoreThanTheyHaveTo() {
        assertThat(new NamePattern("*a".repeat(40) + "b").matches("a".repeat(2_000)))
                .isFalse();
    }

    @Test
    void agreesWithTheSamePatternAsARegularExpression() {
        Gen.forAll(2_000, gen -> {
            String pattern = word(gen, "ab*?", 6);
            String name = word(gen, "ab", 8);
            String regex = pattern.replace("*", ".*").replace("?", ".");
            assertThat(new NamePattern(pattern).matches(name))
                    .as("%s on %s", pattern, name)
                    .isEqualTo(name.matches(regex));
        });
    }

    private static String word(Gen gen, String alphabet, int longest) {
        StringBuilder word = new StringBuilder();
        int length = gen.between(0, longest);
        for (int i = 0; i < length; i++) {
            word.append(alphabet.charAt(gen.between(0, alphabet.length() - 1)));
        }
        return word.toString();
    }
}
