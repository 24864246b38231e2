package dev.lazymcp.control;

import dev.lazymcp.control.ControlPeer.Said;
import dev.lazymcp.os.Descriptors;
import dev.lazymcp.os.NativeImage;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stub's end of its socket: one line of JSON in, one out, perhaps some before it that tell how it goes, then the connection is closed.
 * One thread serves all connections, a bounded number of them, and gives each a bounded time and size, so that whatever a peer does
 * costs the stub little.
 */
public final class ControlServer implements AutoCloseable {
    /** A request that is longer is refused. */
    static final int LONGEST_REQUEST = 1024 * 1024;

    private static final int MOST_CONNECTIONS = 64;
    private static final int BACKLOG = 256;
    private static final long ACCEPT_PAUSE_NANOS = 1_000_000_000L;
    private static final long START_MILLIS = 20;

    /** Answers requests. */
    public interface Handler {
        /**
         * Handles one request.
         *
         * @param request the line, without its end
         * @param asker takes the answer, one line without its end, from any thread; must be called once
         */
        void handle(Frame request, Asker asker);
    }

    /** Who made a request; {@link #accept} takes the answer. */
    public interface Asker extends Consumer<Frame> {
        /** Tells how it goes, before the answer; dropped where the peer does not read. From any thread. */
        void tell(Frame line);

        /**
         * Has {@code task} run if the peer leaves before it was answered; to be called by the handler before it returns. Whoever
         * closes but half of the connection has left too.
         */
        void whenGone(Runnable task);
    }

    private final RunDirectory directory;
    private final String name;
    private final Handler handler;
    private final ServerSocketChannel channel;
    private final Selector selector;
    private final SelectionKey accepting;
    private final ConcurrentLinkedQueue<Said> said = new ConcurrentLinkedQueue<>();
    private long acceptAgainAt;
    private boolean acceptPaused;

    private ControlServer(
            RunDirectory directory, String name, Handler handler, ServerSocketChannel channel, Selector selector)
            throws IOException {
        this.directory = directory;
        this.name = name;
        this.handler = handler;
        this.channel = channel;
        this.selector = selector;
        this.accepting = channel.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * Takes a socket in the first of {@code places} where that is possible, and leaves {@code hint} beside it.
     *
     * @throws IOException where it is possible in none
     */
    public static ControlServer open(List<Path> places, StubHint hint, Handler handler) throws IOException {
        return RunDirectory.first(places, directory -> open(directory, hint, handler));
    }

    /**
     * Takes a socket in {@code directory} and leaves {@code hint} beside it.
     *
     * @throws IOException where that is not possible
     */
    static ControlServer open(RunDirectory directory, StubHint hint, Handler handler) throws IOException {
        String name = directory.freeName();
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(directory.socket(name)), BACKLOG);
            channel.configureBlocking(false);
            ControlServer server = new ControlServer(directory, name, handler, channel, Selector.open());
            directory.write(name, hint);
            return server;
        } catch (IOException e) {
            channel.close();
            directory.remove(name);
            throw new IOException("no socket in " + directory.path() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Serves until {@link #close}, which cuts the connections that are open; blocks.
     *
     * @throws IOException where the system gives no more news of the connections: the socket is of no use then
     */
    public void serve() throws IOException {
        try (selector) {
            while (channel.isOpen()) {
                selector.select(millisToWait());
                deliver();
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isValid()) {
                        serve(key);
                    }
                }
                selector.selectedKeys().clear();
                expire();
            }
            peers().forEach(ControlPeer::close);
        }
    }

    private void serve(SelectionKey key) {
        if (key.attachment() instanceof ControlPeer peer) {
            peer.step();
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            for (SocketChannel next; mayAccept() && (next = takeNext()) != null; ) {
                // A peer that leaves before its answer must not take the stub with it.
                NativeImage.takeSignals();
                next.configureBlocking(false);
                SelectionKey key = next.register(selector, SelectionKey.OP_READ);
                key.attach(new ControlPeer(next, key, handler, this::pass));
            }
        } catch (IOException tooManyFiles) {
            acceptPaused = true;
            acceptAgainAt = System.nanoTime() + ACCEPT_PAUSE_NANOS;
        }
        adjustAccepting();
    }

    /** The next connection; null where there is none, or not while a process is started: those that are there come first. */
    private @Nullable SocketChannel takeNext() throws IOException {
        try {
            if (!Descriptors.OPENING.tryLock(START_MILLIS, TimeUnit.MILLISECONDS)) {
                return null;
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
        try {
            return channel.accept();
        } finally {
            Descriptors.OPENING.unlock();
        }
    }

    private boolean mayAccept() {
        return !acceptPaused && selector.keys().size() <= MOST_CONNECTIONS;
    }

    private void adjustAccepting() {
        if (accepting.isValid()) {
            accepting.interestOps(mayAccept() ? SelectionKey.OP_ACCEPT : 0);
        }
    }

    private void deliver() {
        for (Said next; (next = said.poll()) != null; ) {
            next.peer().say(next.frame(), next.last());
        }
    }

    private void expire() {
        long now = System.nanoTime();
        if (acceptPaused && now - acceptAgainAt >= 0) {
            acceptPaused = false;
        }
        for (ControlPeer peer : peers()) {
            if (peer.isTimed() && now - peer.deadline() >= 0) {
                peer.close();
            }
        }
        adjustAccepting();
    }

    private List<ControlPeer> peers() {
        List<ControlPeer> peers = new ArrayList<>();
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof ControlPeer peer) {
                peers.add(peer);
            }
        }
        return peers;
    }

    /** Zero: until something happens. */
    private long millisToWait() {
        long now = System.nanoTime();
        long nearest = acceptPaused ? acceptAgainAt - now : Long.MAX_VALUE;
        for (ControlPeer peer : peers()) {
            if (peer.isTimed()) {
                nearest = Math.min(nearest, peer.deadline() - now);
            }
        }
        return nearest == Long.MAX_VALUE ? 0 : Math.max(1, nearest / 1_000_000 + 1);
    }

    /** Gives the socket up and removes its files. May be called from any thread, and again. */
    @Override
    public synchronized void close() throws IOException {
        channel.close();
        selector.wakeup();
        directory.remove(name);
    }

    /** Whether whoever looks for this socket finds it: somebody may have swept the directory. */
    public boolean isThere() {
        return Files.exists(directory.socket(name), LinkOption.NOFOLLOW_LINKS);
    }

    /** Puts {@code hint} in the place of the one beside the socket. */
    public synchronized void replace(StubHint hint) throws IOException {
        if (channel.isOpen()) {
            directory.write(name, hint);
        }
    }

    private void pass(Said next) {
        said.add(next);
        selector.wakeup(); // which a selector that is closed ignores
    }
}
