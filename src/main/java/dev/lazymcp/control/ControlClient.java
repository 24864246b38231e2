package dev.lazymcp.control;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** A command's end of a stub's socket. */
public final class ControlClient {
    /** A message of a server with what is around it. */
    private static final int LONGEST_ANSWER = FrameReader.DEFAULT_LIMIT + 64 * 1024;

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
        return ask(socket, request, patience, _ -> {});
    }

    /** The same; {@code told} gets what the stub tells before it answers. */
    public static Frame ask(Path socket, Frame request, Duration patience, Consumer<Frame> told) throws IOException {
        try (SocketChannel channel = connect(socket);
                PatientChannel patient = new PatientChannel(channel, System.nanoTime() + patience.toNanos())) {
            patient.write(request);
            FrameReader lines = new FrameReader(patient, LONGEST_ANSWER);
            while (true) {
                switch (lines.next()) {
                    case FrameReader.Line(Frame line) -> {
                        Frame progress = ControlMessage.progressIn(line);
                        if (progress == null) {
                            return line;
                        }
                        told.accept(progress);
                    }
                    case FrameReader.TooLong tooLong ->
                        throw new IOException("the stub's answer of " + tooLong.size() + " bytes is longer than "
                                + LONGEST_ANSWER);
                    case FrameReader.End _ ->
                        throw new EOFException("the stub closed the connection without an answer");
                }
            }
        }
    }

    /** Whether somebody accepts connections on {@code socket}. */
    static boolean answers(Path socket) {
        try (SocketChannel _ = connect(socket)) {
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private static SocketChannel connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return channel;
        } catch (IOException refused) {
            channel.close();
            throw refused;
        }
    }
}
