package dev.lazymcp.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Starts processes where descriptors may be few. The JDK's native code, where it cannot make all the pipes of a child, closes two
 * descriptors whose numbers it never set: in a process with little memory in use these are 0, our client.
 */
public final class Descriptors {
    /** Held while a process is started; who opens files at the wish of others holds it meanwhile as well. */
    public static final Lock OPENING = new ReentrantLock();

    /** Five pipes for a child, and a few for what else this process opens in the same moment. */
    private static final int FOR_A_CHILD = 16;

    private Descriptors() {}

    /**
     * Starts what {@code builder} describes.
     *
     * @throws IOException where the system refuses, or has too few descriptors left for this process
     */
    public static Process start(ProcessBuilder builder) throws IOException {
        OPENING.lock();
        try {
            if (Platform.current().isUnix()) {
                requireFree(FOR_A_CHILD);
            }
            return builder.start();
        } finally {
            OPENING.unlock();
        }
    }

    private static void requireFree(int count) throws IOException {
        List<InputStream> taken = new ArrayList<>(count);
        try {
            while (taken.size() < count) {
                taken.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException none) {
            throw new IOException(
                    "lazymcp may open only " + taken.size() + " more files, and needs " + count
                            + " to start a process; raise the limit (ulimit -n) of the client",
                    none);
        } finally {
            for (InputStream one : taken) {
                one.close();
            }
        }
    }
}
