package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RedactionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            srv --api-key hunter2             | srv --api-key ***
            srv --api-key=hunter2             | srv --api-key=***
            srv --apiKey hunter2              | srv --apiKey ***
            srv -token -hunter2               | srv -token ***
            srv --auth --verbose              | srv --auth --verbose
            docker run -e TOKEN=a -e PORT=80  | docker run -e TOKEN=*** -e PORT=***
            docker run --env=PASSWORD=a       | docker run --env=PASSWORD=***
            docker run -e TOKEN img           | docker run -e TOKEN img
            curl -H X-Key:abc                 | curl -H X-Key:***
            r --header Authorization:Bearer   | r --header Authorization:***
            srv ghp_0123456789abcdef          | srv ***
            srv x=sk-abcdefghijkl             | srv x=***
            srv 3f2504e04f8911d39a0c0305e82c3301 | srv ***
            r https://u:p@h/p?k=v#f           | r https://***@h/p?***
            r https://h/s/3f2504e04f8911d39a0c0305e82c3301/mcp | r https://h/s/***/mcp
            r --url=https://h/p?token=v       | r --url=https://h/p?***
            npx -y @scope/server-github@1.2.3 | npx -y @scope/server-github@1.2.3
            node /opt/a/b.js --port 8080 --root=/x | node /opt/a/b.js --port 8080 --root=/x
            lazymcp wrap --env-keys A_TOKEN,B -- srv | lazymcp wrap --env-keys A_TOKEN,B -- srv
            lazymcp wrap --env-keys=-A_KEY -- srv | lazymcp wrap --env-keys=-A_KEY -- srv
            """)
    void secretsAreMaskedAndTheRestIsLegible(String words, String shown) {
        assertThat(Redaction.words(List.of(words.split(" ", -1)))).containsExactly(shown.split(" ", -1));
    }
}
