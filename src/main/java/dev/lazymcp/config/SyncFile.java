package dev.lazymcp.config;

import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.EntryPath;
import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.Misfit;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.edit.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
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
    /** The names of files that hold nothing but servers. */
    private static final Set<String> FOR_SERVERS_ALONE = Set.of(".mcp.json", "mcp.json", "mcp-config.json");

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
     * @param options knows the options of a stub
     * @throws IOException where it is there and cannot be read
     * @throws ConfigException where it is not what its format allows, or is no list of servers, with line and column
     */
    public static SyncFile read(SyncFiles.Candidate file, Collection<Path> directories, SyncOptions.Reader options)
            throws IOException, ConfigException {
        Path path = file.path();
        if (Files.notExists(path)) {
            return new SyncFile(path, file.kind(), file.named(), false, List.of(SyncFiles.place(path)), List.of());
        }
        ConfigFile read = ConfigFile.read(path);
        Document document = read.document();
        requireServers(file, document);
        List<SyncEntry> entries = new ArrayList<>();
        boolean bare = file.kind() == Kind.PLUGIN && document.entries().isEmpty();
        for (Entry entry : bare ? document.bareEntries() : document.entries()) {
            add(entries, entry.path(), SyncEntry.read(path, document, entry, options), directories);
        }
        for (Misfit misfit : document.misfits()) {
            add(entries, misfit.path(), SyncEntry.of(path, document, misfit), directories);
        }
        return new SyncFile(
                path,
                file.kind(),
                file.named(),
                true,
                List.of(SyncFiles.place(path), read.snapshot().target()),
                entries);
    }

    private static void add(List<SyncEntry> entries, EntryPath path, SyncEntry known, Collection<Path> directories) {
        Optional<Path> only = directory(path);
        if (only.isEmpty()) {
            entries.add(known);
        } else if (directories.contains(only.get())) {
            entries.addFirst(known);
        }
    }

    // A file that was cut off, or has a slip in its one key, would otherwise take every server away.
    private static void requireServers(SyncFiles.Candidate file, Document document) throws ConfigException {
        String path = file.path().toString();
        if (document.text().replace("\uFEFF", "").isBlank()) {
            boolean json = Format.of(file.path()) == Format.JSONC;
            throw new ConfigException(
                    path + ":1:1: the file is empty; if you mean no servers, " + (json ? "write {}" : "delete it"));
        }
        if (file.kind() == Kind.PLUGIN
                || document.hasSection()
                || !(document.root().orElse(null) instanceof Node.Members root)) {
            return;
        }
        String key = document.sections().getFirst();
        for (Node.Member member : root.members()) {
            if (document.sections().stream().anyMatch(section -> isSlipOf(member.name(), section))) {
                throw new ConfigException(
                        path + ":" + Position.of(document.text(), member.key().from()) + ": servers stand under " + key
                                + ", not under " + member.name());
            }
        }
        boolean forServersAlone =
                FOR_SERVERS_ALONE.contains(String.valueOf(file.path().getFileName()));
        if (forServersAlone && !root.members().isEmpty()) {
            throw new ConfigException(
                    path + ":" + Position.of(document.text(), root.span().from()) + ": servers stand under " + key
                            + ", and there is no such key; if you mean no servers, write {}");
        }
    }

    private static boolean isSlipOf(String name, String section) {
        return !name.equals(section) && letters(name).equals(letters(section));
    }

    private static String letters(String name) {
        String letters = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        return letters.endsWith("s") ? letters.substring(0, letters.length() - 1) : letters;
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

    /** Whether the client starts a hub from this file, and so the other servers in it as well. */
    public boolean hasHub() {
        return entries.stream().anyMatch(entry -> entry.content() instanceof SyncEntry.Content.Hub);
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
