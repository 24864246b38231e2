package dev.lazymcp.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A relative path in whose names {@code *} stands for anything.
 *
 * @param names from the outermost on
 */
record Wildcard(List<String> names) {
    private static final char ANY = '*';

    /** The one that {@code path}, written with {@code /}, is. */
    static Wildcard of(String path) {
        return new Wildcard(List.of(path.split("/", -1)));
    }

    /** The paths below {@code base} that match and are there, sorted; the pattern itself, taken as a path, if there are none. */
    List<Path> below(Path base) {
        List<Path> paths = List.of(base);
        for (String name : names) {
            List<Path> deeper = new ArrayList<>();
            for (Path path : paths) {
                deeper.addAll(name.indexOf(ANY) < 0 ? List.of(path.resolve(name)) : children(path, name));
            }
            paths = deeper;
        }
        return paths.isEmpty() ? List.of(base.resolve(String.join("/", names))) : List.copyOf(paths);
    }

    /** How many names there are, if {@code path} ends with them; else 0. */
    int tail(Path path) {
        int skip = path.getNameCount() - names.size();
        for (int i = 0; i < names.size(); i++) {
            if (skip < 0 || !matches(names.get(i), path.getName(skip + i).toString())) {
                return 0;
            }
        }
        return names.size();
    }

    private static List<Path> children(Path directory, String pattern) {
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(directory, path -> matches(pattern, String.valueOf(path.getFileName())))) {
            List<Path> found = new ArrayList<>();
            all.forEach(found::add);
            found.sort(Comparator.naturalOrder());
            return found;
        } catch (NoSuchFileException | NotDirectoryException | AccessDeniedException hidden) {
            // What this person cannot see, the person's client cannot read.
            return List.of();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static boolean matches(String pattern, String name) {
        int star = pattern.indexOf(ANY);
        if (star < 0) {
            return pattern.equals(name);
        }
        String head = pattern.substring(0, star);
        String tail = pattern.substring(star + 1);
        return name.length() >= head.length() + tail.length() && name.startsWith(head) && name.endsWith(tail);
    }
}
