package dev.lazymcp.config;

import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.EntryPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file that sync has read.
 *
 * @param path as people know it
 * @param kind whose servers it has
 * @param named whether a person named it, so that it counts for whatever client
 * @param present whether it was there; if not it counts as empty
 * @param places the names under which it can have been noted as what a stub comes from
 * @param entries its servers, those for one directory before those for all
 */
public record SyncFile(
        Path path, Kind kind, boolean named, boolean present, List<Path> places, List<SyncEntry> entries) {
    /** Whose servers a file has. */
    public enum Kind {
        /** Those of everybody who works on a project, and so somebody else's text. */
        PROJECT,
        /** Those of one person. */
        USER,
        /** Those that a plugin of Claude Code brings. */
        PLUGIN
    }

    /** Copies the lists. */
    public SyncFile {
        places = List.copyOf(places);
        entries = List.copyOf(entries);
    }

    /**
     * Reads {@code file}.
     *
     * @param directories where the person stands and what is above; entries for other directories are left out
     * @throws IOException where it is there and cannot be read
     * @throws ConfigException where it is not what its format allows, with line and column
     */
    public static SyncFile read(SyncFiles.Candidate file, Collection<Path> directories)
            throws IOException, ConfigException {
        Path path = file.path();
        if (Files.notExists(path)) {
            return new SyncFile(path, file.kind(), file.named(), false, List.of(SyncFiles.place(path)), List.of());
        }
        ConfigFile read = ConfigFile.read(path);
        List<SyncEntry> entries = new ArrayList<>();
        boolean bare = file.kind() == Kind.PLUGIN && read.document().entries().isEmpty();
        for (Entry entry : bare ? read.document().bareEntries() : read.document().entries()) {
            SyncEntry known = SyncEntry.read(path, read.document(), entry);
            Optional<Path> only = directory(entry.path());
            if (only.isEmpty()) {
                entries.add(known);
            } else if (directories.contains(only.get())) {
                entries.addFirst(known);
            }
        }
        return new SyncFile(
                path,
                file.kind(),
                file.named(),
                true,
                List.of(SyncFiles.place(path), read.snapshot().target()),
                entries);
    }

    // Claude Code keeps servers for one directory below "projects".
    private static Optional<Path> directory(EntryPath path) {
        List<String> section = path.section();
        return section.size() > 1 ? Optional.of(Path.of(section.get(section.size() - 2))) : Optional.empty();
    }

    /** The entry under the key {@code name}. */
    Optional<SyncEntry> entry(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /** Whether {@code origins} name this file. */
    boolean isAmong(Collection<Path> origins) {
        return places.stream().anyMatch(origins::contains);
    }

    /** The names of all variables that the entries of {@code files} set. */
    public static Set<String> variables(Collection<SyncFile> files) {
        return files.stream()
                .flatMap(file -> file.entries.stream())
                .flatMap(entry -> entry.content() instanceof SyncEntry.Content.Command command
                        ? command.environment().keySet().stream()
                        : Stream.of())
                .collect(Collectors.toUnmodifiableSet());
    }
}
