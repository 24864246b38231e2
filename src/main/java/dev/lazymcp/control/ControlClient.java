package dev.lazymcp.control;

import dev.lazymcp.rpc.Frame;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A command's end of a stub's socket. */
public final class ControlClient {
    private static final int LONGEST_ANSWER = 16 * 1024 * 1024;
    private static final int CHUNK = 64 * 1024;
    private static final Duration QUEUED = Duration.ofSeconds(1);

    private ControlClient() {}

    /**
     * Asks the stub behind {@code socket}; blocks.
     *
     * @param request one line of JSON
     * @param patience how long to wait in all
     * @return its answer
     * @throws IOException where nobody is there, or it does not answer in time
     */
    public static Frame ask(Path socket, Frame request, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        try (SocketChannel channel = connect(socket, deadline);
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
            byte[] line = request.toBytes();
            ByteBuffer out = ByteBuffer.allocate(line.length + 1)
                    .put(line)
                    .put((byte) '\n')
                    .flip();
            byte[] chunk = new byte[CHUNK];
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            while (true) {
                await(selector, deadline);
                if (out.hasRemaining()) {
                    channel.write(out);
                    if (!out.hasRemaining()) {
                        key.interestOps(SelectionKey.OP_READ);
                    }
                } else if (read(channel, chunk, answer)) {
                    return Frame.of(answer.toByteArray());
                }
            }
        }
    }

    /** Whether somebody listens on {@code socket}, however busy; blocks for a second at most. */
    static boolean answers(Path socket) {
        try (SocketChannel _ = connect(socket, System.nanoTime() + QUEUED.toNanos())) {
            return true;
        } catch (SocketTimeoutException _) {
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    /**
     * Connects. Where a stub takes no more connections and its queue of them is full, the system makes the caller wait for as
     * long as that lasts, and offers no limit: a thread waits in its place, and is let go by closing the channel.
     */
    private static SocketChannel connect(Path socket, long deadline) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        FutureTask<Boolean> connecting = new FutureTask<>(() -> channel.connect(UnixDomainSocketAddress.of(socket)));
        Thread.ofPlatform().daemon().name("connect").start(connecting);
        boolean connected = false;
        try {
            connected = connecting.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            return channel;
        } catch (TimeoutException full) {
            throw (IOException) new SocketTimeoutException("the stub did not answer in time").initCause(full);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting to the stub");
        } catch (ExecutionException refused) {
            throw refused.getCause() instanceof IOException fault
                    ? fault
                    : new IOException("connecting to the stub failed unexpectedly", refused);
        } finally {
            if (!connected) {
                channel.close();
            }
        }
    }

    private static void await(Selector selector, long deadline) throws IOException {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0 || selector.select(millis) == 0) {
            if (deadline - System.nanoTime() <= 0) {
                throw new IOException("the stub did not answer in time");
            }
        }
        selector.selectedKeys().clear();
    }

    /** Whether the line is complete. */
    private static boolean read(SocketChannel channel, byte[] chunk, ByteArrayOutputStream answer) throws IOException {
        int count = channel.read(ByteBuffer.wrap(chunk));
        if (count < 0) {
            throw new EOFException("the stub closed the connection without an answer");
        }
        for (int i = 0; i < count; i++) {
            if (chunk[i] == '\n') {
                answer.write(chunk, 0, i);
                return true;
            }
        }
        answer.write(chunk, 0, count);
        if (answer.size() > LONGEST_ANSWER) {
            throw new IOException("the stub's answer is longer than " + LONGEST_ANSWER + " bytes");
        }
        return false;
    }
}
