package dev.lazymcp.catalog;

import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Files that only their owner reads and writes: 0600 in directories of 0700. On Windows both inherit the access list of
 * the user's own directory.
 */
final class PrivateFile {
    private static final boolean POSIX = File.separatorChar == '/';
    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final int ROOT = 0;

    /** A reader on Windows can hold the file for the moment of a rename: tried for a second. */
    private static final int RENAME_ATTEMPTS = 50;

    private static final int RENAME_PAUSE_MILLIS = 20;

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private PrivateFile() {}

    /**
     * Opens {@code file} when nobody but this user (or root) can have written it. What is available in the stream is its
     * size: that of what was opened, which need not be what was there a moment before.
     *
     * @throws NoSuchFileException when there is none
     * @throws IOException when it is not a regular file, belongs to somebody else or others may write to it
     */
    static FileInputStream openTrusted(Path file) throws IOException {
        if (POSIX) {
            checkOwner(file);
        } else if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new FileSystemException(file.toString(), null, "not a regular file");
        }
        return new FileInputStream(file.toFile());
    }

    private static void checkOwner(Path file) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(file, "unix:uid,mode");
        int uid = number(attributes, "uid").intValue();
        int mode = number(attributes, "mode").intValue();
        if ((mode & TYPE) != REGULAR) {
            throw new FileSystemException(file.toString(), null, "not a regular file");
        }
        if ((mode & WRITABLE_BY_OTHERS) != 0) {
            throw new FileSystemException(file.toString(), null, "others may write to it");
        }
        if (uid != ROOT && uid != ownUid()) {
            throw new FileSystemException(file.toString(), null, "belongs to user " + uid);
        }
    }

    /** The next {@code size} bytes of {@code in}. */
    static byte[] read(InputStream in, int size) throws IOException {
        byte[] bytes = new byte[size];
        if (in.readNBytes(bytes, 0, size) < size) {
            throw new EOFException("shorter than " + size + " bytes");
        }
        return bytes;
    }

    /** Creates {@code directory} and what is missing above it. */
    static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, mode("rwx------"));
    }

    /**
     * Replaces {@code file} as a whole: a reader, and a machine that loses power, sees the old content or the new. That
     * the new one outlives a power failure is not promised (the directory is not synced): what is stored here can be
     * learned again.
     */
    static void replace(Path file, byte[] content) throws IOException {
        Path temporary = writeBeside(file, content);
        try {
            rename(temporary, file);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Creates {@code file} as a whole unless there is one: of several writers one wins, and nobody sees half a file.
     *
     * @throws FileAlreadyExistsException when there is one
     */
    static void create(Path file, byte[] content) throws IOException {
        Path temporary = writeBeside(file, content);
        try {
            try {
                Files.createLink(file, temporary);
            } catch (FileAlreadyExistsException lost) {
                throw lost;
            } catch (UnsupportedOperationException | FileSystemException noHardLinks) {
                // FAT, some FUSE file systems, Android: here two writers within microseconds may both succeed.
                Files.move(temporary, file);
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static Path writeBeside(Path file, byte[] content) throws IOException {
        while (true) {
            String unique = "." + ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet() + ".tmp";
            Path temporary = file.resolveSibling(file.getFileName() + unique);
            try (FileChannel channel = FileChannel.open(
                    temporary, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), mode("rw-------"))) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
                return temporary;
            } catch (FileAlreadyExistsException left) {
                // By a killed process of the same number, or by one in another container: the next number is free.
            } catch (IOException failed) {
                Files.deleteIfExists(temporary);
                throw failed;
            }
        }
    }

    private static void rename(Path temporary, Path file) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
                return;
            } catch (AccessDeniedException busy) {
                if (attempt == RENAME_ATTEMPTS || POSIX) {
                    throw busy;
                }
                pause();
            }
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(RENAME_PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a file was busy", interrupted);
        }
    }

    private static FileAttribute<?>[] mode(String permissions) {
        return POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * The user this process runs as. By number: the name would ask the name service, which can be a network away. Where
     * there is no /proc the owner of the home directory stands for the user.
     */
    private static int ownUid() throws IOException {
        Map<String, Object> own;
        try {
            own = Files.readAttributes(Path.of("/proc/self"), "unix:uid");
        } catch (NoSuchFileException noProc) {
            own = Files.readAttributes(Path.of(System.getProperty("user.home")), "unix:uid");
        }
        return number(own, "uid").intValue();
    }

    private static Number number(Map<String, Object> attributes, String name) throws IOException {
        if (attributes.get(name) instanceof Number number) {
            return number;
        }
        throw new IOException("the file system does not tell " + name);
    }
}
