package dev.lazymcp.shim;

/** Threads for what would block those that carry frames. */
public final class Background {
    private static final long STACK = 256 * 1024;

    private Background() {}

    /** What is told where there is no thread. */
    static final String NO_THREAD = "the system has no more threads for this user (ulimit -u) or no memory for one";

    /** Runs {@code task} on a thread of its own, which does not keep the program alive. */
    public static Thread run(String name, Runnable task) {
        Thread thread = new Thread(null, task, name, STACK);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * The same where the system may have no more threads for this process or user: whether it had.
     *
     * @return false where nothing was begun
     */
    static boolean tryRun(String name, Runnable task) {
        try {
            run(name, task);
            return true;
        } catch (OutOfMemoryError noThread) {
            // That is how Java says so; what is short is threads and seldom memory.
            return false;
        }
    }
}
