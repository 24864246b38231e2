package dev.lazymcp.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A stub that runs, as far as sync must know it.
 *
 * @param id tells it from every other one
 * @param name the server's name
 * @param client the client it serves
 * @param removed whether an earlier sync took its server away
 * @param directory the stub's own working directory
 * @param options as they are now
 * @param command the server's, as it is now
 * @param environment a digest of the value of each variable that is set and was asked for; never the value
 * @param origins the files that the stub can come from, as far as that is known
 */
public record SyncStub(
        String id,
        String name,
        SyncClient client,
        boolean removed,
        Path directory,
        SyncOptions options,
        List<String> command,
        Map<String, String> environment,
        Set<Path> origins) {
    /** Copies the collections. */
    public SyncStub {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        origins = Set.copyOf(origins);
    }

    /**
     * A place for a server that does not run yet: taking it in is giving this a definition.
     *
     * @param id tells it from every stub
     * @param name the server's
     * @param client the client that it is to serve
     * @param directory where it is to start
     */
    public static SyncStub vacant(String id, String name, SyncClient client, Path directory) {
        SyncOptions options = new SyncOptions(name, List.of("--name=" + name), Optional.empty(), List.of());
        return new SyncStub(id, name, client, true, directory, options, List.of(), Map.of(), Set.of());
    }

    /** Whether there is no server so far. */
    public boolean isVacant() {
        return removed && command.isEmpty() && environment.isEmpty() && origins.isEmpty();
    }

    /** Makes of a variable what can be compared and not be read. */
    @FunctionalInterface
    public interface Digest {
        /** The digest of {@code value} as the value of {@code variable}. */
        String of(String variable, String value);
    }
}
