package dev.lazymcp.config.client;

import dev.lazymcp.os.Platform;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What decides where a client's files are.
 *
 * @param platform whose conventions count
 * @param home the user's home directory
 * @param env the environment, for the variables that move a directory
 */
public record Machine(Platform platform, Path home, Map<String, String> env) {
    /** Copies the map. */
    public Machine {
        env = Map.copyOf(env);
    }

    /** The directory that the variable {@code name} names. */
    public Optional<Path> directory(String name) {
        return Optional.ofNullable(env.get(name))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }

    /** Not the environment: its values may be secrets. */
    @Override
    public String toString() {
        return "Machine[" + platform + ", " + home + "]";
    }
}
