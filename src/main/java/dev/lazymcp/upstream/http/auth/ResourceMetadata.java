package dev.lazymcp.upstream.http.auth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * What a server says of who lets people in (RFC 9728).
 *
 * @param resource what a token is to be for (RFC 8707); empty where the server has no such metadata
 * @param issuers the authorization servers, as they stand there
 * @param scopes all that there are
 */
record ResourceMetadata(Optional<String> resource, List<String> issuers, List<String> scopes) {
    /** Of a server that has none: what revision 2025-03-26 says, where the server is its own authorization server. */
    static ResourceMetadata absent(URI server) {
        return new ResourceMetadata(Optional.empty(), List.of(Addresses.origin(server)), List.of());
    }

    /**
     * The metadata in {@code document}.
     *
     * @param server the MCP server
     * @throws SignInFailure where it is about another server: a token for that one is none for this
     */
    static ResourceMetadata of(Document document, URI server) throws SignInFailure {
        String resource = document.text("resource").orElse("");
        if (!covers(resource, server)) {
            throw new SignInFailure("The server's metadata is about another server: it names "
                    + (resource.isEmpty() ? "none" : Addresses.shown(resource)) + ", not "
                    + Addresses.shown(server.toString())
                    + ". Nothing was signed in to; configure the address that it names if that is the right one.");
        }
        List<String> issuers = document.texts("authorization_servers").orElse(List.of());
        return new ResourceMetadata(
                Optional.of(resource),
                issuers.isEmpty() ? List.of(Addresses.origin(server)) : issuers,
                document.texts("scopes_supported").orElse(List.of()));
    }

    /** Whether it is the server itself or what is above it on the same host. */
    private static boolean covers(String resource, URI server) {
        try {
            URI uri = new URI(resource);
            String path = Addresses.path(uri);
            String below = Addresses.path(server);
            return uri.getHost() != null
                    && Addresses.origin(uri).equals(Addresses.origin(server))
                    && (below.equals(path) || below.startsWith(path + "/"));
        } catch (URISyntaxException none) {
            return false;
        }
    }
}
