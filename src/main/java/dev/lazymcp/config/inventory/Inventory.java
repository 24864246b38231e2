package dev.lazymcp.config.inventory;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.ConfigFile;
import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.client.Clients;
import dev.lazymcp.config.client.Place;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.inventory.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The servers of all clients that can be seen from one directory. A file that cannot be read is a finding and stops no other.
 *
 * @param servers by client, those that win first
 * @param files what was read, links not resolved, each once
 * @param findings what was wrong with files
 */
public record Inventory(List<Server> servers, SequencedMap<Path, ConfigFile> files, List<Finding> findings) {
    /** Copies. */
    public Inventory {
        servers = List.copyOf(servers);
        files = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(files));
        findings = List.copyOf(findings);
    }

    /** The servers of {@code client}, or of every client, in this project and home. Those of other projects are left out. */
    public static Inventory of(ClientFiles places, Optional<String> client) {
        List<ClientFile> sources = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        for (Client known : Clients.all()) {
            if (client.isEmpty() || client.get().equals(known.id())) {
                sources.addAll(places.candidates(Optional.of(known.id())));
                if (known.id().equals(InstalledPlugins.CLIENT)) {
                    InstalledPlugins plugins = InstalledPlugins.of(places);
                    sources.addAll(plugins.files());
                    findings.addAll(plugins.faults());
                }
            }
        }
        Set<String> here =
                places.projectDirectories().stream().map(Path::toString).collect(Collectors.toSet());
        Reading reading = new Reading(findings);
        sources.stream().filter(source -> Files.exists(source.path())).forEach(reading::add);
        reading.servers.removeIf(server -> server.entry()
                .project()
                .filter(project -> !here.contains(project))
                .isPresent());
        return reading.inventory();
    }

    /** The servers in {@code paths} alone, of every project; nothing is known of what shadows them. */
    public static Inventory of(ClientFiles places, Optional<String> client, List<Path> paths) {
        Reading reading = new Reading(List.of());
        for (Path path : paths) {
            List<ClientFile> sources = places.of(path, client);
            if (sources.isEmpty()) {
                Client reader = client.flatMap(Clients::named).orElseGet(Clients::unknown);
                sources =
                        List.of(new ClientFile(reader, Place.anywhere(), path, places.projectRoot(), Optional.empty()));
            }
            sources.forEach(reading::add);
        }
        return reading.inventory();
    }

    /** That the file {@code path} cannot be used. */
    static Finding unreadable(Path path, Exception fault) {
        String message = Optional.ofNullable(fault.getMessage()).orElseGet(fault::toString);
        int end = message.startsWith(path + ":")
                ? message.indexOf(": ", path.toString().length())
                : -1;
        return new Finding(
                Severity.ERROR,
                "files",
                end < 0 ? path.toString() : message.substring(0, end),
                sentence(end < 0 ? message : message.substring(end + 2)),
                "Correct the file; until then its client sees none of its servers, or refuses to start.");
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    /** Files on their way in. */
    private static final class Reading {
        private final List<Server> servers = new ArrayList<>();
        private final List<Finding> findings;
        private final SequencedMap<Path, ConfigFile> files = new LinkedHashMap<>();
        private final Set<Path> faulty = new LinkedHashSet<>();
        private final Map<String, Path> exclusive = new HashMap<>();

        Reading(List<Finding> findings) {
            this.findings = new ArrayList<>(findings);
        }

        void add(ClientFile source) {
            read(source.path()).ifPresent(file -> {
                if (source.place().exclusive()) {
                    exclusive.put(source.client().id(), source.path());
                }
                servers.addAll(new EntryReader(source, file.document()).servers());
            });
        }

        Inventory inventory() {
            files.forEach(this::findMisplaced);
            return new Inventory(new Shadows(exclusive).cast(servers), files, findings);
        }

        private Optional<ConfigFile> read(Path path) {
            if (!files.containsKey(path) && faulty.add(path)) {
                try {
                    files.put(path, ConfigFile.read(path));
                } catch (IOException | ConfigException fault) {
                    findings.add(unreadable(path, fault));
                }
            }
            return Optional.ofNullable(files.get(path));
        }

        // The client says nothing of entries under a key that it does not know, so somebody has to.
        private void findMisplaced(Path path, ConfigFile file) {
            List<ClientFile> readers = ClientFiles.readers(path);
            if (readers.isEmpty()) {
                return;
            }
            List<Entry> lost = file.document().entries().stream()
                    .filter(entry -> readers.stream()
                            .noneMatch(reader ->
                                    reader.section().matches(entry.path().section())))
                    .toList();
            if (!lost.isEmpty()) {
                String names = lost.stream().map(entry -> entry.path().label()).collect(Collectors.joining(", "));
                String key = String.join(".", lost.getFirst().path().section());
                String wanted = readers.stream()
                        .map(reader -> reader.client().name() + " looks under " + reader.section())
                        .distinct()
                        .collect(Collectors.joining(", "));
                findings.add(new Finding(
                        Severity.WARNING,
                        "key",
                        path.toString(),
                        "No client sees the entries under " + key + ": " + names + ".",
                        "Move them to where they are looked for: " + wanted + "."));
            }
        }
    }
}
