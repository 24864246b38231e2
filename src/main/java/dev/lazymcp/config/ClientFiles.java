package dev.lazymcp.config;

import dev.lazymcp.config.ClientFile.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeSet;

/**
 * Where clients keep their servers on this machine. {@link #PLACES} is the whole knowledge: a client more is a line more.
 *
 * @param workingDirectory where the person stands
 * @param home the user's home directory
 * @param env the environment, for the variables that move a client's directory
 */
public record ClientFiles(Path workingDirectory, Path home, Map<String, String> env) {
    /** Files of a client, before it is known where on this machine. */
    private sealed interface Place {
        String client();

        /** One in each directory from the working directory up to the project's root. */
        record InProject(String client, String path) implements Place {}

        /** One in the client's directory, which a variable can move. */
        record OfUser(String client, String variable, String directory, String path) implements Place {}
    }

    private static final List<Place> PLACES = List.of(
            new Place.InProject("claude-code", ".mcp.json"),
            new Place.InProject("copilot", ".mcp.json"),
            new Place.InProject("vscode", ".vscode/mcp.json"),
            new Place.OfUser("copilot", "COPILOT_HOME", ".copilot", "mcp-config.json"),
            new Place.OfUser("claude-code", "CLAUDE_CONFIG_DIR", "", ".claude.json"));

    /** The identifiers of the clients that are known. */
    public static SequencedSet<String> clients() {
        SequencedSet<String> clients = new TreeSet<>();
        PLACES.forEach(place -> clients.add(place.client()));
        return clients;
    }

    /** The places, existing or not, of {@code client}, or of every client. */
    public List<ClientFile> candidates(Optional<String> client) {
        List<ClientFile> files = new ArrayList<>();
        for (Place place : PLACES) {
            if (client.isEmpty() || client.get().equals(place.client())) {
                switch (place) {
                    case Place.InProject in ->
                        projectDirectories()
                                .forEach(directory -> files.add(
                                        new ClientFile(in.client(), Scope.PROJECT, directory.resolve(in.path()))));
                    case Place.OfUser of -> files.add(new ClientFile(of.client(), Scope.USER, userFile(of)));
                }
            }
        }
        return List.copyOf(files);
    }

    /** The files of {@code client}, or of every client, that exist; each once. */
    public List<Path> existing(Optional<String> client) {
        SequencedSet<Path> paths = new LinkedHashSet<>();
        candidates(client).stream()
                .map(ClientFile::path)
                .filter(Files::isRegularFile)
                .forEach(paths::add);
        return List.copyOf(paths);
    }

    private Path userFile(Place.OfUser place) {
        String moved = env.getOrDefault(place.variable(), "");
        Path directory = moved.isBlank() ? home.resolve(place.directory()) : Path.of(moved);
        return directory.resolve(place.path());
    }

    private List<Path> projectDirectories() {
        List<Path> directories = new ArrayList<>();
        Path root = projectRoot();
        for (Path at = workingDirectory; at != null; at = at.getParent()) {
            directories.add(at);
            if (at.equals(root)) {
                break;
            }
        }
        return directories;
    }

    private Path projectRoot() {
        for (Path at = workingDirectory; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"))) {
                return at;
            }
        }
        return workingDirectory.startsWith(home) ? home : workingDirectory;
    }
}
