package dev.lazymcp.upstream.http;

/** Waiting, as a server asked for. */
final class Pause {
    private Pause() {}

    /** Waits for {@code milliseconds}. */
    static void of(long milliseconds) throws Trouble {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Trouble("was interrupted", e);
        }
    }
}
