package dev.lazymcp.config;

import java.nio.file.Path;

/**
 * A place where a client looks for its servers.
 *
 * @param client the client's identifier, as {@code --client} takes it
 * @param scope whose servers these are
 * @param path the file, which need not exist
 */
public record ClientFile(String client, Scope scope, Path path) {
    /** Whose servers a file lists. */
    public enum Scope {
        /** Those of everybody who works on a project. */
        PROJECT,
        /** Those of one person, in every project. */
        USER
    }
}
