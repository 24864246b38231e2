package dev.lazymcp.cli;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.SyncClient;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.config.client.Scope;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The files of a hub.
 *
 * @param candidates those to read, in the order in which they win
 * @param ofClient the places of those that its client is known to read, whether or not the hub does
 */
record HubFiles(List<SyncFiles.Candidate> candidates, Set<Path> ofClient) {
    /** Copies. */
    HubFiles {
        candidates = List.copyOf(candidates);
        ofClient = Set.copyOf(ofClient);
    }

    /** Those that {@code arguments} mean to the hub of {@code client} in {@code places}. */
    static HubFiles of(HubArguments arguments, SyncClient client, SyncFiles places, Surroundings surroundings) {
        List<SyncFiles.Candidate> usual = arguments
                .client()
                .map(named -> files(named, surroundings))
                .orElseGet(() -> places.candidates().stream()
                        .filter(file -> client.reads(file.kind()))
                        .toList());
        Set<Path> ofClient = new HashSet<>();
        usual.forEach(file -> ofClient.add(SyncFiles.place(file.path())));
        return new HubFiles(
                arguments.configs().isEmpty()
                        ? usual
                        : arguments.configs().stream().map(places::named).toList(),
                ofClient);
    }

    private static List<SyncFiles.Candidate> files(String client, Surroundings surroundings) {
        return surroundings.clientFiles().candidates(Optional.of(client)).stream()
                .map(HubFiles::candidate)
                .distinct()
                .toList();
    }

    private static SyncFiles.Candidate candidate(ClientFile file) {
        SyncFile.Kind kind = file.scope() == Scope.PROJECT ? SyncFile.Kind.PROJECT : SyncFile.Kind.USER;
        return new SyncFiles.Candidate(file.path(), kind, true);
    }

    /** The files as they are looked for. */
    List<Path> paths() {
        return candidates.stream().map(SyncFiles.Candidate::path).toList();
    }
}
