package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The socket of a sandbox's only stub, without a command in between.
 *
 * @param path where it is
 */
record ControlSocket(Path path) {
    /** The one in {@code sandbox}. */
    static ControlSocket in(Sandbox sandbox) throws IOException {
        return new ControlSocket(files(sandbox).stream()
                .filter(path -> path.toString().endsWith(".sock"))
                .findFirst()
                .orElseThrow());
    }

    /** All that stands in the run directory of {@code sandbox}. */
    static List<Path> files(Sandbox sandbox) throws IOException {
        try (Stream<Path> files = Files.list(sandbox.runDirectory())) {
            return files.toList();
        }
    }

    /** A connection on which nothing was said yet. */
    SocketChannel connect() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(path));
        return channel;
    }

    /** Sends {@code line} and leaves. */
    void tell(String line) throws IOException {
        try (SocketChannel channel = connect()) {
            write(channel, line);
        }
    }

    /** The answer to {@code line}, or what went wrong. */
    String ask(String line) {
        try (SocketChannel channel = connect()) {
            write(channel, line);
            ByteBuffer in = ByteBuffer.allocate(1 << 20);
            while (channel.read(in) >= 0) {
                if (!in.hasRemaining()) {
                    break;
                }
            }
            return new String(in.array(), 0, in.position(), UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void write(SocketChannel channel, String line) throws IOException {
        ByteBuffer out = ByteBuffer.wrap((line + "\n").getBytes(UTF_8));
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }
}
