package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Disks that are full, read-only or not where they should be: a session is never worth less for it. */
@ExtendWith(Sandboxed.class)
class DiskIT {
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskCostsTheMemoryOfTheServerAndNotTheSession(Sandbox sandbox) throws Exception {
        try (Machine.Disk disk = Machine.Disk.of(sandbox.home(), 256)) {
            disk.fill();
            StubProcess stub =
                    sandbox.stub("--stderr=hello\n", "--flood-stderr=64").active();
            stub.awaitStderr("could not be kept for the next start");
            assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
            end(stub);
            assertThat(files(sandbox.home())).as("half-written files").noneMatch(name -> name.contains(".tmp"));

            disk.empty();
            end(sandbox.stub().active());
            assertThat(files(sandbox.home())).anyMatch(name -> name.matches(".*/catalog/.*\\.json"));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDiskThatFillsUpCostsALogItsEndAndNotTheSession(Sandbox sandbox) throws Exception {
        try (Machine.Disk disk = Machine.Disk.of(sandbox.home(), 256)) {
            StubProcess stub = sandbox.stub().active();
            disk.fill();
            assertThat(stub.call("die", "{}").isToolError()).isTrue();
            assertThat(stub.call("echo", "{\"n\":2}").toolText()).isEqualTo("{\"n\":2}");
            assertThat(sandbox.lazymcp("status", "--json").json().get("stubs")).hasSize(1);
            end(stub);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskLeavesAConfigurationAsItWas(Sandbox sandbox) throws Exception {
        String before = "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}\n" + "// padding\n".repeat(400);
        try (Machine.Disk disk = Machine.Disk.of(sandbox.file("project"), 64)) {
            Path file = Files.writeString(sandbox.file("project/mcp.json"), before);
            disk.fill();
            Cli rewrite = sandbox.lazymcp("rewrite", "--all", "--yes", file.toString());
            assertThat(rewrite.code()).as(rewrite.toString()).isEqualTo(1);
            assertThat(rewrite.err() + rewrite.out()).contains("mcp.json").contains("No space left on device");
            assertThat(Files.readString(file)).isEqualTo(before);
            assertThat(files(sandbox.file("project"))).hasSize(2);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aHomeThatIsReadOnlyCostsCommandsAndLogsAndNotTheSession(Sandbox sandbox) throws Exception {
        try (Machine.Disk disk = Machine.Disk.of(sandbox.home(), 64)) {
            disk.protect();
            StubProcess stub = sandbox.stub().active();
            stub.awaitStderr("commands such as 'lazymcp status' cannot reach this stub");
            stub.awaitStderr("could not be kept for the next start");
            assertThat(stub.call("echo", "{\"n\":3}").toolText()).isEqualTo("{\"n\":3}");
            assertThat(sandbox.lazymcp("status").code()).isZero();
            end(stub);
        }
    }

    @Test
    void aHomeThatCannotBeIsAWarning(Sandbox sandbox) throws Exception {
        Path file = Files.writeString(sandbox.file("file"), "no directory");
        StubProcess stub = sandbox.stub()
                .env("LAZYMCP_HOME", file.resolve("below").toString())
                .active();
        stub.awaitStderr("cannot reach this stub");
        assertThat(stub.call("echo", "{\"n\":4}").toolText()).isEqualTo("{\"n\":4}");
        assertThat(Files.readString(file)).isEqualTo("no directory");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void withoutHomeTheServerRunsAndHasNoneEither(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().through("env", "-u", "HOME").active();
        assertThat(stub.call("env", "{\"name\":\"HOME\"}").toolText()).isEqualTo("(unset)");
        sandbox.awaitSocket(stub);
        Path project = Files.createDirectory(sandbox.file("empty"));
        Cli list = Cli.startCommand(
                        project,
                        Map.of("LAZYMCP_HOME", sandbox.home().toString()),
                        Stream.of(List.of("env", "-u", "HOME"), LazymcpExecutable.command(), List.of("status"))
                                .flatMap(List::stream)
                                .toList())
                .await();
        assertThat(list.code()).as(list.toString()).isZero();
        assertThat(list.out()).contains("fake");
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "002", "077"})
    @DisabledOnOs(OS.WINDOWS)
    void whateverTheUmaskAllFilesAreTheirOwnersAlone(String umask, Sandbox sandbox) throws Exception {
        sandbox.emptyHome();
        StubProcess stub = sandbox.stub("--stderr=for the log\n")
                .through("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh")
                .active();
        sandbox.awaitSocket(stub);
        sandbox.lazymcp("agent", "set", "reviewer");
        List<Path> traces = sandbox.traces();
        assertThat(traces).anyMatch(path -> path.toString().endsWith(".log"));
        assertThat(traces).anyMatch(path -> path.toString().endsWith("salt"));
        for (Path trace : traces) {
            if (trace.toString().endsWith(".sock")) {
                continue; // the system makes it as the umask says; its directory keeps others out
            }
            assertThat(Files.getPosixFilePermissions(trace))
                    .as(trace.toString())
                    .doesNotContainAnyElementsOf(OF_OTHERS);
        }
        assertThat(Files.getPosixFilePermissions(sandbox.home())).doesNotContainAnyElementsOf(OF_OTHERS);
    }

    private static final Set<PosixFilePermission> OF_OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private static void end(StubProcess stub) throws InterruptedException {
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();
        stub.awaitEndOfOutput();
    }

    private static List<String> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).map(Path::toString).toList();
        }
    }
}
