package dev.lazymcp.upstream.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A WebSocket server that shakes hands and then only listens, until its peer is gone. */
final class DeafSocket implements AutoCloseable {
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CompletableFuture<List<Integer>> frames = new CompletableFuture<>();

    DeafSocket() throws IOException {
        Thread.ofPlatform().daemon().start(this::serve);
    }

    URI url() {
        return URI.create("ws://localhost:" + socket.getLocalPort() + "/mcp");
    }

    /** The kinds of all frames that came (RFC 6455, section 5.2); waits for the peer to leave. */
    List<Integer> frames() {
        return frames.join();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void serve() {
        List<Integer> kinds = new ArrayList<>();
        try (Socket connection = socket.accept()) {
            DataInputStream in = new DataInputStream(connection.getInputStream());
            String key = "";
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                key = line.startsWith("Sec-WebSocket-Key: ") ? line.substring(19) : key;
            }
            byte[] digest = MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(ISO_8859_1));
            connection
                    .getOutputStream()
                    .write(("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                    + "Sec-WebSocket-Protocol: mcp\r\nSec-WebSocket-Accept: "
                                    + Base64.getEncoder().encodeToString(digest) + "\r\n\r\n")
                            .getBytes(ISO_8859_1));
            while (true) {
                kinds.add(in.readUnsignedByte() & 0x0F);
                in.skipNBytes((in.readUnsignedByte() & 0x7F) + 4L); // short ones, masked
            }
        } catch (IOException | GeneralSecurityException left) {
            frames.complete(kinds);
        }
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
