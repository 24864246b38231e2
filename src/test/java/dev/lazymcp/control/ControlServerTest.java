package dev.lazymcp.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lazymcp.os.ProcessIdentity;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server against peers of all kinds, on a real socket. */
@Timeout(60)
class ControlServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Frame PING = ControlMessage.request("ping");

    private final ConcurrentLinkedQueue<Consumer<Frame>> parked = new ConcurrentLinkedQueue<>();
    private Path directory = Path.of("");
    private @Nullable ControlServer opened;
    private FutureTask<@Nullable Void> serving = new FutureTask<>(() -> null);
    private Path socket = Path.of("");

    @BeforeEach
    void open() throws IOException {
        directory = Files.createTempDirectory("lz");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        ControlServer server = ControlServer.open(new RunDirectory(directory), hint(), this::handle);
        opened = server;
        socket = new RunDirectory(directory).stubs().getFirst().socket();
        serving = new FutureTask<>(() -> {
            server.serve();
            return null;
        });
        new Thread(serving).start();
    }

    @AfterEach
    void close() throws Exception {
        server().close();
        serving.get();
        assertThat(directory).isEmptyDirectory();
        Files.delete(directory);
    }

    private ControlServer server() {
        return Objects.requireNonNull(opened);
    }

    private void handle(Frame request, Consumer<Frame> answer) {
        switch (request.toString()) {
            case "park" -> parked.add(answer);
            case "large" -> answer.accept(Frame.of("x".repeat(8 * 1024 * 1024)));
            default -> answer.accept(Frame.of("echo " + request));
        }
    }

    private static StubHint hint() {
        return new StubHint(
                ProcessIdentity.self(), new SessionKey("s", Optional.empty()), "docs", "1", "/home/ann/project");
    }

    private String ask(String line) throws IOException {
        return ControlClient.ask(socket, Frame.of(line), PATIENCE).toString();
    }

    @Test
    void aLineIsAnsweredByALine() throws IOException {
        assertThat(ask("hello")).isEqualTo("echo hello");
        assertThat(ask("")).isEqualTo("echo ");
        assertThat(ask("long " + "y".repeat(900_000))).hasSize(900_010);
    }

    @Test
    void aLargeAnswerArrivesWhole() throws IOException {
        assertThat(ask("large")).hasSize(8 * 1024 * 1024);
    }

    @Test
    void aLineBeyondTheLimitIsRefusedBeforeItIsRead() throws IOException {
        try (SocketChannel peer = connect()) {
            ByteBuffer chunk = ByteBuffer.wrap("z".repeat(64 * 1024).getBytes(UTF_8));
            long sent = 0;
            try {
                while (sent < 1L << 30) {
                    chunk.rewind();
                    sent += peer.write(chunk);
                }
            } catch (IOException refused) {
                assertThat(sent).isLessThan(4L * ControlServer.LONGEST_REQUEST);
            }
            assertThat(sent).isLessThan(1L << 30);
        }
        assertThat(ask("still there")).isEqualTo("echo still there");
    }

    @Test
    void answersComeInWhateverOrderTheWorkEnds() throws Exception {
        List<Thread> askers = new ArrayList<>();
        ConcurrentLinkedQueue<String> answers = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 50; i++) {
            askers.add(Thread.ofPlatform().start(() -> {
                try {
                    answers.add(ask("park"));
                } catch (IOException e) {
                    answers.add(e.toString());
                }
            }));
        }
        while (parked.size() < 50) {
            Thread.onSpinWait();
        }
        assertThat(ask("meanwhile")).isEqualTo("echo meanwhile");
        parked.forEach(answer -> answer.accept(Frame.of("late")));
        for (Thread asker : askers) {
            asker.join();
        }
        assertThat(answers).hasSize(50).containsOnly("late");
    }

    @Test
    void moreSilentPeersThanThereIsRoomForDelayOthersAndNoMore() throws IOException {
        List<SocketChannel> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                silent.add(connect());
            }
            assertThat(ask("after them")).isEqualTo("echo after them");
        } finally {
            for (SocketChannel peer : silent) {
                peer.close();
            }
        }
    }

    @Test
    void peersThatLeaveAtAnyMomentAreForgotten() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            try (SocketChannel peer = connect()) {
                byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                peer.write(ByteBuffer.wrap(bytes));
                if (random.nextBoolean()) {
                    peer.write(ByteBuffer.wrap("\n".getBytes(UTF_8)));
                }
            } catch (IOException answeredBeforeAllWasWritten) {
                assertThat(answeredBeforeAllWasWritten).hasMessageContaining("pipe");
            }
        }
        assertThat(ask("still there")).isEqualTo("echo still there");
    }

    @Test
    void whoseRequestIsTooLongIsToldSo() throws IOException {
        assertThat(ask("z".repeat(8 * ControlServer.LONGEST_REQUEST))).contains("too_long");
    }

    @Test
    void aPlaceWhoseNameIsTooLongForASocketIsPassedOver() throws IOException {
        Path tooLong = directory.resolve("d".repeat(100));
        try (ControlServer other = ControlServer.open(List.of(tooLong, directory), hint(), this::handle)) {
            assertThat(new RunDirectory(directory).stubs()).hasSize(2);
            assertThat(tooLong).isEmptyDirectory();
        }
        Files.delete(tooLong);
    }

    @Test
    void theHintCanBeReplacedAsLongAsTheSocketIsThere() throws IOException {
        RunDirectory run = new RunDirectory(directory);
        server().replace(hint().named("other"));
        assertThat(run.stubs().getFirst().hint().name()).isEqualTo("other");
        server().close();
        server().replace(hint());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void whatIsOfNoStubIsSweptOnceItIsOld() throws Exception {
        RunDirectory run = new RunDirectory(directory);
        Path half = Files.createFile(directory.resolve("0badcaf1.sock"));
        Path temporary = Files.createFile(directory.resolve("0badcaf2.tmp"));
        Path unreadable = Files.writeString(directory.resolve("0badcaf3.json"), "{");
        Path pipe = directory.resolve("0badcaf4.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path others = Files.createFile(directory.resolve("notes.json"));
        assertThat(run.stubs()).hasSize(1);
        run.sweepStrays(Instant.now());
        assertThat(List.of(half, temporary, unreadable, pipe)).allMatch(Files::exists);
        run.sweepStrays(Instant.now().plusSeconds(600));
        assertThat(List.of(half, temporary, unreadable, pipe)).noneMatch(Files::exists);
        assertThat(ask("lives")).isEqualTo("echo lives");
        assertThat(run.stubs()).hasSize(1);
        Files.delete(others);
    }

    @Test
    void aPeerThatNeverReadsHoldsUpNobody() throws IOException {
        try (SocketChannel peer = connect()) {
            peer.write(ByteBuffer.wrap("large\n".getBytes(UTF_8)));
            assertThat(ask("others")).isEqualTo("echo others");
        }
    }

    @Test
    void anAnswerAfterTheEndIsDropped() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        Thread asker = Thread.ofPlatform().start(() -> {
            asked.countDown();
            assertThatThrownBy(() -> ask("park")).isInstanceOf(IOException.class);
        });
        asked.await();
        while (parked.isEmpty()) {
            Thread.onSpinWait();
        }
        server().close();
        asker.join();
        parked.forEach(answer -> answer.accept(Frame.of("too late")));
    }

    @Test
    void theHintTellsWhoIsThere() throws IOException {
        RunDirectory run = new RunDirectory(directory);
        assertThat(run.stubs()).hasSize(1);
        assertThat(run.stubs().getFirst().hint()).isEqualTo(roundTripped(hint()));
        assertThat(Files.getPosixFilePermissions(run.stubs()
                        .getFirst()
                        .socket()
                        .resolveSibling(run.stubs()
                                .getFirst()
                                .socket()
                                .getFileName()
                                .toString()
                                .replace(".sock", ".json"))))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(run.sweep(run.stubs().getFirst())).as("it lives").isFalse();
    }

    @Test
    void whatAStubLeftThatDiedIsSwept() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        ProcessIdentity identity =
                ProcessIdentity.of(dead.pid()).orElse(new ProcessIdentity(dead.pid(), Optional.empty()));
        dead.waitFor();
        RunDirectory run = new RunDirectory(directory);
        Path stale = directory.resolve("0badcafe.sock");
        Files.createFile(stale);
        run.write("0badcafe", new StubHint(identity, new SessionKey("s", Optional.empty()), "old", "1", "/"));
        assertThat(run.stubs()).hasSize(2);
        for (RunDirectory.Left left : run.stubs()) {
            assertThat(run.sweep(left)).isEqualTo(left.socket().equals(stale));
        }
        assertThat(run.stubs()).hasSize(1);
        assertThat(stale).doesNotExist();
    }

    @Test
    void aPathThatIsTooLongIsAnErrorThatSaysSo() throws IOException {
        Path deep = Files.createDirectories(directory.resolve("d".repeat(100)));
        try {
            assertThatThrownBy(() -> ControlServer.open(new RunDirectory(deep), hint(), this::handle))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(deep.toString())
                    .hasMessageContaining("too long");
            assertThat(deep).isEmptyDirectory();
        } finally {
            Files.delete(deep);
        }
    }

    @Test
    void requestsCarryTheVersion() {
        assertThat(PING).hasToString("{\"v\":1,\"op\":\"ping\"}");
        assertThat(ControlMessage.error("c", "m"))
                .hasToString("{\"v\":1,\"error\":{\"code\":\"c\",\"message\":\"m\"}}");
    }

    private static StubHint roundTripped(StubHint hint) {
        return Objects.requireNonNull(StubHint.read(hint.toJson()));
    }

    private SocketChannel connect() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        return channel;
    }
}
