package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** The run directory is taken away, replaced, or laid as a trap. */
@ExtendWith(Sandboxed.class)
@DisabledOnOs(OS.WINDOWS)
class RunDirectoryIT {
    @Test
    void aStubWhoseRunDirectoryIsDeletedCanBeReachedAgain(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        remove(sandbox.runDirectory());
        assertThat(sandbox.lazymcp("status").out()).isEqualTo("No stub runs.\n");
        sandbox.awaitSocket(stub);
        Cli enable = sandbox.lazymcp("enable", "fake");
        assertThat(enable.code()).as(enable.toString()).isZero();
        assertThat(Files.getPosixFilePermissions(sandbox.runDirectory()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        stub.closeStdin();
        stub.awaitExit();
        assertThat(ControlSocket.files(sandbox)).isEmpty();
    }

    @Test
    void aStubThatFoundNoUsableDirectoryTakesItOnceItIsMended(Sandbox sandbox) throws Exception {
        Path blocked = Files.createDirectory(
                sandbox.runDirectory(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        StubProcess stub = sandbox.stub().initialized();
        stub.awaitStderr("chmod 700 " + blocked);
        Files.setPosixFilePermissions(blocked, PosixFilePermissions.fromString("rwx------"));
        sandbox.awaitSocket(stub);
        assertThat(sandbox.lazymcp("disable", "fake").code()).isZero();
    }

    @Test
    void aRunDirectoryThatIsALinkIsNotFollowed(Sandbox sandbox) throws Exception {
        Path trap = Files.createDirectory(
                sandbox.file("trap"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(sandbox.runDirectory(), trap);
        StubProcess stub = sandbox.stub().initialized();
        stub.awaitStderr("cannot reach this stub");
        assertThat(trap).isEmptyDirectory();
        Cli status = sandbox.lazymcp("status");
        assertThat(status.out()).contains(sandbox.runDirectory() + " is not a directory");
        assertThat(trap).isEmptyDirectory();
    }

    @Test
    void whatIsPlantedInTheRunDirectoryIsNeitherFollowedNorRemovedElsewhere(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        Path precious = Files.writeString(sandbox.file("precious"), "mine");
        Files.createSymbolicLink(sandbox.runDirectory().resolve("deadbeef.json"), precious);
        Files.createSymbolicLink(sandbox.runDirectory().resolve("deadbeef.sock"), precious);
        Files.createDirectory(sandbox.runDirectory().resolve("cafecafe.json"));
        assertThat(Machine.run(
                                "mkfifo",
                                sandbox.runDirectory().resolve("abcdabcd.json").toString())
                        .code())
                .isZero();
        Cli status = sandbox.lazymcp("status", "--json");
        assertThat(status.code()).as(status.toString()).isZero();
        assertThat(status.json().get("stubs")).hasSize(1);
        assertThat(Files.readString(precious)).isEqualTo("mine");
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
    }

    static void remove(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(directory)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
