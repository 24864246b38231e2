package dev.lazymcp.control;

import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A connection that is read and written until a moment and no longer. */
final class PatientChannel extends InputStream {
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final long deadline;

    /** {@code channel} until {@code deadline}, as {@link System#nanoTime} counts. */
    PatientChannel(SocketChannel channel, long deadline) throws IOException {
        this.channel = channel;
        this.deadline = deadline;
        this.selector = Selector.open();
        channel.configureBlocking(false);
        this.key = channel.register(selector, SelectionKey.OP_READ);
    }

    /** Writes {@code frame} and its end. */
    void write(Frame frame) throws IOException {
        byte[] line = frame.toBytes();
        ByteBuffer out =
                ByteBuffer.allocate(line.length + 1).put(line).put((byte) '\n').flip();
        key.interestOps(SelectionKey.OP_WRITE);
        while (out.hasRemaining()) {
            await();
            channel.write(out);
        }
        listen();
    }

    /** Waits for what comes from now on. */
    void listen() {
        key.interestOps(SelectionKey.OP_READ);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int count = 0;
        while (count == 0) {
            await();
            count = channel.read(ByteBuffer.wrap(bytes, from, length));
        }
        return count;
    }

    private void await() throws IOException {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0 || selector.select(millis) == 0) {
            if (deadline - System.nanoTime() <= 0) {
                throw new SocketTimeoutException("the stub did not answer in time");
            }
        }
        selector.selectedKeys().clear();
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
