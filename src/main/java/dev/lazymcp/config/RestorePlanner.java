package dev.lazymcp.config;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.edit.Anchor;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.EntryPath;
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

    private static final String NOT_WRAPPED = "it is not wrapped";
    private static final String FOREIGN = "it was wrapped before lazymcp first saw this file; name it to unwrap it";

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
        List<Decision> decisions = document.entries().stream()
                .filter(entry -> selection.admits(entry.path().name()))
                .map(entry -> Stub.find(document, entry)
                        .map(stub -> restore(document, entry, stub))
                        .orElseGet(() -> Decision.left(entry.path(), NOT_WRAPPED)))
                .toList();
        return Decision.plan(document, decisions);
    }

    private Decision restore(Document document, Entry entry, Stub.Found stub) {
        EntryPath path = entry.path();
        List<String> present = entry.texts(document.text());
        Optional<List<String>> original = known.stream()
                .flatMap(generation -> generation.original(path, present).stream())
                .findFirst();
        if (original.isPresent() && !original.get().equals(present)) {
            return new Decision(path, Outcome.RESTORED, "", entry.replaceBy(original.get()));
        }
        boolean stray = known.stream().noneMatch(generation -> generation.written.containsKey(path));
        boolean foreign = known.stream().anyMatch(generation -> generation.stubs.contains(path));
        if (!(selection instanceof Selection.Named) && (foreign || (stray && strays == Strays.LEAVE))) {
            return Decision.left(path, FOREIGN);
        }
        if (stub.wrap().line().isRemote()) {
            return RemoteRewrite.unwrap(document, entry, stub.wrap().line());
        }
        return new Decision(
                path,
                Outcome.RESTORED,
                "rebuilt from its arguments",
                stub.site().replaceFirst(stub.wrap().words(), List.of()));
    }

    /**
     * A generation by entries.
     *
     * @param originals the bytes before of those that can be put back alone
     * @param stubs those that were stubs even then
     * @param written their bytes afterwards
     */
    private record Known(
            Map<EntryPath, List<String>> originals, Set<EntryPath> stubs, Map<EntryPath, List<String>> written) {
        static Known of(Generation generation) {
            Document original = generation.original();
            Set<EntryPath> stubs = new HashSet<>();
            Map<EntryPath, List<String>> originals = new HashMap<>();
            for (Entry entry : original.entries()) {
                Stub.find(original, entry).ifPresent(stub -> stubs.add(entry.path()));
                if (original.anchors().stream().noneMatch(anchor -> ties(anchor, entry))) {
                    originals.put(entry.path(), entry.texts(original.text()));
                }
            }
            Map<EntryPath, List<String>> written = new HashMap<>();
            generation
                    .written()
                    .entries()
                    .forEach(entry -> written.put(
                            entry.path(), entry.texts(generation.written().text())));
            return new Known(originals, stubs, written);
        }

        // Text that takes something from elsewhere, or gives it, means something else where that has changed.
        private static boolean ties(Anchor anchor, Entry entry) {
            boolean gives = entry.owns(anchor.span());
            return anchor.aliases().stream().anyMatch(alias -> entry.owns(alias) != gives);
        }

        /** The bytes of the entry at {@code path} before we changed it to {@code present}. */
        Optional<List<String>> original(EntryPath path, List<String> present) {
            return present.equals(written.get(path))
                    ? Optional.ofNullable(originals.get(path)).filter(texts -> texts.size() == present.size())
                    : Optional.empty();
        }
    }
}
