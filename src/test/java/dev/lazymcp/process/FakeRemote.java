package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server that is reached by HTTP, and does wrong whatever a test asks it to: it writes to its connections itself, so that
 * answers can be broken anywhere. Unless told otherwise it is a good one, with sessions and JSON answers.
 */
final class FakeRemote implements AutoCloseable {
    /** How it answers something. */
    interface Script {
        /** Answers {@code exchange}; the connection is closed where it throws. */
        void answer(Exchange exchange) throws Exception;
    }

    /** Who is let in. */
    interface Guard {
        /** Whether it has answered {@code exchange} itself, so that nobody else is to. */
        boolean refuses(Exchange exchange) throws IOException;
    }

    private final ServerSocket socket;
    private final String scheme;
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final Feed<Exchange> exchanges = new Feed<>("the remote server");
    private final List<Socket> connections = new ArrayList<>();
    private final AtomicInteger sessions = new AtomicInteger();
    private volatile Guard guard = exchange -> false;

    private FakeRemote(ServerSocketFactory factory, String scheme) throws IOException {
        this.socket = factory.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.scheme = scheme;
        on(
                "initialize",
                exchange -> exchange.json(
                        200, exchange.result(INITIALIZED), "Mcp-Session-Id: session-" + sessions.incrementAndGet()));
        on(
                "tools/list",
                exchange ->
                        exchange.json(200, exchange.result("{\"tools\":[" + tool("cwd") + "," + tool("echo") + "]}")));
        on("tools/call", exchange -> exchange.json(200, exchange.result(exchange.text("done"))));
        on("GET", exchange -> exchange.raw(405, "", ""));
        on("DELETE", exchange -> exchange.raw(200, "", ""));
        Thread.ofPlatform().daemon().name("remote-accept").start(this::accept);
    }

    private static final String INITIALIZED =
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true},"
                    + "\"logging\":{}},\"serverInfo\":{\"name\":\"remote\",\"version\":\"1\"}}";

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
    }

    static FakeRemote open() throws IOException {
        return new FakeRemote(ServerSocketFactory.getDefault(), "http");
    }

    static FakeRemote open(ServerSocketFactory factory) throws IOException {
        return new FakeRemote(factory, "https");
    }

    String url() {
        return origin() + "/mcp";
    }

    String origin() {
        return scheme + "://localhost:" + socket.getLocalPort();
    }

    /** Lets {@code next} decide who may speak to the MCP server; what is no message to it is not its affair. */
    FakeRemote guardedBy(Guard next) {
        guard = next;
        return this;
    }

    /**
     * Answers messages of that method, HTTP requests of it, or requests to that path below {@code /oauth/} or {@code /.well-known/},
     * by {@code script}; {@code *} stands for those without a script.
     */
    FakeRemote on(String method, Script script) {
        scripts.put(method, script);
        return this;
    }

    /** What {@link #on} was told last. */
    Script script(String method) {
        return scripts.getOrDefault(method, any -> any.raw(404, ""));
    }

    /** The {@code nth} request of that method, whether it is here already or still to come. */
    Exchange await(String method, int nth) {
        return exchanges.await(
                "a request " + method, nth, exchange -> exchange.method().equals(method));
    }

    Exchange await(String method) {
        return await(method, 1);
    }

    long count(String method) {
        return all(method).size();
    }

    /** The requests of that method so far. */
    List<Exchange> all(String method) {
        return exchanges.all().stream()
                .filter(exchange -> exchange.method().equals(method))
                .toList();
    }

    /** How often somebody has connected. */
    int connections() {
        synchronized (connections) {
            return connections.size();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        synchronized (connections) {
            for (Socket connection : connections) {
                connection.close();
            }
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                synchronized (connections) {
                    if (socket.isClosed()) {
                        connection.close();
                        return;
                    }
                    connections.add(connection);
                }
                Thread.ofPlatform().daemon().name("remote").start(() -> serve(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            for (Exchange exchange = read(in, connection); exchange != null; exchange = read(in, connection)) {
                exchanges.add(exchange);
                Script otherwise = exchange.isMessage()
                        ? scripts.getOrDefault("*", any -> any.raw(202, "", ""))
                        : any -> any.raw(404, "there is nothing here");
                if (!exchange.isMessage() || !guard.refuses(exchange)) {
                    scripts.getOrDefault(exchange.method(), otherwise).answer(exchange);
                }
            }
        } catch (Exception | AssertionError broken) {
            // The connection is closed: that is what a script throws for, and what a client that leaves means.
        }
    }

    private static @Nullable Exchange read(InputStream in, Socket connection) throws IOException {
        String request = line(in);
        if (request.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        byte[] bytes = in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
        String body = new String(bytes, UTF_8);
        return new Exchange(request, headers, body, connection);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(ISO_8859_1);
    }

    /** A request and the connection it came on. */
    record Exchange(String request, Map<String, String> headers, String body, Socket connection) {
        /** Whether it is for the MCP server, and not for what lets people in. */
        boolean isMessage() {
            return !target().startsWith("/.well-known/") && !target().startsWith("/oauth/");
        }

        /** The value of {@code name} in the query of the address or in the form that was sent; empty for none. */
        String field(String name) {
            String query = target().contains("?") ? target().substring(target().indexOf('?') + 1) : body;
            return Arrays.stream(query.split("&", -1))
                    .filter(pair -> pair.startsWith(name + "="))
                    .map(pair -> URLDecoder.decode(pair.substring(name.length() + 1), UTF_8))
                    .findFirst()
                    .orElse("");
        }

        /**
         * The method of the message in it, {@code response} for a response; of a request without one that of HTTP; the path of one
         * that is not for the MCP server.
         */
        String method() {
            if (!isMessage()) {
                return target().split("\\?", 2)[0];
            }
            String http = request.substring(0, request.indexOf(' '));
            if (!http.equals("POST")) {
                return http;
            }
            SpelledJson method = message().get("method");
            return method.present() ? method.text() : "response";
        }

        String target() {
            return request.split(" ", -1)[1];
        }

        SpelledJson message() {
            return SpelledJson.parse(body);
        }

        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /** A response to it with {@code result}. */
        String result(String result) {
            return "{\"jsonrpc\":\"2.0\",\"id\":" + message().get("id").raw() + ",\"result\":" + result + "}";
        }

        /** The result of a tool that says {@code text}. */
        String text(String text) {
            return "{\"content\":[{\"type\":\"text\",\"text\":" + SpelledJson.quote(text) + "}]}";
        }

        void json(int status, String body, String... headers) throws IOException {
            List<String> all = new ArrayList<>(List.of(headers));
            all.add("Content-Type: application/json");
            raw(status, body, all.toArray(String[]::new));
        }

        void raw(int status, String body, String... headers) throws IOException {
            byte[] bytes = body.getBytes(UTF_8);
            head(status, "Content-Length: " + bytes.length, headers);
            write(bytes);
        }

        /** Begins an answer that is a stream of events, ended by the end of the connection. */
        Exchange stream(String... headers) throws IOException {
            head(200, "Content-Type: text/event-stream\r\nConnection: close", headers);
            return this;
        }

        Exchange event(String message) throws IOException {
            write(("data: " + message + "\n\n").getBytes(UTF_8));
            return this;
        }

        Exchange event(String id, String message) throws IOException {
            write(("id: " + id + "\ndata: " + message + "\n\n").getBytes(UTF_8));
            return this;
        }

        Exchange write(String text) throws IOException {
            write(text.getBytes(UTF_8));
            return this;
        }

        /** Writes {@code text} byte by byte. */
        Exchange drip(String text) throws IOException {
            for (byte each : text.getBytes(UTF_8)) {
                write(new byte[] {each});
            }
            return this;
        }

        void end() throws IOException {
            connection.close();
        }

        /** The address of this server with another path. */
        String at(String path) {
            return "http://localhost:" + connection.getLocalPort() + path;
        }

        private void head(int status, String first, String... headers) throws IOException {
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Said\r\n" + first + "\r\n");
            for (String header : headers) {
                head.append(header.isEmpty() ? "" : header + "\r\n");
            }
            write(head.append("\r\n").toString().getBytes(ISO_8859_1));
        }

        private void write(byte[] bytes) throws IOException {
            OutputStream out = connection.getOutputStream();
            out.write(bytes);
            out.flush();
        }

        @Override
        public String toString() {
            return request.toLowerCase(Locale.ROOT) + " " + body;
        }
    }
}
