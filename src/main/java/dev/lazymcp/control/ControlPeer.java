package dev.lazymcp.control;

import dev.lazymcp.control.ControlServer.Asker;
import dev.lazymcp.control.ControlServer.Handler;
import dev.lazymcp.rpc.Frame;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One connection: reads a line, has it answered, writes the answer. */
final class ControlPeer implements Asker {
    private static final long PATIENCE_NANOS = 2_000_000_000L;
    private static final int CHUNK = 8 * 1024;

    /** So much of an answer at a time has to be taken within the peer's patience. */
    private static final int PORTION = 64 * 1024;

    /** Lines before the answer that wait to be taken; more are dropped. */
    private static final int MOST_TOLD = 64;

    /** Something to be said to a peer, handed to the thread that serves all of them. */
    record Said(ControlPeer peer, Frame frame, boolean last) {}

    private final SocketChannel socket;
    private final SelectionKey key;
    private final Handler handler;
    private final Consumer<Said> pass;
    private byte[] line = new byte[0];
    private final ArrayDeque<Frame> toSay = new ArrayDeque<>();
    private @Nullable InputStream saying;
    private ByteBuffer portion = ByteBuffer.allocate(0);
    private @Nullable Runnable whenGone;
    private boolean isAsked;
    private boolean isLast;
    private long deadline = System.nanoTime() + PATIENCE_NANOS;
    private boolean isTimed = true;

    /**
     * The peer on {@code socket}, registered as {@code key}, whose request {@code handler} answers.
     *
     * @param pass takes, from any thread, what the serving thread is to give to {@link #say}
     */
    ControlPeer(SocketChannel socket, SelectionKey key, Handler handler, Consumer<Said> pass) {
        this.socket = socket;
        this.key = key;
        this.handler = handler;
        this.pass = pass;
    }

    /** When it is given up, by {@link System#nanoTime}; only where {@link #isTimed}. */
    long deadline() {
        return deadline;
    }

    /** Whether it is given up at its {@link #deadline}: not while its request is answered. */
    boolean isTimed() {
        return isTimed;
    }

    @Override
    public void accept(Frame answer) {
        pass.accept(new Said(this, answer, true));
    }

    @Override
    public void tell(Frame line) {
        pass.accept(new Said(this, line, false));
    }

    @Override
    public void whenGone(Runnable task) {
        whenGone = task;
    }

    /** Goes on with what the socket is ready for. */
    void step() {
        try {
            if (key.isReadable()) {
                read();
            }
            if (key.isValid() && key.isWritable()) {
                write();
            }
        } catch (IOException gone) {
            close();
        }
    }

    private void read() throws IOException {
        byte[] chunk = new byte[CHUNK];
        int count = socket.read(ByteBuffer.wrap(chunk));
        if (count < 0) {
            close();
            return;
        }
        if (isAsked) {
            return; // what comes after the request belongs to nothing
        }
        int end = 0;
        while (end < count && chunk[end] != '\n') {
            end++;
        }
        if (line.length + end > ControlServer.LONGEST_REQUEST) {
            isAsked = true;
            say(
                    ControlMessage.error(
                            "too_long", "a request is at most " + ControlServer.LONGEST_REQUEST + " bytes long"),
                    true);
            return;
        }
        int before = line.length;
        line = Arrays.copyOf(line, before + end);
        System.arraycopy(chunk, 0, line, before, end);
        if (end < count) {
            isAsked = true;
            isTimed = false;
            Frame request = Frame.of(line);
            line = new byte[0];
            handler.handle(request, this);
            listen();
        }
    }

    /** Between the request and the answer nothing is heard but that the peer leaves, where somebody wants to know. */
    private void listen() {
        key.interestOps(whenGone == null || isLast ? 0 : SelectionKey.OP_READ);
    }

    /** Says {@code frame}, on the serving thread; after the last one nothing is said. */
    void say(Frame frame, boolean last) {
        if (!key.isValid() || isLast || (!last && toSay.size() >= MOST_TOLD)) {
            return;
        }
        toSay.add(frame);
        isLast = last;
        try {
            write();
        } catch (IOException gone) {
            close();
        }
    }

    /** Writes what the socket takes of one portion; the peer's patience counts for each. */
    private void write() throws IOException {
        if (portion.hasRemaining() || refill()) {
            socket.write(portion);
        }
        if (portion.hasRemaining() || refill()) {
            listen();
            key.interestOpsOr(SelectionKey.OP_WRITE);
        } else if (isLast) {
            close();
        } else {
            isTimed = false;
            listen();
        }
    }

    /** Makes the next portion of what is to be said; whether there is one. */
    private boolean refill() throws IOException {
        byte[] bytes = new byte[0];
        while (bytes.length == 0) {
            if (saying == null) {
                Frame next = toSay.poll();
                if (next == null) {
                    return false;
                }
                saying = new SequenceInputStream(next.open(), new ByteArrayInputStream(new byte[] {'\n'}));
            }
            bytes = saying.readNBytes(PORTION);
            saying = bytes.length == 0 ? null : saying;
        }
        portion = ByteBuffer.wrap(bytes);
        deadline = System.nanoTime() + PATIENCE_NANOS;
        isTimed = true;
        return true;
    }

    /** Cuts the connection. */
    void close() {
        key.cancel();
        Runnable task = whenGone;
        whenGone = null;
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // Then it is closed.
        }
        if (task != null && !isLast) {
            task.run();
        }
    }
}
