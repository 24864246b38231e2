package dev.lazymcp.upstream.http;

import java.net.URI;

/** Origins of URLs (RFC 6454). */
final class Origins {
    private Origins() {}

    /** Whether both have the same scheme, host and port. */
    static boolean same(URI a, URI b) {
        return a.getScheme() != null
                && a.getHost() != null
                && a.getScheme().equalsIgnoreCase(b.getScheme())
                && a.getHost().equalsIgnoreCase(b.getHost())
                && port(a) == port(b);
    }

    private static int port(URI uri) {
        boolean secure = "https".equalsIgnoreCase(uri.getScheme()) || "wss".equalsIgnoreCase(uri.getScheme());
        return uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    }
}
