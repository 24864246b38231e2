package dev.lazymcp.config.client;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What variables stand for.
 *
 * @param env the client's environment
 * @param workspace the folder that is open in the client
 * @param home the user's home directory
 * @param separator between the names of a path
 */
public record Values(Map<String, String> env, Path workspace, Path home, String separator) {
    /** Copies the map. */
    public Values {
        env = Map.copyOf(env);
    }

    /** The folder or separator that {@code name} stands for in the clients that know such names. */
    Optional<String> folder(String name) {
        return switch (name) {
            case "workspaceFolder" -> Optional.of(workspace.toString());
            case "workspaceFolderBasename" -> Optional.of(String.valueOf(workspace.getFileName()));
            case "userHome" -> Optional.of(home.toString());
            case "pathSeparator", "/" -> Optional.of(separator);
            default -> Optional.empty();
        };
    }

    /** Not the environment. */
    @Override
    public String toString() {
        return "Values[" + workspace + "]";
    }
}
