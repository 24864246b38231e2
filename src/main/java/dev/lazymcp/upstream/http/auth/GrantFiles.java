package dev.lazymcp.upstream.http.auth;

import dev.lazymcp.os.AtomicFile;
import dev.lazymcp.os.FileGuard;
import dev.lazymcp.os.OwnDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Grants as files that only their owner may read, in a directory that only their owner may enter.
 *
 * @param directory where they are; made with the first
 */
public record GrantFiles(Path directory) implements GrantStore {
    private static final String SUFFIX = ".json";
    private static final int NAME_BYTES = 16;
    /** Longer than a request for tokens may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    /** Those below the directory {@code state} of lazymcp. */
    public static GrantFiles in(Path state) {
        return new GrantFiles(state.resolve("auth"));
    }

    @Override
    public Optional<Grant> find(URI server) throws IOException {
        Optional<Path> newest = Optional.empty();
        FileTime when = FileTime.fromMillis(Long.MIN_VALUE);
        for (Path file : files(server)) {
            FileTime modified = Files.getLastModifiedTime(file);
            if (newest.isEmpty() || modified.compareTo(when) > 0) {
                newest = Optional.of(file);
                when = modified;
            }
        }
        return newest.isEmpty() ? Optional.empty() : read(newest.get());
    }

    private Optional<Grant> read(Path file) throws IOException {
        String fault = OwnDirectory.fault(directory);
        if (!fault.isEmpty()) {
            throw new IOException("tokens are not read: " + fault);
        }
        try {
            return Optional.of(Grant.of(Files.readString(file, StandardCharsets.UTF_8)));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new IOException(
                    file + " cannot be used (" + unreadable.getMessage() + "); sign in again, which replaces it",
                    unreadable);
        }
    }

    @Override
    public void put(Grant grant) throws IOException {
        OwnDirectory.require(directory);
        String name = hash(grant.server().toString()) + "-" + hash(grant.issuer()) + SUFFIX;
        Path file = directory.resolve(name);
        AtomicFile.writePrivate(file, grant.toJson().toBytes());
        for (Path other : files(grant.server())) {
            if (!other.equals(file)) {
                Files.deleteIfExists(other);
            }
        }
    }

    @Override
    public void forget(URI server) throws IOException {
        for (Path file : files(server)) {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public Hold hold(URI server) throws IOException {
        OwnDirectory.require(directory);
        FileGuard guard = FileGuard.take(directory.resolve(hash(server.toString()) + ".lock"), PATIENCE);
        return guard::close;
    }

    private List<Path> files(URI server) throws IOException {
        List<Path> files = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return files;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, hash(server.toString()) + "-*" + SUFFIX)) {
            all.forEach(files::add);
        }
        return files;
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(Pkce.sha256(text), 0, NAME_BYTES);
    }
}
