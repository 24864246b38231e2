package dev.lazymcp.config;

import dev.lazymcp.config.AgentDefinition.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Where clients keep the definitions of their agents: Claude Code in {@code .claude/agents} and what is below it, VS Code and
 * Copilot in {@code .github/agents}, for a person in the directories of the two in the home directory.
 *
 * @param workingDirectory where the person or the client stands, absolute
 * @param home the user's home directory, absolute
 * @param env the environment, for the variables that move a client's directory
 */
public record AgentFiles(Path workingDirectory, Path home, Map<String, String> env) {
    private static final String EXTENSION = ".md";
    private static final String OF_AGENT = ".agent";
    private static final int DEEPEST = 8;

    /** More than any frontmatter; what stands behind it is a prompt. */
    private static final int LONGEST_HEAD = 64 * 1024;

    /**
     * What there is.
     *
     * @param agents those of the project before those of the user, the nearest directory first
     * @param faults a sentence for each file that could not be read, with its name
     */
    public record Found(List<AgentDefinition> agents, List<String> faults) {
        /** Copies the lists. */
        public Found {
            agents = List.copyOf(agents);
            faults = List.copyOf(faults);
        }

        /** What {@code agent} is called besides, by the definitions that have that name or identifier. */
        public Set<String> aliases(String agent) {
            Set<String> aliases = new TreeSet<>();
            for (AgentDefinition definition : agents) {
                if (definition.isCalled(agent)) {
                    aliases.add(definition.name());
                    aliases.add(definition.id());
                }
            }
            aliases.remove(agent);
            return aliases;
        }
    }

    private record Place(Path directory, int depth, Scope scope) {}

    /** Looks for all of them; a directory that is not there has none. */
    public Found find() {
        List<AgentDefinition> agents = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (Place place : places()) {
            for (Path file : files(place, faults)) {
                if (seen.add(file)) {
                    read(file, place.scope(), faults).ifPresent(agents::add);
                }
            }
        }
        return new Found(agents, faults);
    }

    private List<Place> places() {
        List<Place> user = List.of(
                new Place(moved("CLAUDE_CONFIG_DIR", ".claude").resolve("agents"), DEEPEST, Scope.USER),
                new Place(moved("COPILOT_HOME", ".copilot").resolve("agents"), 1, Scope.USER));
        List<Place> places = new ArrayList<>();
        for (Path directory : projectDirectories()) {
            places.add(new Place(directory.resolve(".claude").resolve("agents"), DEEPEST, Scope.PROJECT));
            places.add(new Place(directory.resolve(".github").resolve("agents"), 1, Scope.PROJECT));
        }
        // Whose home directory is a project has no two of the same.
        places.removeIf(
                place -> user.stream().anyMatch(other -> other.directory().equals(place.directory())));
        places.addAll(user);
        return places;
    }

    private Path moved(String variable, String directory) {
        String value = env.getOrDefault(variable, "");
        return value.isBlank() ? home.resolve(directory) : workingDirectory.resolve(value);
    }

    /** From the working directory up to the directory of the repository; without one, up to below the home directory. */
    private List<Path> projectDirectories() {
        List<Path> directories = new ArrayList<>();
        for (Path at = workingDirectory; at != null; at = at.getParent()) {
            directories.add(at);
            if (Files.exists(at.resolve(".git"))) {
                return directories;
            }
        }
        directories.removeIf(directory -> !directory.startsWith(home) || directory.equals(home));
        return directories.isEmpty() ? List.of(workingDirectory) : directories;
    }

    private static List<Path> files(Place place, List<String> faults) {
        if (!Files.isDirectory(place.directory())) {
            return List.of();
        }
        try (Stream<Path> below = Files.walk(place.directory(), place.depth())) {
            return below.filter(file -> file.toString().endsWith(EXTENSION))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            faults.add(place.directory() + " cannot be searched for agents: " + e.getMessage());
        }
        return List.of();
    }

    private static Optional<AgentDefinition> read(Path file, Scope scope, List<String> faults) {
        String id = idOf(file);
        try (InputStream in = Files.newInputStream(file)) {
            Frontmatter head = Frontmatter.of(new String(in.readNBytes(LONGEST_HEAD), StandardCharsets.UTF_8));
            head.fault().ifPresent(fault -> faults.add(file + ":" + fault));
            return Optional.of(new AgentDefinition(head.name().orElse(id), id, file, scope));
        } catch (IOException e) {
            faults.add(file + " cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static String idOf(Path file) {
        String name = String.valueOf(file.getFileName());
        name = name.substring(0, name.length() - EXTENSION.length());
        return name.endsWith(OF_AGENT) ? name.substring(0, name.length() - OF_AGENT.length()) : name;
    }
}
