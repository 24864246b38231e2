package dev.lazymcp.config;

import dev.lazymcp.config.SyncEntry.Content;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which servers a hub takes in. From a file that its client does not read, all of them. From one that the client reads, those with a
 * stub or with {@code autoConnect: false} that it has not started itself: those that came later, and those with a stub of which
 * none runs in the session.
 *
 * @param clientFiles the files from which the client starts servers, by their places
 * @param atStart the names of the entries that stood in them when the session began
 * @param settled whether the client has had the time to start its stubs
 */
public record HubScope(Set<Path> clientFiles, Set<String> atStart, boolean settled) {
    /**
     * An entry that is a hub's to serve.
     *
     * @param file where it stands
     */
    public record Wanted(SyncFile file, SyncEntry entry) {}

    /** Copies the sets. */
    public HubScope {
        clientFiles = Set.copyOf(clientFiles);
        atStart = Set.copyOf(atStart);
    }

    /** The scope of a hub of {@code client} whose session begins with {@code files}; {@code known} are files that the client reads. */
    public static HubScope begin(Collection<Path> known, List<SyncFile> files) {
        Set<Path> places = new HashSet<>(known);
        Set<String> names = new HashSet<>();
        for (SyncFile file : files) {
            if (file.hasHub()) {
                places.addAll(file.places());
            }
            if (file.isAmong(places)) {
                file.entries().forEach(entry -> names.add(entry.name()));
            }
        }
        return new HubScope(places, names, false);
    }

    /** The same once the client has had the time to start its stubs. */
    public HubScope asSettled() {
        return new HubScope(clientFiles, atStart, true);
    }

    /**
     * The entries to serve, in the order of the files; of two with one name the first counts.
     *
     * @param client whose hub it is
     * @param files in the order in which they win
     * @param running the names of the stubs of this session that are not the hub's
     */
    public List<Wanted> wanted(SyncClient client, List<SyncFile> files, Collection<String> running) {
        List<Wanted> wanted = new ArrayList<>();
        Set<String> settledNames = new HashSet<>(running);
        for (SyncFile file : files) {
            for (SyncEntry entry : client.reads(file) ? file.entries() : List.<SyncEntry>of()) {
                if (settledNames.add(entry.name()) && isWanted(file, entry)) {
                    wanted.add(new Wanted(file, entry));
                }
            }
        }
        return List.copyOf(wanted);
    }

    private boolean isWanted(SyncFile file, SyncEntry entry) {
        return switch (entry.content()) {
            case Content.Command command ->
                !file.isAmong(clientFiles)
                        || (atStart.contains(entry.name())
                                ? command.wrapped() && settled
                                : command.wrapped() || command.lazy());
            case Content.NoCommand(String _, boolean lazy) ->
                !file.isAmong(clientFiles) || (lazy && !atStart.contains(entry.name()));
            case Content.Hub _, Content.Disabled _, Content.Faulty _ -> false;
        };
    }
}
