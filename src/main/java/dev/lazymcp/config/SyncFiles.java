package dev.lazymcp.config;

import dev.lazymcp.config.SyncFile.Kind;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which files sync reads. The stub uses this class, too, to take note of the files it may come from; it parses nothing.
 *
 * @param workingDirectory absolute
 * @param home the user's home directory
 * @param env the environment, for the variable that moves Copilot's directory
 */
public record SyncFiles(Path workingDirectory, Path home, Map<String, String> env) {
    private static final String PROJECT_FILE = ".mcp.json";
    private static final String USER_DIRECTORY = ".copilot";
    private static final String USER_FILE = "mcp-config.json";

    /**
     * A file that is to be read, whether or not it is there.
     *
     * @param path as people know it
     * @param kind whose servers it has
     * @param named whether a person named it
     */
    public record Candidate(Path path, Kind kind, boolean named) {}

    /** The project's files, the nearest first, then the user's: in the order in which they win. */
    public List<Candidate> candidates() {
        List<Candidate> files = new ArrayList<>();
        projectDirectories()
                .forEach(directory -> files.add(new Candidate(directory.resolve(PROJECT_FILE), Kind.PROJECT, false)));
        files.add(new Candidate(userDirectories().getFirst().resolve(USER_FILE), Kind.USER, false));
        return List.copyOf(files);
    }

    /** A file of a plugin of Claude Code, which counts behind the others. */
    public static Candidate ofPlugin(Path path) {
        return new Candidate(path, Kind.PLUGIN, false);
    }

    /** Every file that a stub of this directory can come from; with the place that Copilot's has without its variable. */
    public List<Path> possibleOrigins() {
        List<Path> files = new ArrayList<>();
        projectDirectories().forEach(directory -> files.add(directory.resolve(PROJECT_FILE)));
        userDirectories().forEach(directory -> files.add(directory.resolve(USER_FILE)));
        return List.copyOf(files);
    }

    /** {@code path}, which a person named: a file of a project if it is one of the above or lies below a {@code .git}. */
    public Candidate named(Path path) {
        Path file = workingDirectory.resolve(path).normalize();
        for (Candidate known : candidates()) {
            if (place(known.path()).equals(place(file))) {
                return new Candidate(file, known.kind(), true);
            }
        }
        for (Path above = place(file).getParent(); above != null; above = above.getParent()) {
            if (Files.exists(above.resolve(".git"))) {
                return new Candidate(file, Kind.PROJECT, true);
            }
        }
        return new Candidate(file, Kind.USER, true);
    }

    /** {@code path} with the links of its directory resolved, but not its own: the same for a file that is gone. */
    public static Path place(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path directory = absolute.getParent();
        Path name = absolute.getFileName();
        if (directory == null || name == null) {
            return absolute;
        }
        try {
            return directory.toRealPath().resolve(name);
        } catch (IOException gone) {
            return absolute; // nothing is there, and so no link
        }
    }

    /** The directories from the working directory up to the project's root. */
    public List<Path> projectDirectories() {
        // The root is a matter of directories; no variable is asked for.
        Machine machine = new Machine(Platform.current(), home, Map.of());
        return new ClientFiles(workingDirectory, machine).projectDirectories();
    }

    private List<Path> userDirectories() {
        List<Path> directories = new ArrayList<>();
        String moved = env.getOrDefault("COPILOT_HOME", "");
        if (!moved.isBlank()) {
            directories.add(Path.of(moved));
        }
        directories.add(home.resolve(USER_DIRECTORY));
        return directories;
    }
}
