package dev.lazymcp.cli;

import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.HubScope;
import dev.lazymcp.config.SyncClient;
import dev.lazymcp.config.SyncComparison;
import dev.lazymcp.config.SyncEntry;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.config.SyncStep;
import dev.lazymcp.config.SyncStub;
import dev.lazymcp.config.TrustedDefinitions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which servers a hub hosts as its session begins. Starts nothing, writes nothing. */
final class HubOpening {
    /** What is said of a definition that nobody has seen yet. */
    static final String WAITS =
            "waits for a person: a project's file is somebody else's text. 'lazymcp sync' in a terminal"
                    + " shows it and takes it in";

    /**
     * One of them.
     *
     * @param step by which it comes in
     */
    record Taken(String name, SyncStep.Redefine step) {}

    private final List<Taken> taken = new ArrayList<>();
    private final Map<String, String> notes = new LinkedHashMap<>();
    private final List<String> requiredAndMissing = new ArrayList<>();
    private final HubScope scope;

    /**
     * Reads {@code files}.
     *
     * @param client whose hub it is
     * @param sight of the hub
     */
    HubOpening(HubFiles files, SyncClient client, SyncSight sight) {
        List<SyncFile> read = new ArrayList<>();
        for (SyncFiles.Candidate file : files.candidates()) {
            try {
                read.add(SyncFile.read(file, sight.places().projectDirectories(), StubWords::read));
            } catch (IOException | ConfigException fault) {
                notes.put("file " + file.path(), ConfigRun.message(fault) + "; none of its servers is here");
            }
        }
        scope = HubScope.begin(files.ofClient(), read);
        // What is vacant has no variables to be compared with.
        SyncComparison comparison = sight.comparison((_, _) -> "");
        Path directory = sight.places().workingDirectory();
        for (HubScope.Wanted wanted : scope.wanted(client, read, List.of())) {
            String name = wanted.entry().name();
            SyncStub vacant = SyncStub.vacant(name, name, client, directory);
            decide(wanted, comparison.takeIn(vacant, wanted), sight.surroundings());
        }
    }

    private void decide(HubScope.Wanted wanted, SyncStep step, Surroundings surroundings) {
        String name = wanted.entry().name();
        switch (step) {
            case SyncStep.Redefine redefine -> {
                if (!redefine.needsTrust() || trusts(redefine, surroundings)) {
                    taken.add(new Taken(name, redefine));
                } else {
                    missing(wanted.entry(), name + " in " + wanted.file().path() + " " + WAITS);
                }
            }
            case SyncStep.Unable(SyncStub _, SyncFile file, String reason) ->
                missing(wanted.entry(), name + " in " + file.path() + " cannot be used: " + reason);
            default -> throw new IllegalStateException("what is vacant is taken in or not: " + step);
        }
    }

    private static boolean trusts(SyncStep.Redefine step, Surroundings surroundings) {
        return new TrustedDefinitions(surroundings.directories().state(), surroundings::complain).trusts(step);
    }

    private void missing(SyncEntry entry, String note) {
        notes.put(entry.name(), note);
        if (entry.isRequired()) {
            requiredAndMissing.add(note);
        }
    }

    /** The servers to host, in the order of the files. */
    List<Taken> taken() {
        return List.copyOf(taken);
    }

    /** What there is to say besides, by server, and by file under other keys. */
    Map<String, String> notes() {
        return Map.copyOf(notes);
    }

    /** Of that, what is about required servers. */
    List<String> requiredAndMissing() {
        return List.copyOf(requiredAndMissing);
    }

    /** Which servers the hub takes in later. */
    HubScope scope() {
        return scope;
    }
}
