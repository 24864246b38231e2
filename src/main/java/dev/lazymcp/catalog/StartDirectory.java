package dev.lazymcp.catalog;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Whether a server depends on the directory it is started in: {@code node server.js} is another server in each project,
 * {@code npx -y some-server} is not.
 */
public final class StartDirectory {
    /** They start what the project they are called in says. */
    private static final Set<String> PROJECT_RUNNERS = Set.of(
            "npm",
            "pnpm",
            "yarn",
            "bun",
            "deno",
            "make",
            "just",
            "task",
            "uv",
            "poetry",
            "pipenv",
            "pdm",
            "hatch",
            "rye",
            "cargo",
            "go",
            "gradle",
            "gradlew",
            "mvn",
            "mvnw",
            "bundle",
            "rake",
            "dotnet",
            "mix",
            "composer",
            "docker-compose");

    /** By these words a runner fetches what it starts. */
    private static final Set<String> FETCHING = Set.of("exec", "dlx", "x", "tool");

    private StartDirectory() {}

    /**
     * The directory that tells {@code command} from the same one elsewhere, if any does.
     *
     * @param command the program and its arguments
     * @param start where it is started
     * @param exists whether something is at a path
     */
    public static Optional<String> of(List<String> command, Path start, Predicate<Path> exists) {
        boolean counts = isRunner(command);
        for (int i = 0; i < command.size() && !counts; i++) {
            counts = isIn(start, word(command.get(i), i == 0), exists);
        }
        return counts ? Optional.of(start.toString()) : Optional.empty();
    }

    private static boolean isRunner(List<String> command) {
        if (command.isEmpty() || !PROJECT_RUNNERS.contains(programOf(command.getFirst()))) {
            return false;
        }
        return command.size() < 2 || !FETCHING.contains(command.get(1));
    }

    private static String programOf(String word) {
        String name = word.substring(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** What of {@code word} can be a path; empty where nothing can. */
    private static String word(String word, boolean program) {
        if (program) {
            // Without a separator it is looked for in PATH.
            return word.indexOf('/') >= 0 || word.indexOf('\\') >= 0 ? word : "";
        }
        return word.startsWith("-") ? word.substring(word.indexOf('=') + 1) : word;
    }

    private static boolean isIn(Path start, String word, Predicate<Path> exists) {
        if (word.isEmpty() || word.startsWith("-")) {
            return false;
        }
        try {
            Path path = Path.of(word);
            return !path.isAbsolute() && exists.test(start.resolve(path));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }
}
