package dev.lazymcp.os;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Files that change as a whole or not at all. Every failure says which file, what went wrong and what to do. */
public final class AtomicFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OWNER_DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> ANY_WRITE = PosixFilePermissions.fromString("-w--w--w-");

    private AtomicFile() {}

    /** A file as it was when it was read; what {@link #replace} compares with before it writes. */
    public static final class Snapshot {
        private final Path target;
        private final byte[] bytes;

        private Snapshot(Path target, byte[] bytes) {
            this.target = target;
            this.bytes = bytes;
        }

        /** The file itself, links resolved. */
        public Path target() {
            return target;
        }

        /** What it held. */
        public byte[] bytes() {
            return bytes.clone();
        }
    }

    /** Reads {@code path}, through links. */
    public static Snapshot read(Path path) throws IOException {
        try {
            Path target = path.toRealPath();
            if (!Files.isRegularFile(target)) {
                throw new IOException(path + " is not a file");
            }
            return new Snapshot(target, Files.readAllBytes(target));
        } catch (NoSuchFileException missing) {
            throw new IOException(path + ": there is no such file", missing);
        } catch (AccessDeniedException denied) {
            throw new IOException(path + ": you may not read this file", denied);
        }
    }

    /** Fails if {@link #replace} would: the file is read-only or no longer as {@code before} saw it. */
    public static void requireReplaceable(Snapshot before) throws IOException {
        requireWritable(before.target, posixAttributes(before.target));
        requireUnchanged(before);
    }

    /**
     * Puts {@code bytes} in the place of what {@code before} saw. Mode, owner and group are kept and a link stays a link. A file
     * that is no longer as it was is left alone.
     */
    public static void replace(Snapshot before, byte[] bytes) throws IOException {
        requireReplaceable(before);
        Path target = before.target;
        Optional<PosixFileAttributes> attributes = posixAttributes(target);
        Path temporary = temporaryBeside(target);
        try {
            write(temporary, bytes, target);
            if (attributes.isPresent()) {
                copyAccess(attributes.get(), temporary);
            }
            // Once more: writing and syncing took its time.
            requireUnchanged(before);
            move(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Writes a file of our own that only its owner may read, whether or not it exists. */
    public static void writePrivate(Path path, byte[] bytes) throws IOException {
        Path temporary = temporaryBeside(path);
        try {
            write(temporary, bytes, path);
            move(temporary, path);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Makes {@code directory} and the missing ones above it; those made are for their owner only. */
    public static void makePrivateDirectories(Path directory) throws IOException {
        try {
            Files.createDirectories(directory, attributes(directory, OWNER_DIRECTORY));
        } catch (AccessDeniedException denied) {
            throw new IOException(
                    directory + " cannot be made: access denied. LAZYMCP_HOME can point to another place.", denied);
        } catch (FileAlreadyExistsException blocked) {
            throw new IOException(directory + " cannot be made: a file is in the way", blocked);
        } catch (FileSystemException fault) {
            String reason = Optional.ofNullable(fault.getReason()).orElseGet(fault::toString);
            throw new IOException(directory + " cannot be made: " + reason, fault);
        }
    }

    /** Opens, and if need be makes, a file of our own that only its owner may read. */
    public static FileChannel openPrivate(Path path) throws IOException {
        return FileChannel.open(
                path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), attributes(path, OWNER_ONLY));
    }

    private static void requireWritable(Path target, Optional<PosixFileAttributes> attributes) throws IOException {
        // Moving a file over a read-only one succeeds, and root may write anything: the mode is the owner's word.
        boolean allowed = attributes
                .map(posix -> posix.permissions().stream().anyMatch(ANY_WRITE::contains))
                .orElse(true);
        if (!allowed || !Files.isWritable(target)) {
            throw new IOException(target + " is read-only and was left as it is; make it writable and run this again");
        }
    }

    private static void requireUnchanged(Snapshot before) throws IOException {
        byte[] now;
        try {
            now = Files.readAllBytes(before.target);
        } catch (NoSuchFileException gone) {
            throw new IOException(before.target + " was removed while we were at it; nothing was written", gone);
        }
        if (!Arrays.equals(before.bytes, now)) {
            throw new IOException(before.target
                    + " was changed by another program while we were at it; nothing was written. Run this again.");
        }
    }

    private static Path temporaryBeside(Path target) throws IOException {
        Path directory = target.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException(target + " is not a file");
        }
        try {
            return Files.createTempFile(directory, ".lazymcp-", ".tmp", attributes(directory, OWNER_ONLY));
        } catch (AccessDeniedException denied) {
            throw new IOException(
                    target + " was left as it is: its directory is read-only, so it cannot be replaced safely", denied);
        }
    }

    private static void write(Path file, byte[] bytes, Path target) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        } catch (IOException full) {
            // The system says why and not where: "No space left on device".
            throw new IOException(target + " was left as it is: " + full.getMessage(), full);
        }
    }

    private static void copyAccess(PosixFileAttributes from, Path to) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        PosixFileAttributes now = view.readAttributes();
        if (!now.group().equals(from.group()) || !now.owner().equals(from.owner())) {
            try {
                view.setGroup(from.group());
                view.setOwner(from.owner());
            } catch (IOException notAllowed) {
                throw new IOException(
                        to.getParent() + ": the file belongs to " + from.owner().getName() + ":"
                                + from.group().getName()
                                + " and would not after the change; run this as its owner",
                        notAllowed);
            }
        }
        view.setPermissions(from.permissions());
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Path directory = to.toAbsolutePath().getParent();
        if (directory != null && posixAttributes(directory).isPresent()) {
            try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
                entry.force(true);
            }
        }
    }

    private static Optional<PosixFileAttributes> posixAttributes(Path path) throws IOException {
        try {
            return isPosix(path)
                    ? Optional.of(Files.readAttributes(path, PosixFileAttributes.class))
                    : Optional.empty();
        } catch (NoSuchFileException gone) {
            throw new IOException(path + " was removed while we were at it; nothing was written", gone);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
