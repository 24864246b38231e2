package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.CheckSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code lazymcp check} over real processes, each failure by a server that fails so. */
@ExtendWith(Sandboxed.class)
class CheckIT {
    private static final String SECRET = "hunter2-0123456789";

    private final ObjectNode servers = JsonMapper.builder().build().createObjectNode();
    private Path config = Path.of("");

    @BeforeEach
    void place(Sandbox sandbox) throws IOException {
        config = sandbox.file("").toRealPath().resolve(".mcp.json");
    }

    @Test
    void eachPhaseFailsByItselfAndStopsNoOther(Sandbox sandbox) throws Exception {
        Path plain = Files.writeString(sandbox.file("plain.txt"), "no program");
        fake("good", sandbox);
        fake("slow", sandbox, "--start-delay=300");
        fake("chatty", sandbox, "--banner=Listening…", "--junk=debug line");
        add("absent", List.of("no-such-command-anywhere"));
        add("plain", List.of(plain.toString()));
        fake("stillborn", sandbox, "--stderr=no token " + SECRET + "\n", "--die-at-start=3")
                .accept(entry -> entry.putObject("env").put("HARMLESS", SECRET));
        add("garbage", List.of("sh", "-c", "echo hello; echo '{\"a\":1}'; read -r line; exit 0"));
        fake("refuses", sandbox, "--initialize-error=not today");
        fake("future", sandbox, "--protocol-version=2099-12-31");
        fake("unlisted", sandbox, "--list-error=tools/list");
        fake("endless", sandbox, "--endless-cursor");
        fake("dies", sandbox, "--die-on=tools/list");
        add("unset", List.of("sh", "-c", "exit 0"))
                .accept(entry -> entry.putObject("env").put("T", "${NOBODY_SETS_THIS}"));
        servers.putObject("nonsense").put("command", "sh").put("required", "yes");
        servers.putObject("within").put("type", "builtin");
        servers.putObject("far")
                .put("type", "http")
                .put("url", "https://user:" + SECRET + "@host.invalid/mcp?k=" + SECRET);

        Cli run = check(sandbox, "--json", "--timeout", "20s", "--client", "claude-code");

        JsonNode report = run.json();
        CheckSchema.require(report);
        assertThat(run.code()).as("%s", run).isEqualTo(10);
        assertThat(report.path("exit_code").asInt()).isEqualTo(10);
        assertThat(report.path("status").asText()).isEqualTo("degraded");
        assertThat(names(report, "working_servers")).containsExactly("good", "slow", "chatty");
        assertThat(phase(report, "absent")).isEqualTo("resolve");
        assertThat(error(report, "absent")).contains("no-such-command-anywhere", "not found");
        assertThat(phase(report, "plain")).isEqualTo("resolve");
        assertThat(error(report, "plain")).contains("not executable");
        assertThat(phase(report, "stillborn")).isEqualTo("spawn");
        assertThat(failed(report, "stillborn").at("/context/exit_code").asInt()).isEqualTo(3);
        assertThat(failed(report, "stillborn").at("/context/stderr").asText()).isEqualTo("no token ***");
        assertThat(failed(report, "stillborn").path("recoverable").asBoolean()).isTrue();
        assertThat(phase(report, "refuses")).isEqualTo("initialize");
        assertThat(error(report, "refuses")).contains("not today");
        assertThat(phase(report, "future")).isEqualTo("initialize");
        assertThat(error(report, "future")).contains("2099-12-31");
        assertThat(failed(report, "future").path("recoverable").asBoolean()).isFalse();
        assertThat(phase(report, "unlisted")).isEqualTo("list");
        assertThat(error(report, "unlisted")).contains("cannot list now");
        assertThat(phase(report, "endless")).isEqualTo("list");
        assertThat(error(report, "endless")).contains("leads nowhere");
        assertThat(phase(report, "dies")).isEqualTo("list");
        assertThat(error(report, "dies")).contains("exited with code " + FakeServer.DEATH);
        assertThat(failed(report, "dies").at("/context/stderr").asText()).contains("dying on tools/list");
        assertThat(phase(report, "unset")).isEqualTo("config");
        assertThat(error(report, "unset")).contains("NOBODY_SETS_THIS");
        assertThat(phase(report, "nonsense")).isEqualTo("config");
        assertThat(error(report, "nonsense")).contains("required must be true or false");
        assertThat(phase(report, "far")).isEqualTo("spawn");
        assertThat(error(report, "far")).contains("https://***@host.invalid/mcp?***", "a user in it is sent nowhere");
        assertThat(report.at("/unsupported_servers/0/server_name").asText()).isEqualTo("within");
        assertThat(report.at("/unsupported_servers/0/transport").asText()).isEqualTo("builtin");
        assertThat(working(report, "chatty").at("/stdout_noise/first").asText()).isEqualTo("Listening…");
        assertThat(working(report, "good").path("tools").asInt()).isEqualTo(FakeTools.NAMES.size());
        assertThat(working(report, "good").path("prompts").asInt()).isEqualTo(FakeTools.PROMPTS.size());
        assertThat(working(report, "good").path("resources").asInt()).isEqualTo(FakeTools.RESOURCES.size());
        assertThat(available(report, "good")).containsExactlyElementsOf(FakeTools.NAMES);
        assertThat(run.out() + run.err()).doesNotContain(SECRET);
        assertThat(failed(report, "garbage").at("/context/stdout_noise/lines").asInt())
                .isEqualTo(2);
        assertThat(failed(report, "garbage").at("/context/stdout_noise/first").asText())
                .isEqualTo("hello");
        assertThat(phase(report, "garbage")).isEqualTo("initialize");
    }

    @Test
    void aServerThatHangsIsGivenUpInTimeAndEnded(Sandbox sandbox) throws Exception {
        fake("hangs", sandbox, "--never-initializes");
        fake("stubborn", sandbox, "--never-initializes", "--ignore-eof", "--ignore-term");

        Cli run = check(sandbox, "--json", "--timeout", "1500ms", "--client", "claude-code");

        CheckSchema.require(run.json());
        assertThat(run.code()).isEqualTo(10);
        assertThat(phase(run.json(), "hangs")).isEqualTo("initialize");
        assertThat(error(run.json(), "hangs")).isEqualTo("it did not answer initialize within 1.5 s");
        assertThat(failed(run.json(), "hangs").path("recoverable").asBoolean()).isTrue();
        sandbox.back().all().forEach(ConnectBack.Peer::awaitDeath);
    }

    @Test
    void aRequiredServerThatFailsHasItsOwnExitCode(Sandbox sandbox) throws Exception {
        fake("good", sandbox);
        add("needed", List.of("no-such-command-anywhere")).accept(entry -> entry.put("required", true));
        add("spare", List.of("no-such-command-anywhere"));

        Cli all = check(sandbox, "--client", "claude-code");
        Cli spare = check(sandbox, "--client", "claude-code", "spare");
        Cli good = check(sandbox, "--client", "claude-code", "g*");

        assertThat(all.code()).isEqualTo(11);
        assertThat(all.out()).contains("needed (required) failed in phase resolve:", "1 of 3 servers work, 2 failed");
        assertThat(all.err()).isEmpty();
        assertThat(spare.code()).isEqualTo(10);
        assertThat(good.code()).isZero();
        assertThat(good.out()).contains("1 of 1 servers work.").doesNotContain("spare");
    }

    @Test
    void saysWhatIsMissingAndWhatChangedSinceTheLastTime(Sandbox sandbox) throws Exception {
        String first = "{\"name\":\"extra\",\"description\":\"Before.\"}";
        String gone = "{\"name\":\"leaving\",\"description\":\"Soon gone.\"}";
        // What identifies a server must stay the same while what it offers changes.
        Path tools = Files.writeString(sandbox.file("tools"), first + "\n" + gone + "\n");
        add(
                        "fake",
                        List.of(
                                "sh",
                                "-c",
                                "while IFS= read -r line; do set -- \"$@\" \"--tool=$line\"; done < " + tools
                                        + "; exec \"$@\"",
                                "sh"))
                .accept(entry -> sandbox.serverCommand()
                        .forEach(word -> entry.withArray("args").add(word)));
        ((ObjectNode) servers.get("fake"))
                .putArray("tools")
                .add("extra")
                .add("leaving")
                .add("never")
                .add("newer");

        JsonNode before = check(sandbox, "--json", "--client", "claude-code").json();
        Files.writeString(
                tools,
                "{\"name\":\"extra\",\"description\":\"After.\"}\n{\"name\":\"newer\",\"description\":\"New.\"}\n");
        JsonNode after = check(sandbox, "--json", "--client", "claude-code").json();

        CheckSchema.require(before);
        CheckSchema.require(after);
        assertThat(before.path("changed_tools")).isEmpty();
        assertThat(available(before, "fake")).containsExactly("extra", "leaving");
        assertThat(before.path("missing_tools"))
                .extracting(
                        tool -> tool.path("tool") + "/" + tool.path("reason").asText())
                .containsExactly("\"never\"/not_offered", "\"newer\"/not_offered");
        assertThat(available(after, "fake")).containsExactly("extra", "newer");
        assertThat(after.path("missing_tools"))
                .extracting(
                        tool -> tool.path("tool") + "/" + tool.path("reason").asText())
                .containsExactly("\"leaving\"/gone", "\"never\"/not_offered");
        assertThat(after.path("changed_tools").toString())
                .isEqualTo(
                        "[{\"server_name\":\"fake\",\"tool\":\"newer\",\"change\":\"added\",\"parts\":[]},"
                                + "{\"server_name\":\"fake\",\"tool\":\"extra\",\"change\":\"changed\",\"parts\":[\"description\"]}]");
    }

    @Test
    void fillsTheCatalogThatTheStubReads(Sandbox sandbox) throws Exception {
        fake("fake", sandbox).accept(entry -> entry.putObject("env").put("TOKEN", "${SOME_TOKEN}"));
        Map<String, String> environment = Map.of("SOME_TOKEN", SECRET);

        write();
        Cli check =
                sandbox.start(environment, "check", "--file", config.toString()).await();
        assertThat(check.code()).as("%s", check).isZero();
        Cli rewrite = sandbox.lazymcp(
                "rewrite", config.toString(), "--all", "--yes", "--expose", "names", "--command", "lazymcp");
        assertThat(rewrite.code()).as("%s", rewrite).isZero();
        JsonNode entry = JsonMapper.builder().build().readTree(config.toFile()).at("/mcpServers/fake");
        List<String> command = new ArrayList<>(LazymcpExecutable.command());
        entry.get("args").forEach(word -> command.add(word.asText()));
        long started = sandbox.back().servers();
        StubProcess stub = sandbox.start(command, Map.of("TOKEN", SECRET));
        stub.initialize();

        assertThat(stub.toolNames()).containsAll(FakeTools.NAMES);
        assertThat(sandbox.back().servers()).as("servers after the check").isEqualTo(started);
    }

    @Test
    void rewriteChecksWhatItHasWritten(Sandbox sandbox) throws Exception {
        fake("fake", sandbox);
        fake("other", sandbox);
        write();

        Cli run = sandbox.lazymcp("rewrite", config.toString(), "fake", "--yes", "--check", "--command", "lazymcp");

        assertThat(run.code()).as("%s", run).isZero();
        assertThat(run.out())
                .contains(config + ": written", "1 of 1 servers work.")
                .doesNotContain("other  works");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aWrappedEntryIsCheckedByWhatItWraps(Sandbox sandbox) throws Exception {
        fake("fake", sandbox);
        write();
        sandbox.lazymcp("rewrite", config.toString(), "--all", "--yes", "--command", "lazymcp");

        Cli run = sandbox.lazymcp("check", "--file", config.toString(), "--json");

        assertThat(run.code()).as("%s", run).isZero();
        assertThat(run.json().at("/working_servers/0/context/command/0").asText())
                .isEqualTo(FakeServer.javaCommand());
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aStubOfAServerSomewhereElseIsCheckedByThatServer(Sandbox sandbox) throws Exception {
        try (FakeRemote remote = FakeRemote.open();
                FakeRemote strict = FakeRemote.open()) {
            strict.on("initialize", exchange -> exchange.raw(401, "", "WWW-Authenticate: Bearer"));
            add("strict", List.of("lazymcp", "wrap", "--name", "strict", "--url", strict.url()));
            add("far", List.of("lazymcp", "wrap", "--name", "far", "--url", remote.url(), "--header", "X-Key=env:K"))
                    .accept(entry -> entry.putObject("env").put("K", SECRET));
            add(
                    "nowhere",
                    List.of("lazymcp", "wrap", "--name", "nowhere", "--url", "http://nowhere.invalid/mcp?k=" + SECRET));
            servers.putObject("bare").put("type", "sse").put("url", "http://host.invalid/sse");

            Cli run = check(sandbox, "--json", "--client", "claude-code");

            CheckSchema.require(run.json());
            assertThat(run.code()).as("%s", run).isEqualTo(10);
            assertThat(working(run.json(), "far").path("transport").asText()).isEqualTo("http");
            assertThat(available(run.json(), "far")).containsExactly("cwd", "echo");
            assertThat(remote.await("initialize").header("X-Key")).isEqualTo(SECRET);
            assertThat(phase(run.json(), "nowhere")).isEqualTo("initialize");
            assertThat(error(run.json(), "nowhere")).contains("nowhere.invalid");
            assertThat(phase(run.json(), "strict")).isEqualTo("initialize");
            assertThat(error(run.json(), "strict")).contains("401");
            assertThat(phase(run.json(), "bare")).isEqualTo("initialize");
            assertThat(error(run.json(), "bare")).contains("host.invalid");
            assertThat(run.out() + run.err()).doesNotContain(SECRET);
        }
    }

    @Test
    void whatAStubRunsBeforeAndAfterItsServerIsRunForACheckToo(Sandbox sandbox) throws Exception {
        Path before = sandbox.file("before");
        Path after = sandbox.file("after");
        List<String> stub = new ArrayList<>(List.of(
                "lazymcp",
                "wrap",
                "--name",
                "fake",
                "--init",
                "touch " + before,
                "--shutdown",
                "touch " + after,
                "--"));
        stub.addAll(sandbox.serverCommand("--die-unless=" + before));
        add("fake", stub);
        add(
                "unready",
                List.of("lazymcp", "wrap", "--name", "unready", "--init", "echo not now >&2; exit 4", "--", "sh"));

        Cli run = check(sandbox, "--json", "--client", "claude-code");

        assertThat(names(run.json(), "working_servers")).containsExactly("fake");
        assertThat(after).exists();
        assertThat(phase(run.json(), "unready")).isEqualTo("spawn");
        assertThat(error(run.json(), "unready")).contains("command for init", "4");
        assertThat(failed(run.json(), "unready").at("/context/stderr").asText()).isEqualTo("not now");
    }

    @Test
    void aSignalEndsAllThatWasStarted(Sandbox sandbox) throws Exception {
        fake("one", sandbox, "--gate=initialize", "--grandchild");
        fake("two", sandbox, "--gate=tools/list", "--ignore-eof");
        write();
        Cli.Running run = sandbox.start(Map.of(), "check", "--file", config.toString(), "--jobs", "2");
        sandbox.back().await("server", 2);
        sandbox.back().await("grandchild");

        run.process().toHandle().destroy();
        Cli ended = run.await();

        assertThat(ended.code()).isNotZero();
        assertThat(ended.out()).isEmpty();
        sandbox.back().all().forEach(ConnectBack.Peer::awaitDeath);
    }

    @Test
    void aNameThatNobodyHasIsAFailureAndStartsNothing(Sandbox sandbox) throws Exception {
        fake("fake", sandbox);
        fake("off", sandbox).accept(entry -> entry.put("disabled", true));

        Cli unknown = check(sandbox, "fake", "nobody");
        Cli off = check(sandbox, "--client", "cline", "--file", config.toString(), "off");

        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err()).contains("no server is called nobody");
        assertThat(off.code()).isEqualTo(1);
        assertThat(off.err()).contains("is disabled");
        assertThat(check(sandbox, "--timeout", "soon").code()).isEqualTo(2);
        assertThat(check(sandbox, "--jobs", "0").code()).isEqualTo(2);
        assertThat(sandbox.back().servers()).isZero();
    }

    @Test
    void aFileThatCannotBeReadIsToldAndDegrades(Sandbox sandbox) throws Exception {
        Files.writeString(config, "{\"mcpServers\": {");

        Cli run = sandbox.lazymcp("check", "--file", config.toString(), "--json");

        CheckSchema.require(run.json());
        assertThat(run.code()).isEqualTo(10);
        assertThat(run.json().at("/findings/0/where").asText()).startsWith(config + ":1:");
    }

    private Consumer<Consumer<ObjectNode>> fake(String name, Sandbox sandbox, String... flags) {
        List<String> all = new ArrayList<>(Arrays.asList(flags));
        all.add("--name-of-entry=" + name);
        return add(name, sandbox.serverCommand(all.toArray(String[]::new)));
    }

    private Consumer<Consumer<ObjectNode>> add(String name, List<String> command) {
        ObjectNode entry = servers.putObject(name).put("command", command.getFirst());
        command.subList(1, command.size())
                .forEach(word -> entry.withArray("args").add(word));
        return change -> change.accept(entry);
    }

    private void write() throws IOException {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        root.set("mcpServers", servers);
        Files.writeString(config, root.toPrettyString());
    }

    private Cli check(Sandbox sandbox, String... arguments) throws IOException {
        write();
        List<String> words = new ArrayList<>(List.of("check"));
        words.addAll(List.of(arguments));
        Path home = sandbox.home();
        return sandbox.start(
                        Map.of("HOME", home.toString(), "CLAUDE_CONFIG_DIR", home.toString()),
                        words.toArray(String[]::new))
                .await();
    }

    private static List<String> names(JsonNode report, String list) {
        return StreamSupport.stream(report.path(list).spliterator(), false)
                .map(server -> server.path("server_name").asText())
                .toList();
    }

    private static JsonNode working(JsonNode report, String name) {
        return find(report, "working_servers", name);
    }

    private static JsonNode failed(JsonNode report, String name) {
        return find(report, "failed_servers", name);
    }

    private static JsonNode find(JsonNode report, String list, String name) {
        return StreamSupport.stream(report.path(list).spliterator(), false)
                .filter(server -> server.path("server_name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + list + " of " + report));
    }

    private static String phase(JsonNode report, String name) {
        return failed(report, name).path("phase").asText();
    }

    private static String error(JsonNode report, String name) {
        return failed(report, name).path("error").asText();
    }

    private static List<String> available(JsonNode report, String server) {
        return StreamSupport.stream(report.path("available_tools").spliterator(), false)
                .filter(tool -> tool.path("server_name").asText().equals(server))
                .map(tool -> tool.path("tool").asText())
                .toList();
    }
}
