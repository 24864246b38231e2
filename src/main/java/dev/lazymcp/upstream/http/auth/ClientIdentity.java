package dev.lazymcp.upstream.http.auth;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who lazymcp is to an authorization server.
 *
 * @param id the client id
 * @param secret the client secret, of a client that has one
 * @param method how the two are sent
 */
public record ClientIdentity(String id, Optional<String> secret, Method method) {
    /** How a client proves who it is (RFC 7591, section 2, {@code token_endpoint_auth_method}). */
    public enum Method {
        /** It does not. */
        NONE("none"),
        /** In the header Authorization. */
        BASIC("client_secret_basic"),
        /** In the form. */
        POST("client_secret_post");

        private final String word;

        Method(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        /** The method of that name, if it is one of ours. */
        static Optional<Method> named(String word) {
            for (Method method : values()) {
                if (method.word.equals(word)) {
                    return Optional.of(method);
                }
            }
            return Optional.empty();
        }

        /** The one for a client with or without a secret, of those that the server knows; none known is as if all were. */
        static Method choose(boolean secret, List<String> known) {
            if (!secret) {
                return NONE;
            }
            return known.isEmpty() || known.contains(BASIC.word) || !known.contains(POST.word) ? BASIC : POST;
        }

        /** The one to register with: without a secret where that is possible, since a program on a desktop can keep none. */
        static Method toRegister(List<String> known) {
            return known.isEmpty() || known.contains(NONE.word) ? NONE : choose(true, known);
        }
    }

    /** {@code form} and headers with what proves who it is. */
    Map<String, String> prove(Form form) {
        return switch (method) {
            case NONE -> {
                form.with("client_id", id);
                yield Map.of();
            }
            case POST -> {
                form.with("client_id", id).with("client_secret", secret);
                yield Map.of();
            }
            // RFC 6749, section 2.3.1: both encoded as in a form before they are joined.
            case BASIC ->
                Map.of(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString((Form.encoded(id) + ":" + Form.encoded(secret.orElse("")))
                                                .getBytes(StandardCharsets.UTF_8)));
        };
    }

    /** Does not show the secret. */
    @Override
    public String toString() {
        return id + (secret.isPresent() ? " with a secret" : "");
    }
}
