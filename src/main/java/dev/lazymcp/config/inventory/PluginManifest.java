package dev.lazymcp.config.inventory;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a plugin says of itself.
 *
 * @param file the manifest
 * @param name the plugin's name, empty where it does not say
 * @param version its version
 * @param init the command lines that are to be run before it is used ({@code lifecycle.Init})
 * @param shutdown those that are to be run afterwards ({@code lifecycle.Shutdown})
 */
public record PluginManifest(
        Path file, String name, Optional<String> version, List<String> init, List<String> shutdown) {
    /** Copies the lists. */
    public PluginManifest {
        init = List.copyOf(init);
        shutdown = List.copyOf(shutdown);
    }

    /** Not the command lines. */
    @Override
    public String toString() {
        return "PluginManifest[" + file + "]";
    }
}
