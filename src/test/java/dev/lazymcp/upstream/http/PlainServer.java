package dev.lazymcp.upstream.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server that answers each connection, in the order of their coming, with the next of some texts, and leaves it open. */
final class PlainServer implements AutoCloseable {
    /** What begins an event stream. */
    static final String STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> open = new ArrayList<>();
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

    PlainServer(String... answers) throws IOException {
        Thread.ofPlatform().daemon().start(() -> serve(List.of(answers)));
    }

    URI url() {
        return URI.create("http://localhost:" + socket.getLocalPort() + "/mcp");
    }

    /** The next request: its first line, its headers by line, its body. */
    String await() throws InterruptedException {
        return requests.take();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        synchronized (open) {
            for (Socket each : open) {
                each.close();
            }
        }
    }

    private void serve(List<String> answers) {
        try {
            for (String answer : answers) {
                Socket connection = socket.accept();
                synchronized (open) {
                    open.add(connection);
                }
                requests.add(read(connection));
                connection.getOutputStream().write(answer.getBytes(UTF_8));
                connection.getOutputStream().flush();
            }
        } catch (IOException closed) {
            return;
        }
    }

    private static String read(Socket connection) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(connection.getInputStream(), UTF_8));
        StringBuilder request = new StringBuilder();
        int length = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            request.append(line).append('\n');
            if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        for (int i = 0; i < length; i++) {
            request.append((char) in.read());
        }
        return request.toString();
    }
}
