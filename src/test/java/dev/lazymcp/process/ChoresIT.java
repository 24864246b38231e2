package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --init} and {@code --shutdown} run, and when. */
@ExtendWith(Sandboxed.class)
@DisabledOnOs(OS.WINDOWS)
class ChoresIT {
    @Test
    void initComesBeforeTheFirstStartAndShutdownAfterTheLastStop(Sandbox sandbox) throws Exception {
        Path log = sandbox.file("log");
        List<String> server = new ArrayList<>(
                List.of("sh", "-c", "echo start >>'" + log + "'; \"$@\"; echo end >>'" + log + "'", "sh"));
        server.addAll(sandbox.serverCommand());
        StubProcess stub = sandbox.stub()
                .command(server)
                .with("--init", "echo 'in''it' >>'" + log + "'", "--init", "echo 2 >>'" + log + "'")
                .with("--shutdown", "echo shutdown >>'" + log + "'")
                .active();
        sandbox.awaitSocket(stub);
        assertThat(sandbox.lazymcp("restart", "fake").code()).isZero();

        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();

        // A restart does not wait for the end of the one before.
        List<String> lines = Files.readAllLines(log);
        assertThat(lines)
                .startsWith("init", "2", "start")
                .endsWith("end", "shutdown")
                .hasSize(7);
    }

    @Test
    void aStubThatWasNotUsedRunsNothing(Sandbox sandbox) throws Exception {
        Path log = sandbox.file("log");
        StubProcess stub = sandbox.stub()
                .with("--init", "echo init >>'" + log + "'", "--shutdown", "echo shutdown >>'" + log + "'")
                .initialized();
        stub.toolNames();
        stub.closeStdin();
        stub.awaitExit();
        assertThat(log).doesNotExist();
    }

    @Test
    void aFailedInitIsAFailedStartWithItsPhaseAndItsLastWords(Sandbox sandbox) throws Exception {
        Path log = sandbox.file("log");
        StubProcess stub = sandbox.stub()
                .env("API_KEY", "s3cr3t-value")
                .with("--env-keys", "API_KEY")
                .with("--init", "echo building; echo out of $API_KEY cheese >&2; exit 3 # s3cr3t-value")
                .with("--init", "echo never >>'" + log + "'", "--shutdown", "echo shutdown >>'" + log + "'")
                .initialized();
        Frame answer = stub.call("use_fake", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText())
                .contains("fake could not be started: its command for init exited with code 3")
                .contains("building\nout of *** cheese")
                .doesNotContain("s3cr3t");
        stub.awaitStderr("building");
        stub.closeStdin();
        stub.awaitExit();
        assertThat(sandbox.back().servers()).isZero();
        assertThat(log).doesNotExist();
    }

    @Test
    void anInitThatSucceedsLaterLetsTheServerStart(Sandbox sandbox) throws Exception {
        Path flag = sandbox.file("flag");
        StubProcess stub = sandbox.stub()
                .with("--init", "test -e '" + flag + "' || { touch '" + flag + "'; exit 1; }")
                .initialized();
        sandbox.awaitSocket(stub);
        assertThat(sandbox.lazymcp("enable", "fake").code()).isEqualTo(1);
        assertThat(sandbox.lazymcp("enable", "fake").code()).isZero();
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void anInitThatHangsIsEndedWithAllThatItStarted(Sandbox sandbox) throws Exception {
        Feed<Frame> life = sandbox.pipe("life");
        StubProcess stub = sandbox.stub()
                .with("--start-timeout", "300ms", "--init", hang(sandbox, "life"))
                .initialized();
        Frame answer = stub.call("use_fake", "{}");
        assertThat(answer.toolText()).contains("its command for init was ended, since it took too long");
        life.awaitClosed();
        assertThat(sandbox.back().servers()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EOF", "TERM", "INT", "HUP"})
    void aStubThatEndsDuringInitLeavesNothingAndStartsNothing(String end, Sandbox sandbox) throws Exception {
        Path log = sandbox.file("log");
        Feed<Frame> life = sandbox.pipe("life");
        StubProcess stub = sandbox.stub()
                .with("--init", hang(sandbox, "life"), "--shutdown", "echo shutdown >>'" + log + "'")
                .initialized();
        stub.askCall("use_fake", "{}");
        life.await("init", line -> line.toString().equals("up"));
        stub.end(end);
        stub.awaitExit();
        life.awaitClosed();
        assertThat(sandbox.back().servers()).isZero();
        assertThat(log).doesNotExist();
    }

    @Test
    void aShutdownThatHangsEndsWithTheClientsPatience(Sandbox sandbox) throws Exception {
        Feed<Frame> life = sandbox.pipe("life");
        StubProcess stub =
                sandbox.stub().with("--shutdown", hang(sandbox, "life")).active();
        stub.closeStdin();
        life.await("shutdown", line -> line.toString().equals("up"));
        stub.signal("TERM");
        stub.awaitExit();
        life.awaitClosed();
    }

    /** A command that is only ended from outside, with a child that is likewise. */
    private static String hang(Sandbox sandbox, String pipe) throws IOException {
        return "exec 9>'" + sandbox.file(pipe) + "'; echo up >&9; sleep 1000; true";
    }
}
