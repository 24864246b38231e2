package dev.lazymcp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

    private static boolean isFile(String word, Path workingDirectory) {
        if (EXTENSIONS.stream().anyMatch(word::endsWith)) {
            return true;
        }
        boolean separated = word.indexOf('/') >= 0 || word.indexOf('\\') >= 0;
        return separated && Files.isRegularFile(workingDirectory.resolve(word));
    }
}
