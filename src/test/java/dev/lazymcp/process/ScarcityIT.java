package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** A machine that gives no more processes, threads, descriptors or memory: a call fails with words, and the next one may succeed. */
@ExtendWith(Sandboxed.class)
@EnabledOnOs(OS.LINUX)
class ScarcityIT {
    /** A user that runs nothing else: the system counts processes and threads by user, and not those of root. */
    private static final String NOBODY = "61234";

    private static final String[] AS_NOBODY = {"setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"};

    /** A JVM needs descriptors to load its classes, and says on stdout that it has no thread. */
    @BeforeEach
    void assumeNative() {
        assumeTrue(LazymcpExecutable.isNative(), "for the native binary");
    }

    @Test
    void withoutAnotherProcessOrThreadACallFailsWithWordsAndTheSessionGoesOn(Sandbox sandbox) throws Exception {
        StubProcess stub = asNobody(sandbox).controlled();
        Machine.limit(stub.pid(), "--nproc=1:", AS_NOBODY);
        Frame refused = stub.call("use_fake", "{}");
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.toolText()).containsAnyOf("ulimit -u", "Resource temporarily unavailable", "error=11");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        assertThat(ControlSocket.in(sandbox).ask("{\"v\":1,\"op\":\"status\"}")).contains("\"state\":\"REGISTERED\"");

        Machine.limit(stub.pid(), "--nproc=1000:", AS_NOBODY);
        assertThat(ControlSocket.in(sandbox).ask("{\"v\":1,\"op\":\"enable\"}")).contains("\"ACTIVE\"");
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
    }

    @Test
    void aRunningServerIsUsedAndEndedWithoutAnotherThread(Sandbox sandbox) throws Exception {
        StubProcess stub = asNobody(sandbox).active();
        sandbox.awaitSocket(stub);
        Machine.limit(stub.pid(), "--nproc=1:", AS_NOBODY);
        assertThat(stub.call("echo", "{\"n\":2}").toolText()).isEqualTo("{\"n\":2}");
        assertThat(ControlSocket.in(sandbox).ask("{\"v\":1,\"op\":\"call\",\"method\":\"tools/call\",\"params\":{}}"))
                .contains("error");
        assertThat(ControlSocket.in(sandbox).ask("{\"v\":1,\"op\":\"stop\"}")).contains("\"state\":");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
    }

    @Test
    void withoutDescriptorsACallFailsWithWordsAndTheSessionGoesOn(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        Machine.limit(stub.pid(), "--nofile=3:");
        Frame refused = stub.call("use_fake", "{}");
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.toolText()).containsAnyOf("ulimit -n", "Too many open files");
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        Machine.limit(stub.pid(), "--nofile=512:");
        assertThat(ControlSocket.in(sandbox).ask("{\"v\":1,\"op\":\"enable\"}")).contains("\"ACTIVE\"");
        assertThat(stub.call("echo", "{\"n\":3}").toolText()).isEqualTo("{\"n\":3}");
    }

    @Test
    void withoutAnotherPageOfAddressesACallFailsOrSucceedsAndTheSessionGoesOn(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().controlled();
        long pages = Long.parseLong(
                Files.readString(Path.of("/proc/" + stub.pid() + "/statm")).split(" ", -1)[0]);
        Machine.limit(stub.pid(), "--as=" + pages * 4096 + ":");
        Frame answer = stub.call("use_fake", "{}");
        assertThat(answer.isToolError()).as(answer.toString()).isTrue();
        assertThat(stub.request("ping", "{}").result()).isEmpty();
        Machine.limit(stub.pid(), "--as=unlimited:");
        assertThat(ControlSocket.in(sandbox).ask("{\"v\":1,\"op\":\"enable\"}")).contains("\"ACTIVE\"");
        assertThat(stub.call("echo", "{\"n\":4}").toolText()).isEqualTo("{\"n\":4}");
    }

    /** A stub of another user; skips the test where there cannot be one, or where it cannot read the programs. */
    private static Sandbox.Start asNobody(Sandbox sandbox) throws Exception {
        Machine.assumesRoot();
        Files.setPosixFilePermissions(sandbox.file("."), PosixFilePermissions.fromString("rwxr-xr-x"));
        Machine.run("chown", NOBODY, sandbox.home().toString());
        String program = LazymcpExecutable.command().getFirst();
        String classes = FakeServer.command().get(FakeServer.command().size() - 2);
        Machine.assumes(AS_NOBODY[0], AS_NOBODY[1], AS_NOBODY[2], AS_NOBODY[3], "test", "-x", program);
        Machine.assumes(AS_NOBODY[0], AS_NOBODY[1], AS_NOBODY[2], AS_NOBODY[3], "test", "-r", classes);
        return sandbox.stub().through(AS_NOBODY);
    }
}
