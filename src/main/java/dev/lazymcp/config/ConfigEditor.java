package dev.lazymcp.config;

import dev.lazymcp.config.RestorePlanner.Strays;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Edit;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.SourceText;
import dev.lazymcp.os.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Changes client files: plans without touching anything, then, when told to, backs up and writes. */
public final class ConfigEditor {
    private final Backups backups;

    /** An editor that keeps what it must remember in {@code backups}. */
    public ConfigEditor(Backups backups) {
        this.backups = backups;
    }

    /** Chooses how to rewrite a file, whose path is given with links resolved. */
    @FunctionalInterface
    public interface PlannerChoice {
        /** The planner for {@code target}. */
        RewritePlanner of(Path target) throws IOException;
    }

    /** What the planner that is chosen for {@code path} would do to it. */
    public Change planRewrite(Path path, PlannerChoice choice) throws IOException, ConfigException {
        ConfigFile file = ConfigFile.read(path);
        Plan plan = choice.of(file.snapshot().target()).plan(file.document());
        return new Change(file, plan, plan.after());
    }

    /** What restoring the entries {@code selection} would do to {@code path}. */
    public Change planRestore(Path path, Selection selection) throws IOException, ConfigException {
        ConfigFile file = ConfigFile.read(path);
        List<Backups.Pair> pairs = backups.pairs(file.snapshot().target());
        Plan plan = restore(selection, path, pairs, Strays.REBUILD).plan(file.document());
        return new Change(file, plan, selection instanceof Selection.Named ? plan.after() : whole(file, pairs, plan));
    }

    /**
     * Takes note of a file that {@code rewrite} had nothing to do to: stubs that are in it and not from us belong to what the
     * person had, so {@code restore} will leave them.
     */
    public void adopt(Change change) throws IOException, ConfigException {
        ConfigFile file = change.file();
        Path target = file.snapshot().target();
        String text = file.document().text();
        if (hasStubs(file.document()) && backups.pairs(target).isEmpty()) {
            try (Backups.Lock lock = backups.lock()) {
                lock.requireHeld();
                backups.save(target, List.of(new Backups.Pair(text, text)));
            }
        }
    }

    /** Makes {@code change}: first the backup, then the file. */
    public void apply(Change change) throws IOException, ConfigException {
        // Whatever went wrong before this line, a file that no client can read is never written.
        Document after = ConfigFile.parse(change.file().path(), change.after());
        try (Backups.Lock lock = backups.lock()) {
            lock.requireHeld();
            AtomicFile.requireReplaceable(change.file().snapshot());
            write(change, after);
        }
    }

    private void write(Change change, Document after) throws IOException, ConfigException {
        ConfigFile file = change.file();
        Path target = file.snapshot().target();
        byte[] bytes = SourceText.encode(after.text());
        List<Backups.Pair> pairs = backups.pairs(target);
        String original = withoutStubsThatWent(ConfigFile.parse(file.path(), original(file, pairs)), after);
        if (original.equals(after.text()) && !hasStubs(after)) {
            AtomicFile.replace(file.snapshot(), bytes);
            backups.forget(target);
            return;
        }
        List<Backups.Pair> kept = new ArrayList<>();
        kept.add(new Backups.Pair(original, after.text()));
        // Should the write below fail, the file still is what the last change made of it.
        matching(file, pairs).ifPresent(kept::add);
        backups.save(target, kept);
        AtomicFile.replace(file.snapshot(), bytes);
    }

    private static String original(ConfigFile file, List<Backups.Pair> pairs) throws ConfigException {
        Strays strays = pairs.isEmpty() ? Strays.LEAVE : Strays.REBUILD;
        return whole(
                file,
                pairs,
                restore(new Selection.All(), file.path(), pairs, strays).plan(file.document()));
    }

    // A stub that somebody else wrote and the person had us unwrap is no part of the original any more.
    private static String withoutStubsThatWent(Document original, Document after) {
        List<Edit> edits = new ArrayList<>();
        for (Entry entry : original.entries()) {
            Optional<Entry> now = after.entry(entry.path());
            if (Stub.find(original, entry).isPresent()
                    && now.isPresent()
                    && Stub.find(after, now.get()).isEmpty()) {
                List<String> texts = now.get().texts(after.text());
                if (texts.size() == entry.parts().size()) {
                    edits.addAll(entry.replaceBy(texts));
                }
            }
        }
        return Edit.apply(original.text(), edits);
    }

    private static boolean hasStubs(Document document) {
        return document.entries().stream()
                .anyMatch(entry -> Stub.find(document, entry).isPresent());
    }

    // A file that is as we left it gets the text of its backup, whatever the plan says.
    private static String whole(ConfigFile file, List<Backups.Pair> pairs, Plan plan) {
        return matching(file, pairs).map(Backups.Pair::original).orElseGet(plan::after);
    }

    private static Optional<Backups.Pair> matching(ConfigFile file, List<Backups.Pair> pairs) {
        return pairs.stream()
                .filter(pair -> pair.written().equals(file.document().text()))
                .findFirst();
    }

    private static RestorePlanner restore(Selection selection, Path path, List<Backups.Pair> pairs, Strays strays)
            throws ConfigException {
        List<Generation> generations = new ArrayList<>();
        for (Backups.Pair pair : pairs) {
            generations.add(
                    new Generation(ConfigFile.parse(path, pair.original()), ConfigFile.parse(path, pair.written())));
        }
        return new RestorePlanner(selection, generations, strays);
    }
}
