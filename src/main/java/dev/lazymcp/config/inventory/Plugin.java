package dev.lazymcp.config.inventory;

import dev.lazymcp.config.ClientFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A plugin that is installed in a client.
 *
 * @param id as the client lists it, as in {@code deploy@shop}
 * @param client the client's identifier
 * @param root its directory, there or not; none where the client's list does not say
 * @param enabled whether the client uses it
 * @param manifest what it says of itself; none where it has no manifest, or none that can be read
 * @param files those with its servers
 * @param failures what kept it, or a part of it, from being loaded
 */
public record Plugin(
        String id,
        String client,
        Optional<Path> root,
        boolean enabled,
        Optional<PluginManifest> manifest,
        List<ClientFile> files,
        List<Failure> failures) {
    /** Copies the lists. */
    public Plugin {
        files = List.copyOf(files);
        failures = List.copyOf(failures);
    }

    /**
     * Why something of a plugin could not be loaded.
     *
     * @param file the file with the fault, or the directory that is missing
     * @param where the same, with line and column where there are such
     * @param what what is wrong, a sentence
     */
    public record Failure(Path file, String where, String what) {}

    /** Where a plugin stands. */
    public enum State {
        /** The client uses it, and nothing is wrong with it. */
        READY,
        /** It is switched off. */
        DISABLED,
        /** It, or a part of it, cannot be loaded. */
        LOAD_FAILED
    }

    /** Where it stands. */
    public State state() {
        if (!failures.isEmpty()) {
            return State.LOAD_FAILED;
        }
        return enabled ? State.READY : State.DISABLED;
    }
}
