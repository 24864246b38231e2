package dev.lazymcp.config.policy;

import dev.lazymcp.config.Change;
import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.ConfigFile;
import dev.lazymcp.config.EntryReport;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.EntryPath;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.os.Secrets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/**
 * What a person should know before a rewrite is made: who compares the command line that is about to change, and who else reads
 * the file.
 *
 * @param policies what administrators allow
 * @param permissions the rules in Claude Code's settings
 */
public record RewriteNotes(Policies policies, ClaudePermissions permissions) {
    /** What there is to say of {@code change}, a sentence each; nothing where no entry changes. */
    public List<String> of(Change change) throws ConfigException {
        List<EntryPath> changed = change.plan().entries().stream()
                .filter(EntryReport::changes)
                .map(EntryReport::path)
                .toList();
        if (changed.isEmpty()) {
            return List.of();
        }
        Path path = change.file().path();
        Document before = change.plan().before();
        Document after = ConfigFile.parse(path, change.after());
        List<ClientFile> readers = ClientFiles.readers(path).stream()
                .filter(reader ->
                        changed.stream().anyMatch(entry -> reader.section().matches(entry.section())))
                .toList();
        SequencedSet<String> notes = new LinkedHashSet<>();
        shared(path, before).ifPresent(notes::add);
        policies.faults()
                .forEach(fault ->
                        notes.add("A policy cannot be read, so whether it allows the stub is not known: " + fault));
        ToolNotes tools = new ToolNotes(permissions);
        for (ClientFile reader : readers) {
            reader.client()
                    .approval()
                    .filter(approval -> approval.scopes().contains(reader.scope()))
                    .ifPresent(approval -> notes.add(approval.sentence()));
            changed.stream()
                    .filter(entry -> reader.section().matches(entry.section()))
                    .forEach(entry -> notes.addAll(tools.of(reader, entry, before, after)));
            for (Policy policy : policies.of(reader.client().id())) {
                changed.forEach(entry -> refused(policy, entry, before, after).ifPresent(notes::add));
            }
        }
        permissions
                .faults()
                .forEach(fault ->
                        notes.add("Settings cannot be read, so which tools their rules deny is not known: " + fault));
        return List.copyOf(notes);
    }

    private static Optional<String> shared(Path path, Document before) {
        SequencedMap<String, SequencedSet<String>> byKey = new LinkedHashMap<>();
        for (ClientFile reader : ClientFiles.readers(path)) {
            byKey.computeIfAbsent(reader.section().toString(), ignored -> new LinkedHashSet<>())
                    .add(reader.client().name());
        }
        long clients =
                byKey.values().stream().flatMap(SequencedSet::stream).distinct().count();
        if (clients < 2 || byKey.size() < 2) {
            return Optional.empty();
        }
        boolean mixed = byKey.keySet().stream()
                        .filter(key -> before.entries().stream()
                                .anyMatch(entry -> entry.path().section().equals(List.of(key))))
                        .count()
                > 1;
        return Optional.of("Several clients read " + path.getFileName() + ": "
                + byKey.entrySet().stream()
                        .map(key -> String.join(", ", key.getValue()) + " under " + key.getKey())
                        .collect(Collectors.joining("; "))
                + (mixed
                        ? ". The file has entries under several of these keys; look whether the stub is meant for all."
                        : ". All who read a changed entry get the stub."));
    }

    private static Optional<String> refused(Policy policy, EntryPath path, Document before, Document after) {
        List<String> old = argv(before, path);
        List<String> now = argv(after, path);
        boolean allowedSoFar =
                !old.isEmpty() && policy.refusal(path.name(), old).isEmpty();
        if (now.isEmpty() || !allowedSoFar || policy.refusal(path.name(), now).isEmpty()) {
            return Optional.empty();
        }
        List<String> shown = Secrets.maskedArguments(now);
        return Optional.of(
                policy.file() + " allows " + path.name() + " as it is and would refuse the stub. The rule to add: "
                        + policy.rule(path.name(), shown)
                        + (shown.equals(now) ? "" : ", with what is masked here as it stands in the entry"));
    }

    private static List<String> argv(Document document, EntryPath path) {
        List<String> argv = new ArrayList<>();
        Optional<Entry> entry = document.entry(path);
        if (entry.isPresent() && Launch.of(document, entry.get()) instanceof Launch.Stdio stdio) {
            argv.addAll(stdio.site().argv());
        }
        return argv;
    }
}
