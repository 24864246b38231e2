package dev.lazymcp.config;

import dev.lazymcp.config.SyncEntry.Content;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides what sync does: a pure function of the stubs that run and of the files.
 *
 * @param options knows the options of a stub
 * @param comparison compares an entry with a stub
 * @param wasRewritten whether lazymcp itself once put a stub into a file
 */
public record SyncPlanner(SyncOptions.Reader options, SyncComparison comparison, Rewritten wasRewritten) {
    private static final String GOES_ON =
            "the server that it was goes on until the client's next session ('lazymcp stop ";
    private static final String ENDS_IT = "' ends it now)";
    private static final String NEXT_SESSION = "it starts with the client's next session";

    /** Knows what {@code rewrite} did. */
    @FunctionalInterface
    public interface Rewritten {
        /** Whether {@code rewrite} wrote a stub called {@code server} into {@code file}. */
        boolean test(SyncFile file, String server);
    }

    /**
     * What is to be done.
     *
     * @param steps those about stubs in their order, then those about entries without one
     * @param others how many servers in the files are started by the client itself and stay that way
     */
    public record Plan(List<SyncStep> steps, int others) {
        /** Copies the list. */
        public Plan {
            steps = List.copyOf(steps);
        }
    }

    private record Found(SyncFile file, SyncEntry entry) {}

    /**
     * Decides.
     *
     * @param stubs those of the session
     * @param files in the order in which they win
     */
    public Plan plan(List<SyncStub> stubs, List<SyncFile> files) {
        List<SyncStep> steps = new ArrayList<>();
        Set<String> settled = new LinkedHashSet<>();
        for (SyncStub stub : stubs) {
            Optional<Found> found = find(stub, files);
            found.ifPresent(it -> settled.add(it.entry.name()));
            steps.add(found.map(it -> step(stub, it)).orElseGet(() -> gone(stub, files)));
        }
        int others = 0;
        for (SyncFile file : files) {
            boolean counts = stubs.isEmpty()
                    || stubs.stream().anyMatch(stub -> stub.client().reads(file));
            for (SyncEntry entry : counts ? file.entries() : List.<SyncEntry>of()) {
                if (settled.add(entry.name())) {
                    Optional<String> advice = advice(entry);
                    advice.ifPresent(text -> steps.add(new SyncStep.Added(entry.name(), file, text)));
                    others += advice.isEmpty() && isServer(entry.content()) ? 1 : 0;
                }
            }
        }
        return new Plan(steps, others);
    }

    private static boolean isServer(Content content) {
        return !(content instanceof Content.Disabled) && !(content instanceof Content.Hub);
    }

    /** What in {@code files} makes no sense and concerns a stub, one that runs or one that is to be. */
    public static List<String> faults(Collection<String> running, List<SyncFile> files) {
        return files.stream()
                .flatMap(file -> file.entries().stream())
                .flatMap(entry -> entry.content() instanceof Content.Faulty(String message, boolean certain)
                                && (certain || running.contains(entry.name()))
                        ? Stream.of(message)
                        : Stream.of())
                .toList();
    }

    /** The entry of {@code stub}: by its key, or else by what its own command line calls the server. */
    private Optional<Found> find(SyncStub stub, List<SyncFile> files) {
        List<SyncFile> read =
                files.stream().filter(file -> stub.client().reads(file)).toList();
        for (SyncFile file : read) {
            Optional<SyncEntry> byKey = file.entry(stub.name());
            if (byKey.isPresent()) {
                return Optional.of(new Found(file, byKey.get()));
            }
        }
        for (SyncFile file : read) {
            for (SyncEntry entry : file.entries()) {
                if (callsItself(entry, stub.name())) {
                    return Optional.of(new Found(file, entry));
                }
            }
        }
        return Optional.empty();
    }

    private boolean callsItself(SyncEntry entry, String name) {
        if (!(entry.content() instanceof Content.Command command) || !command.wrapped()) {
            return false;
        }
        try {
            return options.read(command.options(command.line()), command.command())
                    .name()
                    .equals(name);
        } catch (ConfigException unreadable) {
            return false; // told where the entry's key is the stub's name
        }
    }

    private SyncStep step(SyncStub stub, Found found) {
        return switch (found.entry.content()) {
            case Content.Command command -> comparison.compare(stub, found.file, command);
            case Content.Disabled _ -> remove(stub, found.file, "it was disabled in " + found.file.path());
            case Content.NoCommand(String why, boolean _) ->
                new SyncStep.Unable(stub, found.file, why + "; " + GOES_ON + stub.name() + ENDS_IT);
            case Content.Hub _ ->
                new SyncStep.Unable(
                        stub,
                        found.file,
                        "it is lazymcp without a command behind it; " + GOES_ON + stub.name() + ENDS_IT);
            case Content.Faulty(String message, boolean _) -> new SyncStep.Unable(stub, found.file, message);
        };
    }

    private SyncStep gone(SyncStub stub, List<SyncFile> files) {
        for (SyncFile file : files) {
            if (file.isAmong(stub.origins()) || wasRewritten.test(file, stub.name())) {
                return remove(stub, file, "it was removed from " + file.path());
            }
        }
        return new SyncStep.Unknown(stub);
    }

    private static SyncStep remove(SyncStub stub, SyncFile file, String reason) {
        return stub.removed() ? new SyncStep.Unchanged(stub, file) : new SyncStep.Remove(stub, file, reason);
    }

    /** What to tell people of an entry that no stub runs for; empty where that is the client's business alone. */
    private static Optional<String> advice(SyncEntry entry) {
        return switch (entry.content()) {
            case Content.Command command
            when command.wrapped() -> Optional.of("a stub; " + NEXT_SESSION + ", asleep until it is used");
            case Content.Command command
            when command.lazy() ->
                Optional.of("it says autoConnect: false and has no stub yet: run 'lazymcp rewrite " + entry.name()
                        + "'; " + NEXT_SESSION);
            case Content.NoCommand(String why, boolean lazy)
            when lazy ->
                Optional.of("it says autoConnect: false, but " + why + ": lazymcp cannot stand in front of it yet");
            case Content.Command _, Content.NoCommand _, Content.Hub _, Content.Disabled _, Content.Faulty _ ->
                Optional.empty();
        };
    }
}
