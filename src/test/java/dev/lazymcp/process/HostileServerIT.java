package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers, and projects that bring them, which mean harm. */
@ExtendWith(Sandboxed.class)
@DisabledOnOs(OS.WINDOWS)
class HostileServerIT {
    @Test
    void nothingAServerSaysActsOnATerminal(Sandbox sandbox) throws Exception {
        String evil = "\\u001b[2J\\u001b]0;owned\\u0007\\u009b1m\\u202eeno\\r";
        StubProcess stub = sandbox.stub(
                        "--stderr=\u001b[31mFORGED\u001b[0m\u0007\r\n",
                        "--instructions=" + "\u001b[2J hello",
                        "--tool={\"name\":\"a" + evil + "b\",\"description\":\"x" + evil
                                + "\",\"inputSchema\":{\"type\":\"object\",\"description\":\"" + evil + "\"}}")
                .controlled();
        for (List<String> words : List.of(
                List.of("enable", "fake"),
                List.of("tools", "fake"),
                List.of("status"),
                List.of("call", "fake", "no_such_tool"),
                List.of("call", "fake", "die", "{\"stderr\":\"\\u001b[2Jdying\\u0007\"}"),
                List.of("status"),
                List.of("logs", "fake", "-n", "1000"))) {
            Cli shown = sandbox.lazymcp(words.toArray(String[]::new));
            assertThat(shown.out() + shown.err())
                    .as(String.join(" ", words))
                    .matches(text -> text.codePoints().noneMatch(HostileServerIT::acts));
        }
        assertThat(stub.request("ping", "{}").result()).isEmpty();
    }

    /** Whether a terminal does something at {@code c}, or changes the order in which a line is read. */
    private static boolean acts(int c) {
        boolean turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        return turns || (Character.isISOControl(c) && c != '\n' && c != '\t');
    }

    @Test
    void jsonBombsCostOneMessageAndNotTheSession(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        int depth = 200_000;
        for (String bomb : List.of(
                "[".repeat(depth),
                "[".repeat(depth) + "]".repeat(depth),
                "{\"jsonrpc\":\"2.0\",\"method\":\"x/y\",\"params\":" + "{\"a\":".repeat(depth) + "1"
                        + "}".repeat(depth) + "}",
                "{\"jsonrpc\":\"2.0\",\"id\":1" + "0".repeat(depth) + ",\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":{\"a\":1},\"result\":{}}",
                "{" + "\"a\":1,".repeat(depth) + "\"jsonrpc\":\"2.0\"}",
                "\"" + "\\u0000".repeat(depth) + "\"")) {
            server.emit(bomb + "\n");
            assertThat(stub.request("ping", "{}").result()).isEmpty();
        }
        assertThat(stub.call("echo", "{\"n\":1}").toolText()).isEqualTo("{\"n\":1}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aGiantSchemaIsListedAndRemembered(Sandbox sandbox) throws Exception {
        String deep = "{\"type\":\"object\",\"properties\":{\"p\":".repeat(100) + "{}" + "}}".repeat(100);
        String tool =
                "{\"name\":\"giant\",\"description\":\"" + "d".repeat(60_000) + "\",\"inputSchema\":" + deep + "}";
        StubProcess stub = sandbox.stub("--tool=" + tool).active();
        assertThat(stub.request("tools/list", "{}").text()).contains(tool);
        stub.closeStdin();
        stub.awaitExit();
        StubProcess next =
                sandbox.stub("--tool=" + tool).with("--expose", "full").initialized();
        assertThat(next.toolNames()).contains("giant");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../escaped", "/escaped", "..", ".", "a/../../b", "con", "a\nb", "*"})
    void namesOfEntriesLeadNowhere(String name, Sandbox sandbox) throws Exception {
        List<Path> before = files(sandbox.file("."));
        StubProcess stub = sandbox.stub("--stderr=for the log\n").named(name).active();
        sandbox.awaitSocket(stub);
        assertThat(sandbox.lazymcp("logs", "--", name).code()).isZero();
        stub.closeStdin();
        stub.awaitExit();
        assertThat(files(sandbox.file(".")).stream()
                        .filter(file -> !file.startsWith(sandbox.file(".").resolve("home"))))
                .containsExactlyInAnyOrderElementsOf(before);
        assertThat(Path.of("/escaped")).doesNotExist();
    }

    @Test
    void commandsThatReadAProjectRunNothingOfIt(Sandbox sandbox) throws Exception {
        Path project = Files.createDirectory(sandbox.file("project"));
        Path home = Files.createDirectory(sandbox.file("ann"));
        Path mark = sandbox.file("mark");
        String touch = "touch " + mark;
        Files.writeString(project.resolve(".mcp.json"), """
                {"mcpServers": {
                  "a": {"command": "sh", "args": ["-c", "@"]},
                  "b": {"type": "http", "url": "http://127.0.0.1:9/", "headersHelper": "@"},
                  "c": {"command": "lazymcp", "args": ["wrap", "--name", "c", "--eager", "--init", "@", "--", "sh", "-c", "@"]}
                }}
                """.replace("@", touch));
        Files.createDirectories(project.resolve(".claude"));
        Files.writeString(
                project.resolve(".claude/settings.json"),
                "{\"hooks\":{\"SessionStart\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"" + touch + "\"}]}]}}");
        for (List<String> words : List.of(
                List.of("list"),
                List.of("list", "--json"),
                List.of("status"),
                List.of("doctor"),
                List.of("tokens"),
                List.of("plugins"),
                List.of("completion", "bash"),
                List.of("rewrite", "--all", "--dry-run", ".mcp.json"))) {
            Cli done = Cli.start(
                            project,
                            Map.of(
                                    "HOME",
                                    home.toString(),
                                    "LAZYMCP_HOME",
                                    sandbox.home().toString()),
                            words)
                    .await();
            assertThat(done.code()).as("%s: %s", words, done).isBetween(0, 10);
        }
        assertThat(mark).doesNotExist();
    }

    @Test
    void theServersEnvironmentIsTheStubsOwn(Sandbox sandbox) throws Exception {
        Path seen = sandbox.file("seen");
        List<String> command = Stream.concat(
                        Stream.of("sh", "-c", "env > \"$0\"; exec \"$@\"", seen.toString()),
                        sandbox.serverCommand().stream())
                .toList();
        sandbox.stub()
                .command(command)
                .through(
                        "env",
                        "-i",
                        "PATH=" + System.getenv("PATH"),
                        "LAZYMCP_HOME=" + sandbox.home(),
                        "ONE=1",
                        "EMPTY=")
                .active();
        List<String> names = Files.readAllLines(seen).stream()
                .map(line -> line.substring(0, Math.max(0, line.indexOf('='))))
                .toList();
        // The last ones are the shell's own.
        assertThat(names)
                .contains("ONE", "EMPTY")
                .isSubsetOf("PATH", "LAZYMCP_HOME", "ONE", "EMPTY", "PWD", "OLDPWD", "SHLVL", "_");
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
