package dev.lazymcp.shim;

/** Threads for what would block those that carry frames. */
public final class Background {
    private static final long STACK = 256 * 1024;

    private Background() {}

    /** Runs {@code task} on a thread of its own, which does not keep the program alive. */
    public static Thread run(String name, Runnable task) {
        Thread thread = new Thread(null, task, name, STACK);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
