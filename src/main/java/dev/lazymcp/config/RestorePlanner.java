package dev.lazymcp.config;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Edit;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.EntryPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides what {@code restore} does to a file. An entry that stands as we wrote it gets its original bytes; one that was edited
 * since, or of which no backup is left, is unwrapped where it stands, which keeps the edits. One that was a stub already when
 * lazymcp first saw the file is part of the original and needs to be named.
 */
public final class RestorePlanner {
    /** What to do with stubs of which nothing is recorded. */
    enum Strays {
        /** Take them for part of the original. */
        LEAVE,
        /** Unwrap them: what is recorded was lost, or the entry was renamed. */
        REBUILD
    }

    private static final Restored NOT_WRAPPED = Restored.left("it is not wrapped");
    private static final Restored FOREIGN =
            Restored.left("it was wrapped before lazymcp first saw this file; name it to unwrap it");

    private final Selection selection;
    private final List<Known> known;
    private final Strays strays;

    /**
     * A planner.
     *
     * @param selection which entries
     * @param generations what lazymcp did to the file, latest first
     * @param strays what to do with stubs that occur in none of them
     */
    RestorePlanner(Selection selection, List<Generation> generations, Strays strays) {
        this.selection = selection;
        this.known = generations.stream().map(Known::of).toList();
        this.strays = strays;
    }

    /** Plans the change of {@code document}. */
    public Plan plan(Document document) {
        List<Edit> edits = new ArrayList<>();
        List<EntryReport> reports = new ArrayList<>();
        for (Entry entry : document.entries()) {
            if (selection.admits(entry.path().name())) {
                Restored restored = Stub.find(document, entry)
                        .map(stub -> restore(document, entry, stub))
                        .orElse(NOT_WRAPPED);
                edits.addAll(restored.edits);
                reports.add(new EntryReport(entry.path(), restored.outcome, restored.reason));
            }
        }
        return new Plan(document, edits, reports);
    }

    private record Restored(Outcome outcome, String reason, List<Edit> edits) {
        static Restored left(String reason) {
            return new Restored(Outcome.LEFT, reason, List.of());
        }
    }

    private Restored restore(Document document, Entry entry, Stub.Found stub) {
        EntryPath path = entry.path();
        String present = entry.span().in(document.text());
        Optional<String> original = known.stream()
                .flatMap(generation -> generation.original(path, present).stream())
                .findFirst();
        if (original.isPresent() && !original.get().equals(present)) {
            return new Restored(Outcome.RESTORED, "", List.of(new Edit(entry.span(), original.get())));
        }
        boolean stray = known.stream().noneMatch(generation -> generation.written.containsKey(path));
        boolean foreign = known.stream().anyMatch(generation -> generation.stubs.contains(path));
        if (!(selection instanceof Selection.Named) && (foreign || (stray && strays == Strays.LEAVE))) {
            return FOREIGN;
        }
        return new Restored(
                Outcome.RESTORED,
                "rebuilt from its arguments",
                stub.site().replaceFirst(stub.wrap().words(), List.of()));
    }

    /**
     * A generation by entries.
     *
     * @param originals their bytes before
     * @param stubs those that were stubs even then
     * @param written their bytes afterwards
     */
    private record Known(Map<EntryPath, String> originals, Set<EntryPath> stubs, Map<EntryPath, String> written) {
        static Known of(Generation generation) {
            Set<EntryPath> stubs = new HashSet<>();
            for (Entry entry : generation.original().entries()) {
                Stub.find(generation.original(), entry).ifPresent(stub -> stubs.add(entry.path()));
            }
            return new Known(bytes(generation.original()), stubs, bytes(generation.written()));
        }

        private static Map<EntryPath, String> bytes(Document document) {
            Map<EntryPath, String> bytes = new HashMap<>();
            document.entries()
                    .forEach(entry -> bytes.put(entry.path(), entry.span().in(document.text())));
            return bytes;
        }

        /** The bytes of the entry at {@code path} before we changed it to {@code present}. */
        Optional<String> original(EntryPath path, String present) {
            return present.equals(written.get(path)) ? Optional.ofNullable(originals.get(path)) : Optional.empty();
        }
    }
}
