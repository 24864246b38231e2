package dev.lazymcp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The words behind {@code rewrite} and {@code restore}, told apart.
 *
 * @param files as the person wrote them
 * @param names of servers
 */
record ConfigTargets(List<Path> files, List<String> names) {
    private static final List<String> EXTENSIONS = List.of(".json", ".jsonc", ".json5", ".toml", ".yaml", ".yml");

    /**
     * Sorts {@code words}. A name of a server can look much like a path ({@code github.com/a/b}), so a file is only what has a
     * config file's extension, or a separator and exists.
     */
    static ConfigTargets of(List<String> words, Path workingDirectory) {
        List<Path> files = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String word : words) {
            if (isFile(word, workingDirectory)) {
                files.add(workingDirectory.resolve(word));
            } else {
                names.add(word);
            }
        }
        return new ConfigTargets(List.copyOf(files), List.copyOf(names));
    }

    /** {@code files} without those that are another name of one before. */
    static List<Path> distinct(List<Path> files) {
        Set<Path> seen = new HashSet<>();
        return files.stream().filter(file -> seen.add(real(file))).toList();
    }

    /** {@code file} with its links resolved, as far as that can be done. */
    static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException missing) {
            return file.toAbsolutePath().normalize();
        }
    }

    private static boolean isFile(String word, Path workingDirectory) {
        if (EXTENSIONS.stream().anyMatch(word::endsWith)) {
            return true;
        }
        boolean separated = word.indexOf('/') >= 0 || word.indexOf('\\') >= 0;
        return separated && Files.isRegularFile(workingDirectory.resolve(word));
    }
}
