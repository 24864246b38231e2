package dev.lazymcp.config;

import dev.lazymcp.config.client.Base;
import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.client.Clients;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.client.Place;
import dev.lazymcp.config.client.Section;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/**
 * The places of {@link Clients} on this machine, seen from one directory.
 *
 * @param workingDirectory where the person stands, absolute
 * @param machine what decides where the others are
 */
public record ClientFiles(Path workingDirectory, Machine machine) {
    /** The identifiers of the clients that are known, in the order of {@link Clients}. */
    public static SequencedSet<String> clients() {
        return Clients.all().stream().map(Client::id).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * The places, existing or not, of {@code client}, or of every client: for each client in the order in which they win. A
     * place with a wild card stands for the files that match, or for itself where there are none.
     */
    public List<ClientFile> candidates(Optional<String> client) {
        List<ClientFile> files = new ArrayList<>();
        for (Client known : Clients.all()) {
            if (client.isEmpty() || client.get().equals(known.id())) {
                files.addAll(withoutDoubles(known.places().stream()
                        .flatMap(place -> files(known, place).stream())
                        .toList()));
            }
        }
        return List.copyOf(files);
    }

    /** The files of {@code client}, or of every client, that exist and are people's to edit; each once. */
    public List<Path> editable(Optional<String> client) {
        SequencedSet<Path> paths = new LinkedHashSet<>();
        candidates(client).stream()
                .filter(file -> file.scope().isEditable())
                .map(ClientFile::path)
                .filter(Files::isRegularFile)
                .forEach(paths::add);
        return List.copyOf(paths);
    }

    /**
     * What {@code path}, which a person named, is to the clients: the places it is on this machine, or else, as for a copy or
     * another person's project, those whose path it ends with the longest; empty where it looks like no client's.
     */
    public List<ClientFile> of(Path path, Optional<String> client) {
        List<ClientFile> exact = candidates(client).stream()
                .filter(file -> file.path().equals(path))
                .toList();
        if (!exact.isEmpty()) {
            return exact;
        }
        return readers(path).stream()
                .filter(file ->
                        client.isEmpty() || client.get().equals(file.client().id()))
                .toList();
    }

    /** Whoever would read {@code path} by its name, whatever the system and wherever it lies. */
    public static List<ClientFile> readers(Path path) {
        List<ClientFile> alike = new ArrayList<>();
        int longest = 1;
        for (Client known : Clients.all()) {
            for (Place place : known.places()) {
                int length = Wildcard.of(place.path()).tail(path);
                if (length >= longest) {
                    if (length > longest) {
                        alike.clear();
                    }
                    longest = length;
                    alike.add(new ClientFile(known, place, path, folder(place, path), Optional.empty()));
                }
            }
        }
        return List.copyOf(alike);
    }

    /** The directories whose project files count, nearest first. */
    public List<Path> projectDirectories() {
        List<Path> directories = new ArrayList<>();
        Path root = projectRoot();
        for (Path at = workingDirectory; at != null; at = at.getParent()) {
            directories.add(at);
            if (at.equals(root)) {
                break;
            }
        }
        return List.copyOf(directories);
    }

    /** The directory that holds {@code .git}; without one the home directory, or outside of it the working directory. */
    public Path projectRoot() {
        for (Path at = workingDirectory; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"))) {
                return at;
            }
        }
        return workingDirectory.startsWith(machine.home()) ? machine.home() : workingDirectory;
    }

    private List<ClientFile> files(Client client, Place place) {
        if (!place.platforms().contains(machine.platform())) {
            return List.of();
        }
        List<Path> bases = switch (place.base()) {
            case Base.Project ignored -> projectDirectories();
            case Base.Fixed fixed -> fixed.on(machine).stream().toList();
        };
        return bases.stream()
                .flatMap(base -> Wildcard.of(place.path()).below(base).stream())
                .map(path -> new ClientFile(client, place, path, workspace(place, path), Optional.empty()))
                .toList();
    }

    private Path workspace(Place place, Path path) {
        return place.base() instanceof Base.Project ? folder(place, path) : projectRoot();
    }

    private static Path folder(Place place, Path path) {
        Path base = path;
        for (String ignored : Wildcard.of(place.path()).names()) {
            base = Optional.ofNullable(base.getParent()).orElse(base);
        }
        return base;
    }

    /** A place of a client, whatever scope it has. */
    private record Spot(Path path, Section section) {}

    // Whoever stands in the home directory is in no project: what looks like a project's file there is the user's own.
    private static Collection<ClientFile> withoutDoubles(List<ClientFile> files) {
        SequencedMap<Spot, ClientFile> bySpot = new LinkedHashMap<>();
        files.forEach(file -> bySpot.putLast(new Spot(file.path(), file.section()), file));
        return bySpot.values();
    }
}
