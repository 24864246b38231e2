package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What stubs and their servers write is kept, and {@code lazymcp logs} shows it. */
@ExtendWith(Sandboxed.class)
class LogsIT {
    @Test
    void aStubThatSleepsKeepsNoLog(Sandbox sandbox) throws IOException {
        StubProcess stub = sandbox.stub().initialized();
        stub.toolNames();
        assertThat(logFiles(sandbox)).isEmpty();
        Cli logs = sandbox.lazymcp("logs", "fake");
        assertThat(logs.code()).isEqualTo(1);
        assertThat(logs.err()).contains("no log of fake").contains("first started behind a stub");
    }

    @Test
    void stderrOfTheServerAndTheStubsOwnLinesAreShownWithTimeAndSession(Sandbox sandbox) throws IOException {
        StubProcess stub = sandbox.stub("--stderr=hello from the server\n")
                .env("LAZYMCP_SESSION", "mine")
                .active();
        stub.askCall("die", "{\"stderr\":\"out of cheese\\n\"}");
        stub.awaitStderr("lost: ");
        end(stub);
        Cli logs = sandbox.lazymcp("logs", "fake");
        assertThat(logs.code()).as(logs.toString()).isZero();
        assertThat(logs.out().lines())
                .allMatch(line ->
                        line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z mine (stub  |server) .*"))
                .anyMatch(line -> line.contains(" stub   start 1: "))
                .anyMatch(line -> line.endsWith(" server hello from the server"))
                .anyMatch(line -> line.endsWith(" server out of cheese"))
                .anyMatch(line -> line.contains(" stub   fake: lost: "));
        assertThat(sandbox.lazymcp("logs", "fake", "-n", "1").out().lines()).hasSize(1);
        assertThat(sandbox.lazymcp("logs").out()).isEqualTo("fake\n");
        assertThat(sandbox.lazymcp("logs", "fake", "--session", "other").code()).isEqualTo(1);
        for (Path file : logFiles(sandbox)) {
            assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
        }
    }

    @Test
    void noSecretOfTheEnvironmentTheCommandLineOrTheStderrIsKept(Sandbox sandbox) throws IOException {
        String stderr = "--stderr=boot with planted-env-value and planted-inherited and Bearer planted.bearer.value\n"
                + "{\"password\": \"planted json value\"}\n";
        StubProcess stub = sandbox.stub(stderr, "--token", "planted-argument", "--key=planted-argument-2")
                .with("--env-keys", "PLAIN_NAME")
                .env("PLAIN_NAME", "planted-env-value")
                .env("OTHER_TOKEN", "planted-inherited")
                .env("LAZYMCP_LOG", "debug")
                .active();
        stub.call("echo", "{\"message\":\"planted-payload\"}");
        end(stub);
        Cli logs = sandbox.lazymcp("logs", "fake");
        assertThat(logs.out()).contains("boot with *** and *** and Bearer ***").doesNotContain("planted");
        for (Path file : logFiles(sandbox)) {
            assertThat(Files.readString(file)).doesNotContain("planted");
        }
    }

    @Test
    void debugTellsOfEachMessageWithoutItsContent(Sandbox sandbox) throws IOException {
        StubProcess stub = sandbox.stub().env("LAZYMCP_LOG", "debug").active();
        stub.ask("\"my-id\"", "tools/call", "{\"name\":\"echo\",\"arguments\":{\"m\":\"payload\"}}");
        stub.awaitResponse("\"my-id\"");
        end(stub);
        assertThat(sandbox.lazymcp("logs", "fake").out().lines())
                .anyMatch(line -> line.matches(".* frame  -> tools/call id \"my-id\", \\d+ bytes"))
                .anyMatch(line -> line.matches(".* frame  <- result id \"my-id\", tools/call took \\d+ ms, \\d+ bytes"))
                .noneMatch(line -> line.contains("payload"));
    }

    @Test
    void offKeepsNothing(Sandbox sandbox) throws IOException {
        end(sandbox.stub("--stderr=hello\n").env("LAZYMCP_LOG", "off").active());
        assertThat(logFiles(sandbox)).isEmpty();
    }

    @Test
    void aLogIsCappedHoweverMuchAServerWrites(Sandbox sandbox) throws IOException {
        end(sandbox.stub("--flood-stderr=20000").active());
        List<Path> files = logFiles(sandbox);
        assertThat(files).hasSizeBetween(1, 2);
        for (Path file : files) {
            assertThat(Files.size(file)).isLessThanOrEqualTo(1 << 20);
        }
    }

    @Test
    void followGoesOnWithWhatComesFromThisSessionAndTheNext(Sandbox sandbox) throws IOException {
        StubProcess first = sandbox.stub("--stderr=first one\n").active();
        List<String> command = new ArrayList<>(LazymcpExecutable.command());
        command.addAll(List.of("logs", "-f", "fake"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LAZYMCP_HOME", sandbox.home().toString());
        Process process = builder.start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            await(out, "server first one");
            first.askCall("die", "{\"stderr\":\"and gone\\n\"}");
            await(out, "server and gone");
            sandbox.stub("--stderr=second one\n").active();
            await(out, "server second one");
        } finally {
            process.destroy();
        }
    }

    @Test
    void aPlaceThatCannotBeWrittenIsSaidOnceAndHarmsNothing(Sandbox sandbox) throws IOException {
        Files.createDirectories(sandbox.home());
        Files.writeString(sandbox.home().resolve("state"), "in the way");
        StubProcess stub = sandbox.stub("--stderr=hello\n").active();
        stub.awaitStderr("not kept in a log");
        assertThat(stub.call("echo", "{\"a\":1}").toolText()).isEqualTo("{\"a\":1}");
    }

    @Test
    void aStubThatIsKilledLeavesAReadableLog(Sandbox sandbox) throws IOException, InterruptedException {
        StubProcess stub =
                sandbox.stub("--stderr=before the end\n", "--flood-stderr=500").active();
        stub.kill();
        stub.awaitExit();
        Cli logs = sandbox.lazymcp("logs", "fake", "-n", "100000");
        assertThat(logs.code()).isZero();
        assertThat(logs.out()).contains("server before the end");
    }

    private static void await(BufferedReader lines, String end) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.endsWith(end)) {
                return;
            }
        }
        throw new AssertionError("the output ended without " + end);
    }

    private static void end(StubProcess stub) {
        try {
            stub.closeStdin();
            stub.awaitExit();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> logFiles(Sandbox sandbox) throws IOException {
        try (Stream<Path> files = Files.walk(sandbox.home())) {
            return files.filter(file -> file.toString().endsWith(".log")).toList();
        } catch (UncheckedIOException gone) {
            throw gone.getCause();
        }
    }
}
