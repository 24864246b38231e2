package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server that is reached by WebSocket (RFC 6455): it answers what a stub asks, in pieces and among other frames when a tool
 * {@code pieces} is called, and closes when it is {@code leave}.
 */
final class FakeSocket implements AutoCloseable {
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int FINAL = 0x80;

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Feed<Map<String, String>> handshakes = new Feed<>("the WebSocket server");

    FakeSocket() throws IOException {
        Thread.ofPlatform().daemon().name("socket-accept").start(this::accept);
    }

    String url() {
        return "ws://localhost:" + socket.getLocalPort() + "/mcp";
    }

    /** The headers of the first handshake. */
    Map<String, String> awaitHandshake() {
        return handshakes.await("a handshake", _ -> true);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofPlatform().daemon().name("socket").start(() -> serve(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            DataInputStream in = new DataInputStream(connection.getInputStream());
            OutputStream out = connection.getOutputStream();
            shakeHands(in, out);
            for (String message = read(in); message != null; message = read(in)) {
                SpelledJson json = SpelledJson.parse(message);
                if (message.contains("\"leave\"")) {
                    write(out, FINAL | CLOSE, new byte[] {0x03, (byte) 0xE9, 'b', 'y', 'e'});
                    return;
                }
                if (json.get("id").present()) {
                    String body =
                            "{\"jsonrpc\":\"2.0\",\n\"id\":" + json.get("id").raw() + ",\"result\":"
                                    + result(json.get("method").text()) + "}";
                    if (message.contains("\"pieces\"")) {
                        writeInPieces(out, body.replace("socket", "sockét").getBytes(UTF_8));
                    } else {
                        write(out, FINAL | TEXT, body.getBytes(UTF_8));
                    }
                }
            }
        } catch (IOException | GeneralSecurityException left) {
            // The client is gone, or was none.
        }
    }

    /** Two frames, the first of which ends within a character, with a ping between, behind a frame that is no text. */
    private static void writeInPieces(OutputStream out, byte[] body) throws IOException {
        int cut = 0;
        while (body[cut] >= 0) {
            cut++;
        }
        write(out, FINAL | BINARY, new byte[] {1, 2, 3});
        write(out, TEXT, Arrays.copyOf(body, cut + 1));
        write(out, FINAL | PING, new byte[0]);
        write(out, FINAL, Arrays.copyOfRange(body, cut + 1, body.length));
    }

    private static String result(String method) {
        return switch (method) {
            case "initialize" ->
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                        + "\"serverInfo\":{\"name\":\"socket\",\"version\":\"1\"}}";
            case "tools/list" -> "{\"tools\":[{\"name\":\"cwd\",\"inputSchema\":{\"type\":\"object\"}}]}";
            default -> "{\"content\":[{\"type\":\"text\",\"text\":\"by socket\"}]}";
        };
    }

    private void shakeHands(DataInputStream in, OutputStream out) throws IOException, GeneralSecurityException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        line(in);
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        handshakes.add(headers);
        byte[] digest = MessageDigest.getInstance("SHA-1")
                .digest((headers.getOrDefault("Sec-WebSocket-Key", "") + MAGIC).getBytes(ISO_8859_1));
        out.write(
                ("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: mcp\r\n"
                                + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(digest) + "\r\n\r\n")
                        .getBytes(ISO_8859_1));
        out.flush();
    }

    private static String line(DataInputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(ISO_8859_1);
    }

    /** The next text, or null when the client has closed. Clients mask what they send, and send these texts in one frame. */
    private static @Nullable String read(DataInputStream in) throws IOException {
        while (true) {
            int kind = in.readUnsignedByte() & 0x0F;
            byte[] body = readBody(in);
            if (kind == TEXT || kind == CLOSE) {
                return kind == TEXT ? new String(body, UTF_8) : null;
            }
        }
    }

    private static byte[] readBody(DataInputStream in) throws IOException {
        int length = in.readUnsignedByte() & 0x7F;
        long size = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
        byte[] mask = in.readNBytes(4);
        byte[] body = in.readNBytes((int) size);
        for (int i = 0; i < body.length; i++) {
            body[i] ^= mask[i % 4];
        }
        return body;
    }

    private static void write(OutputStream out, int first, byte[] body) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(first);
        if (body.length < 126) {
            frame.write(body.length);
        } else {
            frame.write(126);
            frame.write(body.length >> 8);
            frame.write(body.length);
        }
        frame.write(body);
        out.write(frame.toByteArray());
        out.flush();
    }
}
