package dev.lazymcp.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
    @ParameterizedTest
    @CsvSource({
        "GITHUB_TOKEN, true", "OPENAI_API_KEY, true", "apiKey, true", "GITHUB_PAT, true", "DB_PASSWORD, true",
        "--auth, true", "PATH, false", "HOME, false", "KEYBOARD, false", "PATTERN, false"
    })
    void namesTellSecrets(String name, boolean secret) {
        assertThat(Secrets.isSecretName(name)).isEqualTo(secret);
    }

    @Test
    void valuesOfSecretVariablesDoNotShow() {
        assertThat(Secrets.masked(
                        "401 for s3cr3t-value at /home/me", Map.of("A_TOKEN", "s3cr3t-value", "HOME", "/home/me")))
                .isEqualTo("401 for *** at /home/me");
    }

    @Test
    void commandLinesAreShownWithoutSecrets() {
        assertThat(Secrets.maskedArguments(List.of(
                        "npx", "--token", "abc", "--api-key=def", "--verbose", "x", "https://me:pw@host/p?key=1")))
                .containsExactly("npx", "--token", "***", "--api-key=***", "--verbose", "x", "https://***@host/p?***");
    }
}
