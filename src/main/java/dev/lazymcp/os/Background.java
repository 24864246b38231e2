package dev.lazymcp.os;

/** Threads for what would block those that carry frames. None keeps the program alive. */
public final class Background {
    /** What is told where there is no thread. */
    public static final String NO_THREAD =
            "the system has no more threads for this user (ulimit -u) or no memory for one";

    /** The default of 1 MiB and more would be paid for each server; reading a frame of any size needs a few dozen calls. */
    private static final long STACK_BYTES = 256 * 1024;

    private Background() {}

    /** Runs {@code task} on a thread of its own. */
    public static Thread run(String name, Runnable task) {
        Thread thread = new Thread(null, task, name, STACK_BYTES, false);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * The same where the system may have no more threads for this process or user: whether it had.
     *
     * @return false where nothing was begun
     */
    public static boolean tryRun(String name, Runnable task) {
        try {
            run(name, task);
            return true;
        } catch (OutOfMemoryError noThread) {
            // That is how Java says so; what is short is threads and seldom memory.
            return false;
        }
    }
}
