package dev.lazymcp.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A command's end of a socket behind which nobody does anything. */
@Timeout(60)
class ControlClientTest {
    private Path directory = Path.of("");
    private Path socket = Path.of("");

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("lz");
        socket = directory.resolve("hung.sock");
    }

    @AfterEach
    void removeDirectory() throws IOException {
        Files.deleteIfExists(socket);
        Files.delete(directory);
    }

    @Test
    void aStubThatAcceptsNothingAndWhoseQueueIsFullIsGivenUp() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(socket), 1);
            List<SocketChannel> queue = fill();

            assertThatThrownBy(() -> ControlClient.ask(socket, ControlMessage.request("status"), Duration.ofMillis(50)))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("the stub did not answer in time");
            assertThat(ControlClient.answers(socket)).isTrue();

            for (SocketChannel queued : queue) {
                queued.close();
            }
        }
    }

    @Test
    void nobodyIsThere() throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket)).close();

        assertThat(ControlClient.answers(socket)).isFalse();
        assertThatThrownBy(() -> ControlClient.ask(socket, ControlMessage.request("status"), Duration.ofSeconds(30)))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
    }

    /** Connections until there is room for none; without blocking the system refuses the next one. */
    private List<SocketChannel> fill() throws IOException {
        List<SocketChannel> queue = new ArrayList<>();
        while (true) {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.configureBlocking(false);
            try {
                channel.connect(UnixDomainSocketAddress.of(socket));
                queue.add(channel);
            } catch (IOException full) {
                channel.close();
                return queue;
            }
        }
    }
}
