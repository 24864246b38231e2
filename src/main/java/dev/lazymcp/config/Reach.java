package dev.lazymcp.config;

import dev.lazymcp.config.edit.EntryPath;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which entries of a file a rewrite has any business with. */
@FunctionalInterface
public interface Reach {
    /** All of them. */
    Reach EVERYTHING = path -> Optional.empty();

    /** Why the entry at {@code path} is none of them, for people; empty where it is one. */
    Optional<String> obstacle(EntryPath path);

    /** Those of {@code file} that a client would read; all, where nothing is known of the file. */
    static Reach ofReaders(Path file) {
        List<ClientFile> readers = ClientFiles.readers(file);
        return path -> readers.isEmpty()
                        || readers.stream().anyMatch(reader -> reader.section().matches(path.section()))
                ? Optional.empty()
                : Optional.of("no client of this file reads " + String.join(".", path.section())
                        + "; 'lazymcp doctor' says where it belongs");
    }

    /** Those that count for everybody, or for one of {@code projects}. */
    static Reach ofProjects(Collection<Path> projects) {
        Set<String> here = projects.stream().map(Path::toString).collect(Collectors.toUnmodifiableSet());
        return path -> {
            List<String> section = path.section();
            Optional<String> project =
                    section.size() > 1 ? Optional.of(section.get(section.size() - 2)) : Optional.empty();
            return project.filter(directory -> !here.contains(directory))
                    .map(directory ->
                            "it is for the project " + directory + " alone; run rewrite there, or name this file");
        };
    }

    /** Those that {@code other} has any business with, too. */
    default Reach and(Reach other) {
        return path -> obstacle(path).or(() -> other.obstacle(path));
    }
}
