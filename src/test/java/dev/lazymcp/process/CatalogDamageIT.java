package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of the catalog between two sessions, or during one, costs no more than what was remembered. */
@ExtendWith(Sandboxed.class)
@DisabledOnOs(OS.WINDOWS)
class CatalogDamageIT {
    /** What may happen to a file. */
    enum Damage {
        CUT,
        EMPTY,
        GARBAGE,
        DEEP,
        DIRECTORY,
        PIPE,
        DANGLING_LINK,
        LINK_TO_A_DEVICE,
        WRITABLE_BY_ALL;

        void happen(Path file) throws IOException {
            byte[] content = Files.readAllBytes(file);
            switch (this) {
                case CUT -> Files.write(file, Arrays.copyOf(content, content.length / 2));
                case EMPTY -> Files.write(file, new byte[0]);
                case GARBAGE -> Files.write(file, new byte[content.length]);
                case DEEP -> Files.writeString(file, "[".repeat(content.length));
                case WRITABLE_BY_ALL ->
                    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
                case DIRECTORY, PIPE, DANGLING_LINK, LINK_TO_A_DEVICE -> {
                    Files.delete(file);
                    replace(file);
                }
            }
        }

        private void replace(Path file) throws IOException {
            switch (this) {
                case DIRECTORY -> Files.createDirectory(file);
                case PIPE -> Machine.run("mkfifo", file.toString());
                case DANGLING_LINK -> Files.createSymbolicLink(file, Path.of("/nonexistent"));
                default -> Files.createSymbolicLink(file, Path.of("/dev/zero"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void aServerWhoseCatalogFileIsDamagedIsNewAndLearnedAgain(Damage damage, Sandbox sandbox) throws Exception {
        end(sandbox.stub().active());
        Path file = only(sandbox, ".json");
        damage.happen(file);
        StubProcess stub = sandbox.stub().with("--expose", "full").initialized();
        assertThat(stub.toolNames()).containsExactly("use_fake");
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
        end(stub);
        if (damage != Damage.DIRECTORY) {
            StubProcess next = sandbox.stub().with("--expose", "full").initialized();
            assertThat(next.toolNames()).contains("echo");
            assertThat(Files.isRegularFile(file)).isTrue();
        }
    }

    @Test
    void whatHappensToTheCatalogDuringASessionIsNoMatterOfTheSession(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        List<String> before = stub.toolNames();
        for (Path file : sandbox.traces()) {
            if (Files.isRegularFile(file) && !file.startsWith(sandbox.runDirectory())) {
                Files.write(file, "damaged".getBytes(UTF_8));
            }
        }
        assertThat(stub.toolNames()).isEqualTo(before);
        stub.call("die", "{}");
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
    }

    @Test
    void aLockThatSomebodyHoldsOnTheCatalogHoldsNobodyUp(Sandbox sandbox) throws Exception {
        end(sandbox.stub().active());
        try (FileChannel channel = FileChannel.open(only(sandbox, ".json"), StandardOpenOption.WRITE)) {
            FileLock held = channel.lock();
            StubProcess stub = sandbox.stub().with("--expose", "full").initialized();
            assertThat(stub.toolNames()).contains("echo");
            assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
            end(stub);
            assertThat(held.isValid()).isTrue();
        }
    }

    private static Path only(Sandbox sandbox, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(sandbox.home().resolve("cache"))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void end(StubProcess stub) throws InterruptedException {
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();
    }
}
