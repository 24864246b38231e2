package dev.lazymcp.cli;

import dev.lazymcp.control.ControlServer;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.os.Background;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The socket on which commands reach this process. One whose file somebody removed is replaced by another: it is the only way here.
 */
final class CommandSocket {
    /** What opens it; may take its time. */
    interface Opening {
        /** Opens another one. */
        ControlServer open() throws IOException;
    }

    private final Consumer<String> log;
    private final CountDownLatch settled = new CountDownLatch(1);
    private @Nullable Runnable serving;
    private @Nullable ControlServer server;
    private boolean running;
    private boolean closed;
    private String trouble = "";

    /** A socket that is not open; {@code log} takes lines for people. */
    CommandSocket(Consumer<String> log) {
        this.log = log;
    }

    /**
     * Begins to serve; where that is not possible this process goes on without. Does not block.
     *
     * @param whenOpen runs when commands can find it, each time that it is another
     * @param unreachable what is told where it cannot be opened, without the reason
     */
    synchronized void open(Opening opening, Runnable whenOpen, String unreachable) {
        serving = () -> serve(opening, whenOpen, unreachable);
        begin(serving);
    }

    /** Sees that the socket is where commands look for it, and takes another if not. Does not block. */
    synchronized void look() {
        if (closed || serving == null) {
            return;
        }
        if (!running) {
            begin(serving);
        } else if (server != null && !server.isThere()) {
            close(server); // which ends its serving, and another begins
        }
    }

    /** Where there is no thread, the next look tries it again. */
    private void begin(Runnable task) {
        running = Background.tryRun("control", task);
    }

    private void serve(Opening opening, Runnable whenOpen, String unreachable) {
        try {
            do {
                try (ControlServer opened = opening.open()) {
                    if (keep(opened)) {
                        whenOpen.run();
                        settled.countDown();
                        opened.serve();
                    }
                }
            } while (!isClosed());
        } catch (IOException e) {
            complain(unreachable + ": " + e.getMessage());
        } finally {
            ended();
        }
    }

    /** Waits until the socket is open, or cannot be; no longer than {@code limit}. */
    void await(Duration limit) {
        try {
            if (!settled.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                log.accept("the socket is not open yet");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Commands are to find {@code hint} from now on; {@code stale} is told where they do not, without the reason. */
    synchronized void replace(StubHint hint, String stale) {
        if (server != null && !closed) {
            try {
                server.replace(hint);
            } catch (IOException e) {
                log.accept(stale + ": " + e.getMessage());
            }
        }
    }

    private synchronized boolean keep(ControlServer opened) {
        server = opened;
        trouble = "";
        return !closed;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized void ended() {
        server = null;
        running = false;
        settled.countDown();
    }

    /** Once for each trouble, however often it is tried. */
    private synchronized void complain(String line) {
        if (!line.equals(trouble)) {
            trouble = line;
            log.accept(line);
        }
    }

    /** Gives the socket up and removes its files. */
    synchronized void close() {
        closed = true;
        if (server != null) {
            close(server);
        }
    }

    private void close(ControlServer open) {
        try {
            open.close();
        } catch (IOException e) {
            log.accept("the socket's files could not be removed: " + e.getMessage());
        }
    }
}
