package dev.lazymcp.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The options of a stub, spelled in the one way in which they can be compared.
 *
 * @param name the server's name, given or made from the command
 * @param words all options but the two below, defaults left out, in a fixed order
 * @param directory {@code --cwd}
 * @param environmentKeys {@code --env-keys}
 */
public record SyncOptions(String name, List<String> words, Optional<String> directory, List<String> environmentKeys) {
    /** Copies the lists. */
    public SyncOptions {
        words = List.copyOf(words);
        environmentKeys = List.copyOf(environmentKeys);
    }

    /** Knows the options of a stub. */
    @FunctionalInterface
    public interface Reader {
        /**
         * Reads the words between {@code wrap} and {@code --}.
         *
         * @param command what stands behind
         * @throws ConfigException where they are no options of a stub, with the reason
         */
        SyncOptions read(List<String> words, List<String> command) throws ConfigException;
    }

    /** All of them as the words of a command line. */
    public List<String> commandLine() {
        List<String> all = new ArrayList<>(words);
        directory.ifPresent(directory -> all.add("--cwd=" + directory));
        if (!environmentKeys.isEmpty()) {
            all.add("--env-keys=" + String.join(",", environmentKeys));
        }
        return List.copyOf(all);
    }

    /** The same with others in the place of the last two. */
    SyncOptions with(Optional<String> otherDirectory, List<String> otherKeys) {
        return new SyncOptions(name, words, otherDirectory, otherKeys);
    }
}
