package dev.lazymcp.upstream.http.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChallengeTest {
    private static Challenge of(String... values) {
        return Challenge.of(List.of(values));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Bearer scope=\"a b\" | a b",
                "bearer SCOPE=\"a b\" | a b",
                "Bearer scope=a | a",
                "Bearer realm=\"x, Basic scope=y\", scope=\"a\" | a",
                "Basic realm=\"x\", scope=no, Bearer scope=\"a\" | a",
                "Bearer scope=\"a\", Basic scope=\"no\" | a",
                "Bearer scope = \"a\" , error=\"x\" | a",
                "Bearer scope=\"a \\\"b\\\"\" | a \"b\"",
                "Bearer scope=\"a | a",
                "Negotiate, Bearer scope=\"a\" | a",
                "Bearer scope=\"a\", scope=\"second\" | a",
            })
    void theParametersOfTheBearerAreRead(String header, String scope) {
        assertThat(of(header).scope()).contains(scope);
    }

    @Test
    void theFirstHeaderThatHasOneCounts() {
        Challenge challenge =
                of("Basic realm=x", "Bearer error=\"insufficient_scope\", resource_metadata=\"https://a/b\"");
        assertThat(challenge.wantsMore()).isTrue();
        assertThat(challenge.metadata()).contains("https://a/b");
        assertThat(challenge.scope()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"''", "Basic realm=x", "Bearer", "'Bearer ,,,'", "'Bearerx scope=\"a\"'", "'=', '\"', 'Bearer =\"x\"'"})
    void whereThereIsNoneThereIsNone(String header) {
        assertThat(of(header)).isEqualTo(Challenge.NONE);
    }

    /** Whatever a server sends is read to its end. */
    @Test
    void nothingIsTooOdd() {
        String alphabet = "Bearer scope=\"\\, \t=";
        Gen.forAll(20_000, gen -> {
            StringBuilder header = new StringBuilder("Bearer ");
            int length = gen.between(0, 30);
            for (int i = 0; i < length; i++) {
                header.append(alphabet.charAt(gen.between(0, alphabet.length() - 1)));
            }
            assertThat(of(header.toString()).scope().map(String::length).orElse(0))
                    .isLessThanOrEqualTo(length);
        });
    }
}
