package dev.lazymcp.control;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A command's end of a stub's socket. */
public final class ControlClient {
    /** A message of a server with what is around it. */
    private static final int LONGEST_ANSWER = FrameReader.DEFAULT_LIMIT + 64 * 1024;

    private static final Duration QUEUED = Duration.ofSeconds(1);

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
        long deadline = System.nanoTime() + patience.toNanos();
        try (SocketChannel channel = connect(socket, deadline);
                PatientChannel patient = new PatientChannel(channel, deadline)) {
            IOException refused = write(patient, request);
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
                        throw new IOException(
                                "the stub's answer of " + tooLong.size() + " bytes is longer than " + LONGEST_ANSWER);
                    case FrameReader.End _ ->
                        throw refused != null
                                ? refused
                                : new EOFException("the stub closed the connection without an answer");
                }
            }
        }
    }

    /** Why the stub did not take all of {@code request}, whose answer may say more; null where it did. */
    private static @Nullable IOException write(PatientChannel patient, Frame request) throws IOException {
        try {
            patient.write(request);
            return null;
        } catch (SocketTimeoutException late) {
            throw late;
        } catch (IOException refused) {
            patient.listen();
            return refused;
        }
    }

    /** Whether somebody listens on {@code socket}, however busy; blocks for a second at most. */
    static boolean answers(Path socket) {
        try (SocketChannel _ = connect(socket, System.nanoTime() + QUEUED.toNanos())) {
            return true;
        } catch (SocketTimeoutException _) {
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    /**
     * Connects. Where a stub takes no more connections and its queue of them is full, the system makes the caller wait for as
     * long as that lasts, and offers no limit: a thread waits in its place, and is let go by closing the channel.
     */
    private static SocketChannel connect(Path socket, long deadline) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        FutureTask<Boolean> connecting = new FutureTask<>(() -> channel.connect(UnixDomainSocketAddress.of(socket)));
        Thread.ofPlatform().daemon().name("connect").start(connecting);
        boolean connected = false;
        try {
            connected = connecting.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            return channel;
        } catch (TimeoutException full) {
            throw (IOException) new SocketTimeoutException("the stub did not answer in time").initCause(full);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting to the stub");
        } catch (ExecutionException refused) {
            throw refused.getCause() instanceof IOException fault
                    ? fault
                    : new IOException("connecting to the stub failed unexpectedly", refused);
        } finally {
            if (!connected) {
                channel.close();
            }
        }
    }
}
