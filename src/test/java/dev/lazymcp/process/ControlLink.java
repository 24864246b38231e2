package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Base64;

/**
 * One end of the connection between a test and a process it caused: lines of a verb and, in Base64, bytes. The kernel
 * closes it when the process dies, however it dies, and not before.
 */
final class ControlLink implements AutoCloseable {
    /** What the other end says. */
    interface Listener {
        void heard(String verb, byte[] payload);

        /** Nothing more will be heard. */
        void hungUp();
    }

    private final Socket socket;
    private final OutputStream out;

    ControlLink(Socket socket) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
        socket.setTcpNoDelay(true);
    }

    static ControlLink to(String hostAndPort) throws IOException {
        int colon = hostAndPort.lastIndexOf(':');
        String host = hostAndPort.substring(0, colon);
        return new ControlLink(new Socket(host, Integer.parseInt(hostAndPort.substring(colon + 1))));
    }

    /** Says it, or drops it: a listener that has gone is no matter of the speaker. */
    synchronized void say(String verb, byte[] payload) {
        try {
            out.write((verb + " " + Base64.getEncoder().encodeToString(payload) + "\n").getBytes(US_ASCII));
        } catch (IOException gone) {
            // The listener has its own view of the end.
        }
    }

    /** Passes on what is heard until the other end is closed. */
    void listen(Listener listener) {
        try (InputStream in = socket.getInputStream()) {
            Lines lines = new Lines(in);
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                String text = new String(line, US_ASCII);
                int space = text.indexOf(' ');
                listener.heard(text.substring(0, space), Base64.getDecoder().decode(text.substring(space + 1)));
            }
        } catch (IOException reset) {
            // A killed process resets the connection as often as it closes it.
        } finally {
            listener.hungUp();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
