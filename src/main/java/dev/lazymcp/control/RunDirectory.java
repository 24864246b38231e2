package dev.lazymcp.control;

import dev.lazymcp.os.AtomicFile;
import dev.lazymcp.os.OwnDirectory;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One place where stubs have their sockets: {@code ID.sock} and {@code ID.json} for each, no list of all of them that many would
 * have to write.
 *
 * @param path the directory
 */
public record RunDirectory(Path path) {
    private static final String SOCKET = ".sock";
    private static final String HINT = ".json";
    private static final String TEMPORARY = ".tmp";
    private static final Duration STRAY = Duration.ofMinutes(5);

    /** Names are short, since the path of a socket must not be longer than about a hundred bytes. */
    private static final int NAME_LENGTH = 8;

    private static final int ATTEMPTS = 16;

    /** A stub that left its files here.
     *
     * @param socket where it answers, if it lives
     * @param hint what it says of itself
     */
    public record Left(Path socket, StubHint hint) {}

    /**
     * The first of {@code places} that can be used, made if need be.
     *
     * @throws IOException where none can, with the reasons
     */
    public static RunDirectory open(List<Path> places) throws IOException {
        return first(places, directory -> directory);
    }

    /** Does something in a run directory. */
    interface Use<T> {
        /**
         * What it comes to in {@code directory}.
         *
         * @throws IOException where that is not possible there
         */
        T in(RunDirectory directory) throws IOException;
    }

    /**
     * What {@code use} brings in the first of {@code places} where it succeeds, which is made if need be.
     *
     * @throws IOException where it succeeds in none, with the reasons
     */
    static <T> T first(List<Path> places, Use<T> use) throws IOException {
        List<String> faults = new ArrayList<>();
        for (Path place : places) {
            // The system makes and removes a user's runtime directory; who has no session has none.
            if (place.startsWith("/run/user") && !Files.isDirectory(place.resolveSibling(""))) {
                continue;
            }
            try {
                OwnDirectory.require(place);
                return use.in(new RunDirectory(place));
            } catch (IOException unusable) {
                faults.add(String.valueOf(unusable.getMessage()));
            }
        }
        throw new IOException(
                String.join("; ", faults) + "; LAZYMCP_HOME names another directory for what lazymcp keeps");
    }

    /** Those of {@code places} that are there and this user's alone. */
    public static List<RunDirectory> existing(List<Path> places) {
        return places.stream()
                .filter(OwnDirectory::isUsable)
                .map(RunDirectory::new)
                .toList();
    }

    /** A name for the files of one more stub, unlike all that are there. */
    String freeName() throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            String digits = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
            String name = digits.substring(digits.length() - NAME_LENGTH);
            if (!Files.exists(socket(name)) && !Files.exists(hint(name))) {
                return name;
            }
        }
        throw new IOException("no free name in " + path);
    }

    Path socket(String name) {
        return path.resolve(name + SOCKET);
    }

    private Path hint(String name) {
        return path.resolve(name + HINT);
    }

    /** Writes the hint beside the socket {@code name}. */
    void write(String name, StubHint hint) throws IOException {
        // Each dormant stub does this: a temporary file by the JDK's means would load its random number generators.
        Path temporary = path.resolve(name + TEMPORARY);
        try (FileChannel file = AtomicFile.openPrivate(temporary)) {
            ByteBuffer json = ByteBuffer.wrap(hint.toJson().toBytes());
            while (json.hasRemaining()) {
                file.write(json);
            }
        }
        Files.move(temporary, hint(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Removes the files of the stub {@code name}, those that are there. */
    void remove(String name) throws IOException {
        Files.deleteIfExists(hint(name));
        Files.deleteIfExists(socket(name));
        Files.deleteIfExists(path.resolve(name + TEMPORARY));
    }

    /** The stubs that left their files here, living or not; what cannot be read is left out. */
    public List<Left> stubs() throws IOException {
        List<Left> stubs = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*" + HINT)) {
            for (Path file : files) {
                String name = nameOf(file);
                if (name.length() == NAME_LENGTH) {
                    read(file).ifPresent(hint -> stubs.add(new Left(socket(name), hint)));
                }
            }
        }
        return stubs;
    }

    /**
     * Removes what is of no stub: sockets and half-written hints without a hint, and hints that say nothing. Those that are younger
     * than a few minutes may be of a stub that is just starting, or of a version that writes them otherwise.
     */
    public void sweepStrays(Instant now) throws IOException {
        List<Path> strays = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(path, "*{" + SOCKET + "," + HINT + "," + TEMPORARY + "}")) {
            for (Path file : files) {
                String name = nameOf(file);
                if (name.length() == NAME_LENGTH && read(hint(name)).isEmpty() && isOld(file, now)) {
                    strays.add(file);
                }
            }
        }
        for (Path file : strays) {
            if (!ControlClient.answers(socket(nameOf(file)))) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static boolean isOld(Path file, Instant now) {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .plus(STRAY)
                    .isBefore(now);
        } catch (IOException gone) {
            return false;
        }
    }

    private static Optional<StubHint> read(Path file) {
        try {
            return Optional.ofNullable(StubHint.read(content(file)));
        } catch (IOException gone) {
            return Optional.empty(); // the stub left while we looked
        }
    }

    /** What {@code file} holds; of a file alone, since opening a pipe waits for whoever writes to it. */
    static Frame content(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is no file");
        }
        return Frame.of(Files.readAllBytes(file));
    }

    private static String nameOf(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.lastIndexOf('.'));
    }

    /**
     * Removes what {@code stub} left, if nothing answers on its socket and its process is gone: a process in another container
     * cannot be seen, but its socket answers.
     *
     * @return whether it was removed
     */
    public boolean sweep(Left stub) throws IOException {
        if (stub.hint().process().isAlive() || ControlClient.answers(stub.socket())) {
            return false;
        }
        remove(nameOf(stub.socket()));
        return true;
    }
}
