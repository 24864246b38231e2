package dev.lazymcp.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lazymcp.upstream.StartFailure;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyRulesTest {
    private static String proxy(String url, Map<String, String> environment) throws StartFailure {
        return new ProxyRules(environment)
                .proxyFor(URI.create(url))
                .map(Object::toString)
                .orElse("none");
    }

    @Test
    void withoutVariablesThereIsNone() throws StartFailure {
        assertThat(proxy("https://a.example/", Map.of())).isEqualTo("none");
        assertThat(proxy("https://a.example/", Map.of("HTTPS_PROXY", " "))).isEqualTo("none");
    }

    @Test
    void eachSchemeHasItsVariableAndAllIsForTheRest() throws StartFailure {
        Map<String, String> both = Map.of("HTTP_PROXY", "http://plain:1", "HTTPS_PROXY", "http://secure:2");
        assertThat(proxy("http://a.example/", both)).isEqualTo("plain:1");
        assertThat(proxy("https://a.example/", both)).isEqualTo("secure:2");
        assertThat(proxy("wss://a.example/", both)).isEqualTo("secure:2");
        assertThat(proxy("https://a.example/", Map.of("ALL_PROXY", "any:3"))).isEqualTo("any:3");
    }

    @Test
    void lowerCaseCountsFirst() throws StartFailure {
        assertThat(proxy("http://a.example/", Map.of("HTTP_PROXY", "http://a:1", "http_proxy", "http://b:2")))
                .isEqualTo("b:2");
    }

    @Test
    void aProxyMayHaveAUserAndAPasswordWhichAreNotShown() throws StartFailure {
        var proxy = new ProxyRules(Map.of("HTTPS_PROXY", "http://ann:p%40ss@proxy.example:8080"))
                .proxyFor(URI.create("https://a.example"))
                .orElseThrow();
        assertThat(proxy.credentials()).contains("ann:p@ss");
        assertThat(proxy).hasToString("proxy.example:8080");
    }

    @ParameterizedTest
    @CsvSource({
        "*, none",
        "a.example, none",
        ".a.example, none",
        "*.a.example, none",
        "example, none",
        "'x, a.example ,y', none",
        "A.EXAMPLE, none",
        "a.example:443, none",
        "a.example:80, p:1",
        "b.example, p:1",
        "ba.example, p:1",
        "'', p:1",
        "',', p:1"
    })
    void noProxyNamesHostsAndWhatIsBelowThem(String exempt, String proxy) throws StartFailure {
        assertThat(proxy("https://a.example/x", Map.of("HTTPS_PROXY", "http://p:1", "NO_PROXY", exempt)))
                .isEqualTo(proxy);
    }

    @Test
    void addressesAreNamesLikeOthers() throws StartFailure {
        Map<String, String> environment = Map.of("HTTP_PROXY", "http://[::1]:9", "NO_PROXY", "127.0.0.1,[::1]");
        assertThat(proxy("http://127.0.0.1:80/", environment)).isEqualTo("none");
        assertThat(proxy("http://[::1]:80/", environment)).isEqualTo("none");
        assertThat(proxy("http://10.0.0.1/", environment)).isEqualTo("::1:9");
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, 10.0.0.0/8, none",
        "11.1.2.3, 10.0.0.0/8, p:1",
        "192.168.1.129, 192.168.1.128/25, none",
        "192.168.1.127, 192.168.1.128/25, p:1",
        "8.8.8.8, 0.0.0.0/0, none",
        "10.1.2.3, 10.1.2.3/32, none",
        "10.1.2.3, 10.0.0.0/33, p:1",
        "10.1.2.3, 10.0.0.0/, p:1",
        "10.1.2.3, 10.0.0.0/x, p:1",
        "10.1.2.3, fd00::/8, p:1",
        "[fd12::1], fd00::/8, none",
        "[fe12::1], fd00::/8, p:1",
        "a.example, 0.0.0.0/0, p:1",
        "a.example, a.example/8, p:1"
    })
    void noProxyNamesNetworksOfAddresses(String host, String exempt, String proxy) throws StartFailure {
        assertThat(proxy("http://" + host + "/x", Map.of("HTTP_PROXY", "http://p:1", "NO_PROXY", exempt)))
                .isEqualTo(proxy);
    }

    @ParameterizedTest
    @CsvSource({"socks5://p:1", "http://", "http://user:s3cr3t@", "'http://s3 cr3t'"})
    void whatIsNoProxyIsSaidWithoutItsValue(String value) {
        assertThatThrownBy(() -> proxy("https://a.example/", Map.of("HTTPS_PROXY", value)))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("HTTPS_PROXY")
                .hasMessageNotContaining("s3")
                .hasNoCause();
    }
}
