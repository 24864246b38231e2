package dev.lazymcp.upstream.http;

import dev.lazymcp.upstream.StartFailure;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Clients of the JDK as this package wants them. */
final class Connections {
    private static final Duration CONNECT = Duration.ofSeconds(20);

    private Connections() {}

    /**
     * A client for the host of {@code target}; nothing is connected yet.
     *
     * @param caFile certificates to trust besides those that are well known
     * @throws StartFailure where the certificates cannot be used
     */
    static HttpClient to(
            URI target, Optional<ProxyRules.Proxy> proxy, Optional<String> caFile, Map<String, String> environment)
            throws StartFailure {
        // Servers in Node close a connection after 5 s of silence: one kept for longer may close just as it is used.
        System.setProperty("jdk.httpclient.keepalive.timeout", "4");
        // A proxy's password is given for exactly this; the JDK would keep it back where the proxy is a tunnel.
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
        boolean secure = "https".equals(target.getScheme()) || "wss".equals(target.getScheme());
        HttpClient.Builder builder = HttpClient.newBuilder()
                // On plain HTTP the JDK would ask to upgrade to HTTP/2, which some servers take amiss.
                .version(secure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT)
                .proxy(proxy.map(by -> ProxySelector.of(new InetSocketAddress(by.host(), by.port())))
                        .orElse(HttpClient.Builder.NO_PROXY));
        (secure ? Certificates.trusting(caFile, environment) : Optional.of(Certificates.none()))
                .ifPresent(builder::sslContext);
        proxy.flatMap(ProxyRules.Proxy::credentials).ifPresent(pair -> builder.authenticator(proxyPassword(pair)));
        return builder.build();
    }

    private static Authenticator proxyPassword(String pair) {
        int colon = pair.indexOf(':');
        String user = colon < 0 ? pair : pair.substring(0, colon);
        char[] password = (colon < 0 ? "" : pair.substring(colon + 1)).toCharArray();
        return new Authenticator() {
            @Override
            protected @Nullable PasswordAuthentication getPasswordAuthentication() {
                return getRequestorType() == RequestorType.PROXY ? new PasswordAuthentication(user, password) : null;
            }
        };
    }
}
