package dev.lazymcp.upstream.http.auth;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What somebody who signed in was given, and where to renew it.
 *
 * @param server the MCP server that it is for
 * @param resource how that is called in requests for tokens (RFC 8707); empty for a server without metadata
 * @param issuer who gave it
 * @param tokenEndpoint where it is renewed
 * @param revocation where it is given back, if that is possible
 * @param client who lazymcp is there
 * @param wanted scopes that the server has asked for since, words with a blank between
 */
public record Grant(
        URI server,
        Optional<String> resource,
        String issuer,
        URI tokenEndpoint,
        Optional<URI> revocation,
        ClientIdentity client,
        Tokens tokens,
        String wanted) {
    private static final int VERSION = 1;

    /** How the server at {@code url} is called here: one name for all spellings, and the same for its web sockets. */
    public static URI serverOf(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        URI web = scheme.equals("ws") || scheme.equals("wss")
                ? URI.create((scheme.equals("ws") ? "http" : "https")
                        + url.toString().substring(scheme.length()))
                : url;
        String query = web.getRawQuery() == null ? "" : "?" + web.getRawQuery();
        return URI.create(Addresses.origin(web) + Addresses.path(web) + query);
    }

    /** The same with other tokens. */
    Grant with(Tokens other) {
        return new Grant(server, resource, issuer, tokenEndpoint, revocation, client, other, wanted);
    }

    /** The same after the server asked for {@code scope}. */
    Grant wanting(String scope) {
        String all = Scopes.union(wanted, scope);
        return new Grant(server, resource, issuer, tokenEndpoint, revocation, client, tokens, all);
    }

    /** As it is kept. */
    Frame toJson() {
        return Json.text(json -> {
            json.writeStartObject();
            json.writeNumberField("v", VERSION);
            json.writeStringField("server", server.toString());
            if (resource.isPresent()) {
                json.writeStringField("resource", resource.get());
            }
            json.writeStringField("issuer", issuer);
            json.writeStringField("token_endpoint", tokenEndpoint.toString());
            if (revocation.isPresent()) {
                json.writeStringField("revocation_endpoint", revocation.get().toString());
            }
            json.writeStringField("client_id", client.id());
            if (client.secret().isPresent()) {
                json.writeStringField("client_secret", client.secret().get());
            }
            json.writeStringField("client_auth", client.method().word());
            json.writeStringField("access_token", tokens.access());
            if (tokens.refresh().isPresent()) {
                json.writeStringField("refresh_token", tokens.refresh().get());
            }
            if (tokens.due().isPresent()) {
                json.writeNumberField("renew_at", tokens.due().get().getEpochSecond());
            }
            json.writeStringField("scope", tokens.scope());
            json.writeStringField("wanted", wanted);
            json.writeEndObject();
        });
    }

    /**
     * What {@link #toJson} wrote.
     *
     * @throws IOException where that is not what {@code text} is; nothing of it is in the message
     */
    static Grant of(String text) throws IOException {
        Optional<Document> read = Document.of(text);
        if (read.isEmpty() || read.get().number("v").orElse(0) != VERSION) {
            throw new IOException("it is not of this version of lazymcp");
        }
        Document document = read.get();
        OptionalLong due = document.number("renew_at");
        return new Grant(
                address(document, "server"),
                document.text("resource"),
                required(document, "issuer"),
                address(document, "token_endpoint"),
                document.text("revocation_endpoint").isPresent()
                        ? Optional.of(address(document, "revocation_endpoint"))
                        : Optional.empty(),
                new ClientIdentity(
                        required(document, "client_id"),
                        document.text("client_secret"),
                        ClientIdentity.Method.named(required(document, "client_auth"))
                                .orElse(ClientIdentity.Method.NONE)),
                new Tokens(
                        required(document, "access_token"),
                        document.text("refresh_token"),
                        due.isPresent() ? Optional.of(Instant.ofEpochSecond(due.getAsLong())) : Optional.empty(),
                        document.text("scope").orElse("")),
                document.text("wanted").orElse(""));
    }

    private static URI address(Document document, String name) throws IOException {
        try {
            return URI.create(required(document, name));
        } catch (IllegalArgumentException e) {
            throw new IOException("its " + name + " is no address", e);
        }
    }

    private static String required(Document document, String name) throws IOException {
        Optional<String> text = document.text(name);
        if (text.isEmpty()) {
            throw new IOException("it has no " + name);
        }
        return text.get();
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "grant of " + issuer + " for " + Addresses.shown(server.toString());
    }
}
