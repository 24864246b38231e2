package dev.lazymcp.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownSecretsTest {
    @Test
    void valuesAreMaskedAsTheyAreAndAsJsonAndUrlsSpellThem() {
        KnownSecrets secrets = KnownSecrets.of(
                List.of("server", "--token=in an option", "https://h/?q=in-a-query"),
                List.of("with \"quotes\" &c", "first line\nsecond line"),
                Map.of());
        assertThat(secrets.masked("it is with \"quotes\" &c")).isEqualTo("it is ***");
        assertThat(secrets.masked("{\"x\": \"with \\\"quotes\\\" &c\"}")).isEqualTo("{\"x\": \"***\"}");
        assertThat(secrets.masked("GET /?x=with+%22quotes%22+%26c")).isEqualTo("GET /?x=***");
        assertThat(secrets.masked("second line")).isEqualTo("***");
        assertThat(secrets.masked("said: in an option")).isEqualTo("said: ***");
        assertThat(secrets.masked("said in-a-query")).isEqualTo("said ***");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "token=abc def # token=*** def",
                "Authorization: Bearer abc.def-ghi # Authorization: Bearer ***",
                "{\"password\": \"correct horse \\\" battery\", \"user\": \"ann\"} # {\"password\": \"***\", \"user\": \"ann\"}",
                "{'api_key':'x y'} # {'api_key':'***'}",
                "--api-key hunter2 --port 80 # --api-key *** --port 80",
                "clientSecret : 42 # clientSecret : ***",
                "connect to postgres://ann:pw@db/x?sslkey=1 now # connect to postgres://***@db/x?*** now",
                "got ghp_abcdefghijklmnop in (AKIAABCDEFGHIJKLMNOP) # got *** in (***)",
                "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj/gEAAoIB # ***",
                "[info] listening on 127.0.0.1:8080, 3 tools # [info] listening on 127.0.0.1:8080, 3 tools",
                "    at run (/home/ann/server/index.js:12:3) #     at run (/home/ann/server/index.js:12:3)",
                "a=1: b # a=1: b",
                "{\"level\":\"info\",\"n\":1.5} # {\"level\":\"info\",\"n\":1.5}"
            },
            ignoreLeadingAndTrailingWhitespace = true)
    void whatLooksLikeASecretIsMaskedAndTheRestOfALineIsNot(String line, String masked) {
        KnownSecrets none = KnownSecrets.of(List.of("server"), List.of(), Map.of());
        assertThat(none.masked(line)).isEqualTo(masked);
    }
}
