package dev.lazymcp.log;

import dev.lazymcp.os.OwnDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where logs lie: one directory for each name of a server, in it two files for each stub at most, {@code PID-START.log} and the one
 * that was full before it, {@code PID-START.old.log}. Each stub has files of its own, so that no two processes write one.
 *
 * @param root all of them
 */
public record LogDirectory(Path root) {
    static final String CURRENT = ".log";
    static final String OLD = ".old.log";

    /** So many stubs' logs of one name are kept, those of running stubs aside. */
    static final int KEPT = 10;

    private static final int LONGEST_NAME = 120;
    private static final String HEX = "0123456789abcdef";

    /** The logs below the directory {@code state}. */
    public static LogDirectory in(Path state) {
        return new LogDirectory(state.resolve("logs"));
    }

    /**
     * The directory for {@code server}; two names that are long and begin alike have the same. A name leads nowhere else: all but small
     * letters, digits, {@code -} and {@code _} is spelt by its bytes.
     */
    Path of(String server) {
        StringBuilder safe = new StringBuilder("mcp-");
        for (byte b : server.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b == '-' || b == '_';
            if (plain) {
                safe.append((char) b);
            } else {
                safe.append('%').append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
            }
        }
        return root.resolve(safe.length() <= LONGEST_NAME ? safe.toString() : safe.substring(0, LONGEST_NAME));
    }

    /**
     * Makes the directory for {@code server} and removes its oldest logs.
     *
     * @throws IOException where it cannot be made, or is not this user's alone
     */
    Path prepare(String server) throws IOException {
        OwnDirectory.require(root);
        Path directory = of(server);
        OwnDirectory.require(directory);
        prune(directory);
        return directory;
    }

    /** The names that files of {@code directory} have before their endings; none where it is not there. */
    static List<String> stems(Path directory) throws IOException {
        List<String> stems = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(CURRENT) && !name.endsWith(OLD)) {
                    stems.add(name.substring(0, name.length() - CURRENT.length()));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException none) {
            return List.of();
        }
        stems.sort(Comparator.naturalOrder());
        return stems;
    }

    /** The directories of all names. */
    List<Path> servers() throws IOException {
        List<Path> servers = new ArrayList<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(root)) {
            directories.forEach(servers::add);
        } catch (NoSuchFileException | NotDirectoryException none) {
            return List.of();
        }
        servers.sort(Comparator.naturalOrder());
        return servers;
    }

    private record Dated(String stem, FileTime modified) {}

    private static void prune(Path directory) throws IOException {
        List<Dated> over = new ArrayList<>();
        for (String stem : stems(directory)) {
            if (!isOfARunningProcess(stem)) {
                over.add(new Dated(stem, modified(directory.resolve(stem + CURRENT))));
            }
        }
        over.sort(Comparator.comparing(Dated::modified));
        for (Dated log : over.subList(0, Math.max(0, over.size() - KEPT + 1))) {
            Files.deleteIfExists(directory.resolve(log.stem + OLD));
            Files.deleteIfExists(directory.resolve(log.stem + CURRENT));
        }
    }

    private static FileTime modified(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file);
        } catch (NoSuchFileException removedByAnother) {
            return FileTime.fromMillis(0);
        }
    }

    private static boolean isOfARunningProcess(String stem) {
        int end = stem.indexOf('-');
        try {
            return end > 0
                    && ProcessHandle.of(Long.parseLong(stem.substring(0, end))).isPresent();
        } catch (NumberFormatException strange) {
            return false;
        }
    }
}
