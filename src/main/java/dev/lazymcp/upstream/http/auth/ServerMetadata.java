package dev.lazymcp.upstream.http.auth;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * What an authorization server says of itself (RFC 8414).
 *
 * @param issuer its name, an address
 * @param authorization where people go
 * @param token where codes and refresh tokens are exchanged
 * @param registration where clients register (RFC 7591)
 * @param revocation where tokens are given back (RFC 7009)
 * @param scopes all that there are
 * @param authMethods how clients prove who they are at {@code token}; empty where it does not say
 * @param answersWithIssuer whether it promises its name in each answer (RFC 9207)
 * @param knowsClientDocuments whether a client may be named by the address of a document about it
 */
record ServerMetadata(
        String issuer,
        URI authorization,
        URI token,
        Optional<URI> registration,
        Optional<URI> revocation,
        List<String> scopes,
        List<String> authMethods,
        boolean answersWithIssuer,
        boolean knowsClientDocuments) {
    private static final String CHALLENGE_METHOD = "S256";

    /**
     * The metadata in {@code document}.
     *
     * @param expected the issuer whose metadata was asked for; empty to take any
     * @throws SignInFailure where it is another's, is not complete, or does not know PKCE
     */
    static ServerMetadata of(Document document, Optional<String> expected, Addresses addresses) throws SignInFailure {
        String issuer = document.text("issuer").orElse("");
        if (expected.isPresent() && !same(issuer, expected.get())) {
            throw new SignInFailure("The authorization server's metadata is another's: it was asked for by the name "
                    + Addresses.shown(expected.get()) + " and calls itself "
                    + (issuer.isEmpty() ? "nothing" : Addresses.shown(issuer)) + ". Nothing was signed in to.");
        }
        if (!document.texts("code_challenge_methods_supported")
                .orElse(List.of())
                .contains(CHALLENGE_METHOD)) {
            throw new SignInFailure(
                    "The authorization server " + Addresses.shown(issuer) + " does not say that it knows"
                            + " PKCE (S256), without which others could take the answer that is meant for lazymcp. Ask its"
                            + " operator.");
        }
        return new ServerMetadata(
                issuer,
                required(document, "authorization_endpoint", addresses),
                required(document, "token_endpoint", addresses),
                optional(document, "registration_endpoint", addresses),
                optional(document, "revocation_endpoint", addresses),
                document.texts("scopes_supported").orElse(List.of()),
                document.texts("token_endpoint_auth_methods_supported").orElse(List.of()),
                document.is("authorization_response_iss_parameter_supported"),
                document.is("client_id_metadata_document_supported"));
    }

    /** Of a server without any: the default endpoints of revision 2025-03-26. */
    static ServerMetadata byDefault(String origin, Addresses addresses) throws SignInFailure {
        return new ServerMetadata(
                origin,
                addresses.checked("authorization endpoint", origin + "/authorize"),
                addresses.checked("token endpoint", origin + "/token"),
                Optional.of(addresses.checked("registration endpoint", origin + "/register")),
                Optional.empty(),
                List.of(),
                List.of(),
                false,
                false);
    }

    /** A slash is all the path that an address without one has (RFC 3986, section 6.2.3). */
    private static boolean same(String one, String other) {
        return one.equals(other) || (one + "/").equals(other) || one.equals(other + "/");
    }

    private static URI required(Document document, String name, Addresses addresses) throws SignInFailure {
        Optional<String> text = document.text(name);
        if (text.isEmpty()) {
            throw new SignInFailure("The authorization server's metadata has no " + name + ".");
        }
        return addresses.checked(name, text.get());
    }

    private static Optional<URI> optional(Document document, String name, Addresses addresses) throws SignInFailure {
        Optional<String> text = document.text(name);
        return text.isEmpty() ? Optional.empty() : Optional.of(addresses.checked(name, text.get()));
    }
}
