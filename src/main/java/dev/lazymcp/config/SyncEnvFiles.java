package dev.lazymcp.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The files with variables that entries name, for the clients that read such.
 *
 * @param variables what variables in a path stand for
 * @param workspace the folder that is open in the client
 * @param home the user's home directory
 */
public record SyncEnvFiles(SyncVariables variables, Path workspace, Path home) {
    /**
     * The variables in the file that {@code entry} names; none where it names none, or one that only its client can find.
     *
     * @throws IOException where the file is not there or cannot be read
     * @throws ConfigException where a line in it makes no sense
     */
    Map<String, String> of(SyncEntry.Content.Command entry) throws IOException, ConfigException {
        Optional<Path> path = entry.environmentFile()
                .flatMap(text -> variables.expand(text, false))
                .filter(text -> !text.isBlank())
                .map(text -> text.startsWith("~/") ? home.resolve(text.substring(2)) : workspace.resolve(text));
        return path.isPresent() ? EnvironmentFile.read(path.get()) : Map.of();
    }

    /** The names of all variables in the files that entries of {@code files} name, as far as those can be read. */
    public Set<String> names(Collection<SyncFile> files) {
        Set<String> names = new HashSet<>();
        for (SyncFile file : files) {
            for (SyncEntry entry : file.entries()) {
                if (entry.content() instanceof SyncEntry.Content.Command command) {
                    names.addAll(readable(command).keySet());
                }
            }
        }
        return names;
    }

    private Map<String, String> readable(SyncEntry.Content.Command entry) {
        try {
            return of(entry);
        } catch (IOException | ConfigException unreadable) {
            return Map.of(); // told where the entry is compared with a stub whose client reads it
        }
    }
}
