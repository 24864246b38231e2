package dev.lazymcp.upstream.http.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** A secret that an answer is bound to (RFC 7636, S256), and other words that nobody can guess. */
final class Pkce {
    private static final int BYTES = 32;

    private Pkce() {}

    /** 43 characters that nobody can guess. */
    static String unguessable(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return encoded(bytes);
    }

    /** What is told of {@code verifier} before it is told itself. */
    static String challenge(String verifier) {
        return encoded(sha256(verifier));
    }

    /** The SHA-256 of {@code text}. */
    static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
