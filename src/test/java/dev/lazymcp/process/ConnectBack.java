package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The socket that servers of a test connect back to. A connection is a process that runs; a connection that the kernel
 * closed is a process that is dead. Nothing is polled and nothing is guessed from the time that went by.
 */
final class ConnectBack implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Feed<Peer> peers = new Feed<>("the connect-back socket");

    ConnectBack() throws IOException {
        Thread acceptor = new Thread(this::accept, "connect-back");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** What a server is told, to find its way back here. */
    String flag() {
        return "--connect=" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + socket.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Peer peer = new Peer(socket.accept());
                Thread reader = new Thread(peer::read, "peer");
                reader.setDaemon(true);
                reader.start();
            }
        } catch (IOException closed) {
            peers.close();
        }
    }

    /** The first server that says it plays {@code role}, now or soon. */
    Peer await(String role) {
        return await(role, 1);
    }

    Peer await(String role, int nth) {
        return peers.await(role + " number " + nth, nth, peer -> peer.role.equals(role));
    }

    /** Everyone who has come so far, the dead included. */
    List<Peer> all() {
        return peers.all();
    }

    /** How many servers were started so far. */
    long servers() {
        return all().stream().filter(peer -> peer.role.equals("server")).count();
    }

    /** Ends the connections; a process that still lives takes that as its end. */
    @Override
    public void close() throws IOException {
        socket.close();
        for (Peer peer : peers.all()) {
            peer.link.close();
        }
    }

    /** A process at the other end. */
    final class Peer implements ControlLink.Listener {
        private final ControlLink link;
        private final Feed<Frame> received = new Feed<>("the stdin of a server");
        private final Feed<String> events = new Feed<>("the life of a server");
        private String role = "";
        private long pid;

        Peer(Socket socket) throws IOException {
            this.link = new ControlLink(socket);
        }

        private void read() {
            link.listen(this);
        }

        @Override
        public void heard(String verb, byte[] payload) {
            switch (verb) {
                case "hello" -> {
                    String[] words = new String(payload, UTF_8).split(" ", 2);
                    role = words[0];
                    pid = Long.parseLong(words[1]);
                    peers.add(this);
                }
                case "received" -> received.add(new Frame(payload));
                default -> events.add(verb + " " + new String(payload, UTF_8));
            }
        }

        @Override
        public void hungUp() {
            received.close();
            events.close();
        }

        long pid() {
            return pid;
        }

        String role() {
            return role;
        }

        /** Opens a gate. */
        void go(String gate) {
            link.say("go", gate.getBytes(UTF_8));
        }

        /** Makes the server write {@code raw} on its stdout, as it is. */
        void emit(String raw) {
            link.say("emit", raw.getBytes(UTF_8));
        }

        /** Makes the server ask the client, by itself and not within a call. */
        void ask(String method) {
            link.say("ask", method.getBytes(UTF_8));
        }

        /** Makes the server exit at once. */
        void halt() {
            link.say("halt", new byte[0]);
        }

        /** What came in on the server's stdin so far. */
        List<Frame> received() {
            return received.all();
        }

        Frame awaitReceived(String what, Predicate<? super Frame> wanted) {
            return received.await(what, wanted);
        }

        Frame awaitRequest(String method) {
            return received.await("a request " + method, frame -> frame.isRequest(method));
        }

        Frame awaitNotification(String method) {
            return received.await(method, frame -> frame.isNotification(method));
        }

        /** The call of {@code tool}. */
        Frame awaitCall(String tool) {
            return received.await("a call of " + tool, frame -> isCallOf(frame, tool));
        }

        long callsOf(String tool) {
            return received().stream().filter(frame -> isCallOf(frame, tool)).count();
        }

        private static boolean isCallOf(Frame frame, String tool) {
            return frame.isRequest("tools/call")
                    && frame.spelled().get("params").get("name").text().equals(tool);
        }

        void awaitEvent(String event) {
            events.await(event, said -> said.startsWith(event));
        }

        /** What the server said of itself: {@code eof}, {@code terminated}, {@code violation …}. */
        List<String> events() {
            return events.all();
        }

        boolean alive() {
            return !received.closed();
        }

        void awaitDeath() {
            received.awaitClosed();
        }

        /** For what must not happen: gives it {@code limit} to happen in. */
        boolean diesWithin(Duration limit) {
            return received.closedWithin(limit);
        }
    }

    /** One that any failure to open a socket on the loopback ends, as there is nothing to test then. */
    static ConnectBack open() {
        try {
            return new ConnectBack();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
