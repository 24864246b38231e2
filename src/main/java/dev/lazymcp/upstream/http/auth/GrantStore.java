package dev.lazymcp.upstream.http.auth;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** Where grants are kept: one for each server and issuer. Files, or the keys of an operating system. */
public interface GrantStore {
    /** Keeps other processes from changing what is kept of a server until it is closed. */
    interface Hold extends AutoCloseable {
        @Override
        void close() throws IOException;
    }

    /**
     * The newest grant for {@code server}; empty where nobody signed in.
     *
     * @throws IOException where there is one and it cannot be read
     */
    Optional<Grant> find(URI server) throws IOException;

    /** Keeps {@code grant} in the place of all others of its server: a token of an issuer that the server left is of no use. */
    void put(Grant grant) throws IOException;

    /** Forgets all grants for {@code server}. */
    void forget(URI server) throws IOException;

    /**
     * Waits until nobody else holds what is kept of {@code server}.
     *
     * @throws IOException where others hold it too long
     */
    Hold hold(URI server) throws IOException;
}
