package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a native image does differently from a JVM, and must not be seen to. */
@ExtendWith(Sandboxed.class)
class NativePinsIT {
    @Test
    void optionsOfAJvmReachTheServerUnchanged(Sandbox sandbox) {
        String[] options = {
            "-Dk=v",
            "-Xmx1g",
            "-XX:+Foo",
            "-XX:-Bar",
            "-XX:Baz=1",
            "-D",
            "-X",
            "--",
            "-Xss1m",
            "-XX:",
            "",
            " ",
            "--version"
        };
        StubProcess stub = sandbox.stub(options).initialized();
        assertThat(argv(stub)).endsWith(options);
    }

    @Test
    void aServerOnAJvmGetsItsOwnOptions(Sandbox sandbox) {
        List<String> command = new ArrayList<>(sandbox.serverCommand());
        command.addAll(1, List.of("-Dlazymcp.pin=kept", "-Xmx48m"));
        StubProcess stub = sandbox.stub().command(command).initialized();
        assertThat(stub.call("property", "{\"name\":\"lazymcp.pin\"}").toolText())
                .isEqualTo("kept");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a b", "\"quoted\"", "it's", "{\"a\":[1]}", "%PATH%", "$HOME", "*", "back\\slash\\", "a&b|c>d"})
    void anArgumentWithAnythingInItReachesTheServerUnchanged(String argument, Sandbox sandbox) {
        StubProcess stub = sandbox.stub(argument).initialized();
        assertThat(argv(stub)).endsWith(argument);
    }

    /** The shell makes the bytes, so that the test does not depend on the encoding of the JVM it runs in. */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void argumentsAndEnvironmentBeyondAsciiReachTheServerUnchanged(Sandbox sandbox) {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "FAKE_ENV=$(printf '\\342\\202\\254') exec \"$@\" \"$(printf '\\303\\251\\360\\237\\230\\200')\"",
                "sh"));
        command.addAll(sandbox.stub().commandLine());
        StubProcess stub = sandbox.start(command, Map.of("LC_ALL", "C.UTF-8"));
        stub.initialize();
        assertThat(argv(stub)).last().isEqualTo("\u00e9\ud83d\ude00");
        assertThat(stub.call("env", "{\"name\":\"FAKE_ENV\"}").toolText()).isEqualTo("\u20ac");
    }

    @Test
    void theEnvironmentReachesTheServer(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().env("FAKE_ENV", " a=b \"c\" ").initialized();
        assertThat(stub.call("env", "{\"name\":\"FAKE_ENV\"}")
                        .result()
                        .path("content")
                        .path(0)
                        .path("text")
                        .asText())
                .isEqualTo(" a=b \"c\" ");
    }

    @Test
    void aResultOf64MegabytesPasses(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        assertThat(stub.call("big", "{\"bytes\":64000000}").toolText().length()).isEqualTo(64_000_000);
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void severalLargeResultsAtOnceDoNotExhaustTheHeap(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ids.add(stub.askCall("big", "{\"bytes\":20000000}"));
        }
        for (String id : ids) {
            assertThat(stub.awaitResponse(id).toolText().length()).isEqualTo(20_000_000);
        }
    }

    private static List<String> argv(StubProcess stub) {
        return SpelledJson.parse(stub.call("args", "{}").toolText()).items().stream()
                .map(SpelledJson::text)
                .toList();
    }
}
