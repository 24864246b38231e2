package dev.lazymcp.upstream.http.auth;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** How lazymcp becomes known to an authorization server that has never heard of it (RFC 7591). */
final class Registration {
    private Registration() {}

    /** Registers at {@code endpoint} of {@code issuer}, to be answered at {@code redirect}. */
    static ClientIdentity at(Web web, URI endpoint, ServerMetadata issuer, URI redirect, String scope)
            throws SignInFailure {
        ClientIdentity.Method method = ClientIdentity.Method.toRegister(issuer.authMethods());
        Web.Reply reply;
        try {
            reply = web.post(
                    endpoint,
                    "application/json",
                    request(redirect, method, scope).toString(),
                    Map.of());
        } catch (IOException e) {
            throw new SignInFailure(
                    "lazymcp could not be registered: the authorization server " + e.getMessage() + ".", e);
        }
        Optional<Document> read = Document.of(reply.body());
        Optional<String> id = read.flatMap(document -> document.text("client_id"));
        if (!reply.isSuccess() || id.isEmpty()) {
            String why = read.flatMap(document -> document.text("error")
                            .map(error -> ": " + ServerWords.of(document).reason(document, error)))
                    .orElse("");
            throw new SignInFailure("The authorization server " + Addresses.shown(issuer.issuer())
                    + " did not register lazymcp (HTTP " + reply.status() + ")" + why
                    + ". If it knows a client id that you may use, name it with --client-id.");
        }
        Optional<String> secret = read.flatMap(document -> document.text("client_secret"));
        return new ClientIdentity(
                id.get(),
                secret,
                read.flatMap(document -> document.text("token_endpoint_auth_method"))
                        .flatMap(ClientIdentity.Method::named)
                        .filter(given -> given == ClientIdentity.Method.NONE || secret.isPresent())
                        .orElseGet(() -> ClientIdentity.Method.choose(secret.isPresent(), issuer.authMethods())));
    }

    private static Frame request(URI redirect, ClientIdentity.Method method, String scope) {
        return Json.text(json -> {
            json.writeStartObject();
            json.writeStringField("client_name", "lazymcp");
            json.writeStringField("application_type", "native");
            json.writeArrayFieldStart("redirect_uris");
            json.writeString(redirect.toString());
            json.writeEndArray();
            json.writeArrayFieldStart("grant_types");
            json.writeString("authorization_code");
            json.writeString("refresh_token");
            json.writeEndArray();
            json.writeArrayFieldStart("response_types");
            json.writeString("code");
            json.writeEndArray();
            json.writeStringField("token_endpoint_auth_method", method.word());
            if (!scope.isEmpty()) {
                json.writeStringField("scope", scope);
            }
            json.writeEndObject();
        });
    }
}
