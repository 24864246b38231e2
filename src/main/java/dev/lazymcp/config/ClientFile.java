package dev.lazymcp.config;

import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.client.Scope;
import dev.lazymcp.config.client.Section;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A place where a client looks for its servers.
 *
 * @param client the client
 * @param scope whose servers these are
 * @param path the file, which need not exist
 * @param section where in the file
 * @param workspace the folder that is open in the client, as far as can be told
 * @param plugin the plugin that brings them
 */
public record ClientFile(
        Client client, Scope scope, Path path, Section section, Path workspace, Optional<Plugin> plugin) {
    /**
     * A plugin of a client.
     *
     * @param name as the client calls it
     * @param root its directory
     */
    public record Plugin(String name, Path root) {}
}
