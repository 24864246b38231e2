package dev.lazymcp.upstream.http.auth;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Where metadata is, in the order in which to look. */
final class WellKnown {
    private static final String RESOURCE = "/.well-known/oauth-protected-resource";
    private static final String SERVER = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    private WellKnown() {}

    /** Of a protected resource (RFC 9728, section 3.1): that of its path, then that of its host. */
    static List<URI> ofResource(URI server) {
        String origin = Addresses.origin(server);
        String query = server.getRawQuery() == null ? "" : "?" + server.getRawQuery();
        return List.copyOf(new LinkedHashSet<>(List.of(
                URI.create(origin + RESOURCE + Addresses.path(server) + query), URI.create(origin + RESOURCE))));
    }

    /** Of an authorization server (RFC 8414, section 3.1; OpenID Connect Discovery 1.0, section 4). */
    static List<URI> ofIssuer(URI issuer) {
        String origin = Addresses.origin(issuer);
        String path = Addresses.path(issuer);
        List<URI> all = new ArrayList<>();
        all.add(URI.create(origin + SERVER + path));
        all.add(URI.create(origin + OPENID + path));
        if (!path.isEmpty()) {
            all.add(URI.create(origin + path + OPENID));
        }
        return List.copyOf(all);
    }
}
