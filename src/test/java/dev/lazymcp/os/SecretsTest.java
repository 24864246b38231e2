package dev.lazymcp.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
    @ParameterizedTest
    @CsvSource({
        "GITHUB_TOKEN, true",
        "OPENAI_API_KEY, true",
        "apiKey, true",
        "GITHUB_PAT, true",
        "DB_PASSWORD, true",
        "--auth, true",
        "accessKey, true",
        "sessionId, true",
        "X-Api-Key, true",
        "--pass, true",
        "key, true",
        "PATH, false",
        "PWD, false",
        "DB_PWD, true",
        "HOME, false",
        "KEYBOARD, false",
        "PATTERN, false",
        "AUTHOR, false",
        "--port, false",
        "'', false"
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            srv --api-key hunter2             | srv --api-key ***
            srv --api-key=hunter2             | srv --api-key=***
            srv --apiKey hunter2              | srv --apiKey ***
            srv -token -hunter2               | srv -token ***
            srv --auth --verbose              | srv --auth --verbose
            docker run -e TOKEN=a -e PORT=80  | docker run -e TOKEN=*** -e PORT=***
            docker run --env=PASSWORD=a       | docker run --env=PASSWORD=***
            docker run --env=V=a --env=W    | docker run --env=V=*** --env=W
            docker run -e TOKEN img           | docker run -e TOKEN img
            curl -H X-Key:abc                 | curl -H X-Key:***
            r --header Authorization:Bearer   | r --header Authorization:***
            r Authorization:hunter2           | r Authorization:***
            srv ghp_0123456789abcdef          | srv ***
            srv x=sk-abcdefghijkl             | srv x=***
            srv 3f2504e04f8911d39a0c0305e82c3301 | srv ***
            r https://u:p@h/p?k=v#f           | r https://***@h/p?***
            r https://me:pw@host?key=1        | r https://***@host?***
            r https://h/s/3f2504e04f8911d39a0c0305e82c3301/mcp | r https://h/s/***/mcp
            r https://h/@scope/x/             | r https://h/@scope/x/
            r --url=https://h/p?token=v       | r --url=https://h/p?***
            r jdbc:postgresql://u:p,w@h/db    | r jdbc:postgresql://***@h/db
            r Server=h;User=u;Password=p      | r Server=h;User=u;Password=***
            r --set=a=1,token=x,b=2           | r --set=a=1,token=***,b=2
            r {"apiKey":"x"}                  | r ***
            npx -y @scope/server-github@1.2.3 | npx -y @scope/server-github@1.2.3
            npx -y task-management-server     | npx -y task-management-server
            node /opt/a/b.js --port 8080 --root=/x | node /opt/a/b.js --port 8080 --root=/x
            node C:\\Users\\ann\\x.js          | node C:\\Users\\ann\\x.js
            lazymcp wrap --env-keys A_TOKEN,B -- srv | lazymcp wrap --env-keys A_TOKEN,B -- srv
            lazymcp wrap --env-keys=-A_KEY -- srv | lazymcp wrap --env-keys=-A_KEY -- srv
            """)
    void commandLinesAreShownWithoutSecrets(String words, String shown) {
        assertThat(Secrets.maskedArguments(List.of(words.split(" ", -1)))).containsExactly(shown.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            export TOKEN=a; srv --key b --port 80      | export TOKEN=***; srv --key *** --port 80
            set API_KEY=abc&& npx -y srv               | set API_KEY=***&& npx -y srv
            Authorization: Bearer abc                  | Authorization:***
            curl -s "https://u:p@h/x?y" -H "X-Key: z z" | curl -s "https://***@h/x?***" -H "X-Key:***
            echo Bearer abc                            | echo Bearer ***
            npx -y srv && echo done                    | npx -y srv && echo done
            """)
    void aScriptInOneWordIsReadAsOne(String script, String shown) {
        assertThat(Secrets.maskedArguments(List.of("sh", "-c", script))).containsExactly("sh", "-c", shown);
    }

    @Test
    void aSecretBehindAnOptionNeverShowsHoweverItIsSpelled() {
        Gen.forAll(2_000, gen -> {
            String secret = "planted" + gen.between(1000, 9999);
            String option =
                    gen.pick("--token", "--api-key", "-password", "--clientSecret", "--auth", "TOKEN", "X_API_KEY");
            String joined = option + "=" + secret;
            List<String> words = new ArrayList<>(List.of("srv"));
            switch (gen.between(0, option.startsWith("-") ? 4 : 3)) {
                case 0 -> words.add(joined);
                case 1 -> words.add("a b " + joined + gen.pick("", " c", ";d"));
                case 2 -> words.addAll(List.of("-e", joined));
                case 3 -> words.add("x=1" + gen.pick(",", ";", " ", "&") + joined);
                default -> words.addAll(List.of(option, secret));
            }
            words.add("https://" + secret + "@h/?q=" + secret);
            assertThat(String.join(" ", Secrets.maskedArguments(words)))
                    .doesNotContain(secret)
                    .contains("srv");
        });
    }
}
