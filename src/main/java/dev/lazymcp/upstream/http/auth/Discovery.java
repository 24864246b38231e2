package dev.lazymcp.upstream.http.auth;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out who lets people in to a server (MCP "Authorization", authorization server discovery).
 *
 * @param web how others are asked
 * @param server the MCP server
 */
record Discovery(Web web, URI server) {
    /**
     * Whether the server has metadata of its own.
     *
     * @param challenge what it said when it refused
     * @throws SignInFailure where it has and they are not to be believed
     */
    Optional<ResourceMetadata> resource(Challenge challenge) throws SignInFailure {
        List<URI> places = new ArrayList<>();
        if (challenge.metadata().isPresent()) {
            URI named = addresses()
                    .checked(
                            "address of the server's metadata",
                            challenge.metadata().get());
            if (!Addresses.origin(named).equals(Addresses.origin(server))) {
                throw new SignInFailure("The server names metadata on another host, "
                        + Addresses.shown(named.toString()) + ": whatever it says there is not about "
                        + Addresses.shown(server.toString()) + ". Nothing was signed in to.");
            }
            places.add(named);
        }
        places.addAll(WellKnown.ofResource(server));
        for (URI place : places) {
            Optional<Document> document = document("server's metadata", place);
            if (document.isPresent()) {
                return Optional.of(ResourceMetadata.of(document.get(), server));
            }
        }
        return Optional.empty();
    }

    /**
     * The first authorization server of {@code resource} that has metadata.
     *
     * @throws SignInFailure where none has, or they are not to be believed
     */
    ServerMetadata issuer(ResourceMetadata resource) throws SignInFailure {
        boolean old = resource.resource().isEmpty();
        for (String name : resource.issuers()) {
            URI issuer = addresses().checked("name of the authorization server", name);
            for (URI place : WellKnown.ofIssuer(issuer)) {
                Optional<Document> document = document("authorization server's metadata", place);
                if (document.isPresent()) {
                    Optional<String> expected = old ? Optional.empty() : Optional.of(name);
                    return ServerMetadata.of(document.get(), expected, addresses());
                }
            }
        }
        if (old) {
            return ServerMetadata.byDefault(Addresses.origin(server), addresses());
        }
        throw new SignInFailure("The authorization server that the server names has no metadata: "
                + String.join(
                        ", ", resource.issuers().stream().map(Addresses::shown).toList())
                + ". Ask its operator.");
    }

    private Addresses addresses() {
        return new Addresses(server);
    }

    /** The document there; empty where the answer is that there is none. */
    private Optional<Document> document(String what, URI place) throws SignInFailure {
        Web.Reply reply;
        try {
            reply = web.get(place);
        } catch (IOException e) {
            throw new SignInFailure(
                    "The " + what + " at " + Addresses.shown(place.toString()) + " " + e.getMessage() + ".", e);
        }
        if (reply.status() >= 500 || reply.status() == 429) {
            throw new SignInFailure("The " + what + " cannot be had now: " + Addresses.shown(place.toString())
                    + " answered HTTP " + reply.status() + ". Try again later.");
        }
        // Many servers answer any path with a page.
        return reply.isSuccess() ? Document.of(reply.body()) : Optional.empty();
    }
}
