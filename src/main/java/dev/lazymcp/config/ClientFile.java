package dev.lazymcp.config;

import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.client.Place;
import dev.lazymcp.config.client.Scope;
import dev.lazymcp.config.client.Section;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file in which a client looks for its servers.
 *
 * @param client the client
 * @param place what the client's description says of it
 * @param path where it is on this machine, whether or not it is there
 * @param workspace the folder that is open in the client, as far as can be told
 * @param plugin the plugin that brings it
 */
public record ClientFile(Client client, Place place, Path path, Path workspace, Optional<Plugin> plugin) {
    /**
     * A plugin of a client.
     *
     * @param name as the client calls it
     * @param root its directory
     * @param enabled whether the client uses it
     */
    public record Plugin(String name, Path root, boolean enabled) {}

    /** Whose servers these are. */
    public Scope scope() {
        return place.scope();
    }

    /** Where in the file they stand. */
    public Section section() {
        return place.section();
    }
}
