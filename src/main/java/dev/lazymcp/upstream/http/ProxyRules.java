package dev.lazymcp.upstream.http;

import dev.lazymcp.upstream.StartFailure;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which proxy a request goes through, by the variables that curl and most other programs read: {@code HTTP_PROXY},
 * {@code HTTPS_PROXY}, {@code ALL_PROXY}, {@code NO_PROXY}, of which the spelling in lower case counts first. {@code NO_PROXY} holds
 * hosts, domains and addresses, each perhaps with a port, and networks such as {@code 10.0.0.0/8}; no name is looked up for these.
 *
 * @param environment where they stand
 */
record ProxyRules(Map<String, String> environment) {
    private static final int DEFAULT_PORT = 1080;

    /**
     * A proxy.
     *
     * @param credentials user and password with a colon between, percent-decoded
     */
    record Proxy(String host, int port, Optional<String> credentials) {
        /** Does not show the credentials. */
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /**
     * The proxy for {@code target}; none where it is reached directly.
     *
     * @throws StartFailure where a variable names no proxy that can be used
     */
    Optional<Proxy> proxyFor(URI target) throws StartFailure {
        String scheme = String.valueOf(target.getScheme());
        boolean secure = scheme.equals("https") || scheme.equals("wss");
        String name = secure ? "HTTPS_PROXY" : "HTTP_PROXY";
        Optional<String> value = variable(name).or(() -> variable("ALL_PROXY"));
        if (value.isEmpty() || isExempt(String.valueOf(target.getHost()), portOf(target, secure))) {
            return Optional.empty();
        }
        return Optional.of(parse(variable(name).isPresent() ? name : "ALL_PROXY", value.get()));
    }

    private static int portOf(URI target, boolean secure) {
        return target.getPort() >= 0 ? target.getPort() : secure ? 443 : 80;
    }

    private Optional<String> variable(String name) {
        String lower =
                environment.getOrDefault(name.toLowerCase(Locale.ROOT), "").strip();
        String value = lower.isEmpty() ? environment.getOrDefault(name, "").strip() : lower;
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    private boolean isExempt(String targetHost, int port) {
        String host = bare(targetHost.toLowerCase(Locale.ROOT));
        for (String part :
                variable("NO_PROXY").orElse("").toLowerCase(Locale.ROOT).split("[,\\s]+", -1)) {
            if (part.indexOf('/') > 0
                    && Network.of(part).map(network -> network.contains(host)).orElse(false)) {
                return true;
            }
            int colon = part.indexOf(':');
            boolean hasPort = colon > 0 && colon == part.lastIndexOf(':');
            String name = bare(hasPort ? part.substring(0, colon) : part);
            boolean rightPort = !hasPort || part.substring(colon + 1).equals(String.valueOf(port));
            if (rightPort && matches(host, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String host, String name) {
        String domain = name.startsWith("*.") ? name.substring(2) : name.startsWith(".") ? name.substring(1) : name;
        return name.equals("*") || (!domain.isEmpty() && (host.equals(domain) || host.endsWith("." + domain)));
    }

    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static Proxy parse(String variable, String value) throws StartFailure {
        try {
            URI uri = new URI(value.contains("://") ? value : "http://" + value);
            if (!"http".equals(uri.getScheme())) {
                throw new StartFailure(
                        StartFailure.Kind.OTHER,
                        "The proxy of " + variable + " is reached by " + uri.getScheme()
                                + "; only http:// is supported.");
            }
            if (uri.getHost() == null) {
                throw new URISyntaxException("", "no host");
            }
            return new Proxy(
                    bare(uri.getHost()),
                    uri.getPort() >= 0 ? uri.getPort() : DEFAULT_PORT,
                    Optional.ofNullable(uri.getUserInfo()));
        } catch (URISyntaxException unusable) {
            // Not kept as the cause: it holds the value, which may have a password in it.
            throw new StartFailure(
                    StartFailure.Kind.OTHER,
                    "The variable " + variable
                            + " names no proxy such as http://proxy.example:3128; correct or unset it.");
        }
    }
}
