package dev.lazymcp.upstream.http.auth;

import dev.lazymcp.os.Background;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits on this machine for the browser that comes back (RFC 8252, section 7.3). Anybody on it can connect: who sends something else
 * than the one request, or another {@code state} with it, is told so and sent away, and one who sends nothing costs a connection for ten seconds.
 */
final class LoopbackListener implements AutoCloseable {
    private static final int MOST_AT_ONCE = 16;
    private static final int LONGEST_REQUEST = 16 * 1024;
    private static final long PATIENCE_MILLIS = 10_000;
    private static final String PAGE = "<!doctype html><meta charset=\"utf-8\"><title>lazymcp</title>"
            + "<p>lazymcp has the answer. What came of it is in the terminal; this page can be closed.";
    private static final String STRANGER = "<!doctype html><meta charset=\"utf-8\"><title>lazymcp</title>"
            + "<p>This answers another question than lazymcp asked (state): it was not used. Follow the address in the terminal.";

    private final ServerSocket socket;
    private final URI redirect;
    private final String state;
    private final Semaphore free = new Semaphore(MOST_AT_ONCE);
    private final CompletableFuture<String> query = new CompletableFuture<>();

    private LoopbackListener(ServerSocket socket, URI redirect, String state) {
        this.socket = socket;
        this.redirect = redirect;
        this.state = state;
    }

    /**
     * Listens on {@code redirect}, where a client id is bound to one, else on any port.
     *
     * @param state what the answer that is waited for brings back
     * @throws SignInFailure where the port is taken, or the address is not one of this machine
     */
    static LoopbackListener open(Optional<URI> redirect, String state) throws SignInFailure {
        if (redirect.isPresent()
                && (!"http".equals(redirect.get().getScheme())
                        || !Addresses.isLoopback(redirect.get())
                        || redirect.get().getPort() < 1
                        || redirect.get().getPort() > Addresses.MOST_PORTS)) {
            throw new SignInFailure("The address to come back to has to be one of this machine with a port, as in"
                    + " http://localhost:8080/callback, not " + redirect.get() + ".");
        }
        int port = redirect.map(URI::getPort).orElse(0);
        try {
            ServerSocket socket = new ServerSocket();
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), MOST_AT_ONCE);
            URI at = redirect.orElseGet(() -> URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/callback"));
            LoopbackListener listener = new LoopbackListener(socket, at, state);
            Background.run("login-accept", listener::accept);
            return listener;
        } catch (IOException e) {
            throw new SignInFailure(
                    "lazymcp cannot wait for the browser on port " + port + " of this machine: " + e.getMessage()
                            + ". End what uses it, or try again.",
                    e);
        }
    }

    /** Where the browser is to come back to. */
    URI redirect() {
        return redirect;
    }

    /**
     * The query that the browser brings.
     *
     * @throws SignInFailure where it does not come within {@code patience}
     */
    String await(Duration patience) throws SignInFailure {
        try {
            return query.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SignInFailure(
                    "Nobody signed in within " + patience.toSeconds() + " s. Try again; --timeout allows more.", e);
        } catch (ExecutionException e) {
            throw new SignInFailure("lazymcp can no longer wait for the browser: " + e.getCause() + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SignInFailure("Signing in was interrupted.", e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            query.completeExceptionally(e);
        }
    }

    private void accept() {
        try {
            while (!query.isDone()) {
                Socket connection = socket.accept();
                if (free.tryAcquire()) {
                    Background.run("login-answer", () -> serve(connection));
                } else {
                    connection.close();
                }
            }
        } catch (IOException closed) {
            query.completeExceptionally(closed);
        }
    }

    private void serve(Socket connection) {
        Optional<String> brought = Optional.empty();
        try (connection) {
            Optional<String> sent = query(head(connection));
            brought = sent.filter(answer -> Callback.answers(answer, state));
            if (brought.isPresent()) {
                answer(connection, "200 OK", PAGE);
            } else if (sent.isPresent()) {
                answer(connection, "400 Bad Request", STRANGER);
            } else {
                answer(connection, "404 Not Found", "There is nothing here.");
            }
        } catch (IOException broken) {
            // Whoever it was has left. If it had brought what is waited for, it is here all the same.
        } finally {
            free.release();
            brought.ifPresent(query::complete);
        }
    }

    /** The query of a request for the address to come back to; the code in it is known to this listener alone. */
    private Optional<String> query(String head) {
        int end = head.indexOf('\r') < 0 ? head.length() : head.indexOf('\r');
        String[] words = head.substring(0, end).split(" ", -1);
        if (words.length != 3 || !words[0].equals("GET") || !words[2].startsWith("HTTP/1.")) {
            return Optional.empty();
        }
        int mark = words[1].indexOf('?');
        String path = redirect.getRawPath() == null || redirect.getRawPath().isEmpty() ? "/" : redirect.getRawPath();
        return mark >= 0 && words[1].substring(0, mark).equals(path)
                ? Optional.of(words[1].substring(mark + 1))
                : Optional.empty();
    }

    /** What comes up to the empty line, as much as may. */
    private static String head(Socket connection) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        InputStream in = connection.getInputStream();
        byte[] buffer = new byte[1024];
        while (head.size() < LONGEST_REQUEST) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new IOException("too slow");
            }
            connection.setSoTimeout((int) left);
            int read = in.read(buffer);
            if (read < 0) {
                break;
            }
            head.write(buffer, 0, read);
            String text = head.toString(StandardCharsets.ISO_8859_1);
            if (text.contains("\r\n\r\n")) {
                return text;
            }
        }
        return ""; // not a whole request
    }

    private static void answer(Socket connection, String status, String page) throws IOException {
        byte[] body = page.getBytes(StandardCharsets.UTF_8);
        String head =
                "HTTP/1.1 " + status + "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: " + body.length
                        + "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n";
        connection.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        connection.getOutputStream().write(body);
        connection.getOutputStream().flush();
    }
}
