package dev.lazymcp.os;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.time.Duration;

/** A lock on a file that keeps other processes, and other threads of this one, out until it is closed. */
public final class FileGuard implements AutoCloseable {
    private static final long PAUSE_MILLIS = 5;

    private final FileChannel channel;

    private FileGuard(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock on {@code file}, which is made for its owner only if it is missing, and is to be left there: who removes it
     * gives the lock to two at once.
     *
     * @param patience how long to wait for whoever has it
     * @throws IOException where it cannot be taken in that time, with the file's name
     */
    public static FileGuard take(Path file, Duration patience) throws IOException {
        FileChannel channel = AtomicFile.openPrivate(file);
        try {
            long deadline = System.nanoTime() + patience.toNanos();
            while (!isTaken(channel)) {
                if (System.nanoTime() - deadline >= 0) {
                    throw new IOException("another lazymcp has held " + file + " for " + patience.toMillis()
                            + " ms; end it, or try again");
                }
                Thread.sleep(PAUSE_MILLIS);
            }
            return new FileGuard(channel);
        } catch (InterruptedException e) {
            channel.close();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for " + file);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
