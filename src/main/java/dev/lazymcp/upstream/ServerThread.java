package dev.lazymcp.upstream;

/** The threads that serve a server's pipes: they live as long as a process and only ever copy, wait and call a listener. */
public final class ServerThread {
    /** The default of 1 MiB and more would be paid for each server; reading a frame of any size needs a few dozen calls. */
    private static final long STACK_BYTES = 256 * 1024;

    private ServerThread() {}

    /** Starts {@code body} on a thread that does not keep the program alive. */
    public static Thread start(String name, Runnable body) {
        Thread thread = new Thread(null, body, name, STACK_BYTES, false);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The same where the system may have no more threads for this process or user: whether it had. */
    static boolean tryStart(String name, Runnable body) {
        try {
            start(name, body);
            return true;
        } catch (OutOfMemoryError noThread) {
            return false;
        }
    }
}
