package dev.lazymcp.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginsTest {
    @ParameterizedTest
    @CsvSource({
        "https://a.example/x, https://a.example/y?z, true",
        "https://a.example, https://A.EXAMPLE:443/, true",
        "http://a.example, http://a.example:80/, true",
        "http://a.example, https://a.example/, false",
        "https://a.example, https://a.example:8443/, false",
        "https://a.example, https://b.a.example/, false",
        "https://a.example, /relative, false",
        "https://a.example, mailto:a@a.example, false"
    })
    void areSchemeHostAndPort(String a, String b, boolean same) {
        assertThat(Origins.same(URI.create(a), URI.create(b))).isEqualTo(same);
    }
}
