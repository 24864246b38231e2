package dev.lazymcp.control;

import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * A stub's end of its socket: one line of JSON in, one out, then the connection is closed. One thread serves all connections, a
 * bounded number of them, and gives each a bounded time and size, so that whatever a peer does costs the stub little.
 */
public final class ControlServer implements AutoCloseable {
    /** A request that is longer is refused. */
    static final int LONGEST_REQUEST = 1024 * 1024;

    private static final int MOST_CONNECTIONS = 256;
    private static final int BACKLOG = 256;
    private static final long PATIENCE_NANOS = 2_000_000_000L;
    private static final long ACCEPT_PAUSE_NANOS = 1_000_000_000L;
    private static final int CHUNK = 8 * 1024;

    /** Answers requests. */
    public interface Handler {
        /**
         * Handles one request.
         *
         * @param request the line, without its end
         * @param answer takes the answer, one line without its end, from any thread; must be called once
         */
        void handle(Frame request, Consumer<Frame> answer);
    }

    private record Answer(Peer peer, Frame frame) {}

    private final RunDirectory directory;
    private final String name;
    private final Handler handler;
    private final ServerSocketChannel channel;
    private final Selector selector;
    private final SelectionKey accepting;
    private final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final byte[] chunk = new byte[CHUNK];
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
     * Takes a socket in {@code directory} and leaves {@code hint} beside it.
     *
     * @throws IOException where that is not possible
     */
    public static ControlServer open(RunDirectory directory, StubHint hint, Handler handler) throws IOException {
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
            peers().forEach(Peer::close);
        }
    }

    private void serve(SelectionKey key) {
        if (key.attachment() instanceof Peer peer) {
            peer.step();
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            for (SocketChannel next; mayAccept() && (next = channel.accept()) != null; ) {
                next.configureBlocking(false);
                SelectionKey key = next.register(selector, SelectionKey.OP_READ);
                key.attach(new Peer(next, key));
            }
        } catch (IOException tooManyFiles) {
            acceptPaused = true;
            acceptAgainAt = System.nanoTime() + ACCEPT_PAUSE_NANOS;
        }
        adjustAccepting();
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
        for (Answer answer; (answer = answers.poll()) != null; ) {
            answer.peer().answer(answer.frame());
        }
    }

    private void expire() {
        long now = System.nanoTime();
        if (acceptPaused && now - acceptAgainAt >= 0) {
            acceptPaused = false;
        }
        for (Peer peer : peers()) {
            if (peer.isTimed && now - peer.deadline >= 0) {
                peer.close();
            }
        }
        adjustAccepting();
    }

    private List<Peer> peers() {
        List<Peer> peers = new ArrayList<>();
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof Peer peer) {
                peers.add(peer);
            }
        }
        return peers;
    }

    /** Zero: until something happens. */
    private long millisToWait() {
        long now = System.nanoTime();
        long nearest = acceptPaused ? acceptAgainAt - now : Long.MAX_VALUE;
        for (Peer peer : peers()) {
            if (peer.isTimed) {
                nearest = Math.min(nearest, peer.deadline - now);
            }
        }
        return nearest == Long.MAX_VALUE ? 0 : Math.max(1, nearest / 1_000_000 + 1);
    }

    /** Gives the socket up and removes its files. May be called from any thread, and again. */
    @Override
    public void close() throws IOException {
        channel.close();
        selector.wakeup();
        directory.remove(name);
    }

    /** One connection: reads a line, has it answered, writes the answer. */
    private final class Peer {
        private final SocketChannel socket;
        private final SelectionKey key;
        private byte[] line = new byte[0];
        private ByteBuffer toWrite = ByteBuffer.allocate(0);
        private long deadline = System.nanoTime() + PATIENCE_NANOS;
        private boolean isTimed = true;

        Peer(SocketChannel socket, SelectionKey key) {
            this.socket = socket;
            this.key = key;
        }

        void step() {
            try {
                if (key.isReadable()) {
                    read();
                } else if (key.isWritable()) {
                    write();
                }
            } catch (IOException gone) {
                close();
            }
        }

        private void read() throws IOException {
            int count = socket.read(ByteBuffer.wrap(chunk));
            if (count < 0) {
                close();
                return;
            }
            int end = 0;
            while (end < count && chunk[end] != '\n') {
                end++;
            }
            if (line.length + end > LONGEST_REQUEST) {
                answer(ControlMessage.error("too_long", "a request is at most " + LONGEST_REQUEST + " bytes long"));
                return;
            }
            int before = line.length;
            line = Arrays.copyOf(line, before + end);
            System.arraycopy(chunk, 0, line, before, end);
            if (end < count) {
                key.interestOps(0);
                isTimed = false;
                handler.handle(Frame.of(line), frame -> {
                    answers.add(new Answer(this, frame));
                    selector.wakeup(); // which a selector that is closed ignores
                });
            }
        }

        void answer(Frame frame) {
            if (!key.isValid()) {
                return;
            }
            byte[] bytes = frame.toBytes();
            toWrite = ByteBuffer.allocate(bytes.length + 1)
                    .put(bytes)
                    .put((byte) '\n')
                    .flip();
            deadline = System.nanoTime() + PATIENCE_NANOS;
            isTimed = true;
            key.interestOps(SelectionKey.OP_WRITE);
            try {
                write();
            } catch (IOException gone) {
                close();
            }
        }

        private void write() throws IOException {
            socket.write(toWrite);
            if (!toWrite.hasRemaining()) {
                close();
            }
        }

        void close() {
            key.cancel();
            try {
                socket.close();
            } catch (IOException alreadyGone) {
                return;
            }
        }
    }
}
