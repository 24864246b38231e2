package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code lazymcp sync} beside a session whose client's files change. */
@ExtendWith(Sandboxed.class)
class SyncIT {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";
    private static final String SECRET = "hunter2-0123456789";
    private static final String MORE = "--tool={\"name\":\"more\",\"inputSchema\":{\"type\":\"object\"}}";

    private Path project = Path.of("");
    private Path user = Path.of("");
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void makeFiles(Sandbox sandbox) throws IOException {
        project = sandbox.file("").toRealPath().resolve(".mcp.json");
        Path copilot = Files.createDirectory(sandbox.file("").toRealPath().resolve("copilot"));
        user = copilot.resolve("mcp-config.json");
        environment = Map.of("COPILOT_HOME", copilot.toString());
    }

    @Test
    void aChangedCommandIsAnotherServerInTheSameSession(Sandbox sandbox) throws Exception {
        write(project, entry(sandbox));
        StubProcess stub = active(sandbox);
        ConnectBack.Peer first = sandbox.back().await("server");
        int before = stub.notifications(LIST_CHANGED).size();

        write(project, entry(sandbox, MORE));
        Cli run = sync(sandbox, "--yes");

        assertThat(run.code()).as("%s", run.err()).isZero();
        assertThat(run.out()).contains("fake: reconnected with the new definition", "tools in", "  + ");
        first.awaitDeath();
        sandbox.back().await("server", 2);
        assertThat(stub.toolNames()).contains("more");
        assertThat(stub.call("args", "{}").toolText()).contains("more");
        assertThat(stub.notifications(LIST_CHANGED)).hasSize(before + 1);
    }

    @Test
    void whatHasNotChangedIsToldNothing(Sandbox sandbox) throws Exception {
        write(project, entry(sandbox));
        StubProcess stub = active(sandbox);
        int before = stub.frames().size();

        Cli run = sync(sandbox);
        assertThat(run.code()).as("%s", run.err()).isZero();
        assertThat(run.out()).contains("1 unchanged", project.toString());
        Files.writeString(
                project, "// another spelling\n" + Files.readString(project).replace("\"args\":", "\"args\"\n : "));
        assertThat(sync(sandbox).out()).contains("1 unchanged");

        assertThat(stub.request("ping", "{}").json().has("result")).isTrue();
        assertThat(stub.frames()).as("the answer to the ping alone").hasSize(before + 1);
        assertThat(sandbox.back().servers()).isEqualTo(1);
        assertThat(sandbox.home().resolve("state/trusted.json")).doesNotExist();
    }

    @Test
    void anEntryThatIsGoneEndsItsServerAndOneThatComesBackWorksAgain(Sandbox sandbox) throws Exception {
        write(project, entry(sandbox));
        StubProcess stub = active(sandbox);
        ConnectBack.Peer first = sandbox.back().await("server");

        write(project, "");
        Cli gone = sync(sandbox);
        assertThat(gone.code()).as("%s", gone.err()).isZero();
        assertThat(gone.out()).contains("fake: taken away: it was removed from " + project);
        first.awaitDeath();
        Frame refused = stub.call("echo", "{}");
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.toolText()).contains("removed from " + project, "lazymcp sync");
        assertThat(sandbox.back().servers()).isEqualTo(1);
        assertThat(sync(sandbox).out()).contains("1 unchanged");

        write(project, entry(sandbox));
        Cli back = sync(sandbox);
        assertThat(back.code())
                .as("what the client approved is nothing new: %s", back.out())
                .isZero();
        assertThat(stub.call("echo", "{\"x\":1.0}").toolText()).isEqualTo("{\"x\":1.0}");
    }

    @Test
    void aFileThatIsGoneIsAnEmptyOneAndAStrangerIsLeftAlone(Sandbox sandbox) throws Exception {
        write(project, entry(sandbox));
        StubProcess stub = active(sandbox);
        StubProcess stranger = sandbox.stub().named("stranger").initialized();
        sandbox.awaitSocket(stranger);

        Files.delete(project);
        Cli run = sync(sandbox);

        assertThat(run.code()).as("%s", run.err()).isZero();
        assertThat(run.out())
                .contains("fake: taken away", "stranger: in none of the files that were read, left as it is");
        assertThat(stub.call("echo", "{}").isToolError()).isTrue();
        assertThat(stranger.call("echo", "{}").isToolError()).isFalse();
    }

    @Test
    void aCallThatRunsIsAnsweredWithAnErrorOnceAndNotRepeated(Sandbox sandbox) throws Exception {
        write(project, entry(sandbox));
        StubProcess stub = active(sandbox);
        ConnectBack.Peer first = sandbox.back().await("server");
        String id = stub.askCall("gate", "{}");
        first.awaitCall("gate");

        write(project, entry(sandbox, MORE));
        assertThat(sync(sandbox, "--yes").code()).isZero();

        Frame answer = stub.awaitResponse(id);
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.toolText()).contains("not repeated", "its definition changed");
        stub.call("echo", "{}");
        assertThat(sandbox.back().await("server", 2).callsOf("gate")).isZero();
    }

    @Test
    void aFileThatCannotBeReadChangesNothing(Sandbox sandbox) throws Exception {
        write(project, "");
        write(user, entry(sandbox, MORE));
        StubProcess stub = active(sandbox);

        Files.writeString(project, "{\n  \"mcpServers\": {,}\n}");
        Cli run = sync(sandbox, "--yes");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains(project + ":2:18: ", "nothing was changed");

        Files.writeString(project, "{\"mcpServers\": {\"fake\": {\"command\": \"x\", \"tools\": 1}}}");
        run = sync(sandbox, "--yes");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains(project + ":1:", "tools must be a list of names (in fake)");

        assertThat(stub.call("echo", "{}").isToolError()).isFalse();
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void aFileThatIsBlankOrNoListOfServersTakesNothingAway(Sandbox sandbox) throws Exception {
        write(project, entry(sandbox));
        StubProcess stub = active(sandbox);

        for (String text : List.of(
                "", "{\"mcpservers\": {}}", "{\"mcpServers\": {\"fake\": 5, \"other\": {\"command\": \"x\"}}}")) {
            Files.writeString(project, text);
            Cli run = sync(sandbox, "--yes");
            assertThat(run.code()).as("%s: %s", text, run.out()).isEqualTo(1);
            assertThat(run.err()).contains(project + ":1:", "nothing was changed");
        }

        assertThat(stub.call("echo", "{}").isToolError()).isFalse();
        assertThat(sandbox.back().servers()).isEqualTo(1);
        Files.writeString(project, "{}");
        assertThat(sync(sandbox).out()).contains("fake: taken away: it was removed from " + project);
    }

    @Test
    void aFileThatIsNamedMustBeThere(Sandbox sandbox) throws Exception {
        StubProcess stub = active(sandbox);

        Cli run = sync(sandbox, "--file", "none.json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("none.json: there is no such file");

        write(sandbox.file("some.json"), entry(sandbox, MORE));
        run = sync(sandbox, "--file", "some.json");
        assertThat(run.code()).as("a file of nobody's project: %s", run.err()).isZero();
        assertThat(stub.toolNames()).contains("more");

        Files.delete(sandbox.file("some.json"));
        assertThat(sync(sandbox, "--file", "some.json").out()).contains("fake: taken away");
    }

    @Test
    void somebodyElsesTextWaitsForAPersonAndIsAskedAboutOnce(Sandbox sandbox) throws Exception {
        write(project, entry(sandbox));
        StubProcess stub = active(sandbox);

        write(project, entry(sandbox, MORE));
        Cli waits = sync(sandbox);
        assertThat(waits.code()).isEqualTo(1);
        assertThat(waits.out())
                .contains(
                        "fake: ",
                        "waits for 'lazymcp sync' in a terminal, or --yes",
                        "  + ",
                        "--tool=***",
                        "read it in the file");
        Cli dry = sync(sandbox, "--dry-run");
        assertThat(dry.code()).isZero();
        assertThat(dry.out()).contains("once a person has said yes");
        assertThat(sandbox.back().servers()).isEqualTo(1);
        assertThat(sandbox.home().resolve("state/trusted.json")).doesNotExist();

        assertThat(sync(sandbox, "--yes").code()).isZero();
        assertThat(stub.toolNames()).contains("more");

        write(project, entry(sandbox));
        assertThat(sync(sandbox).code()).isEqualTo(1);
        assertThat(sync(sandbox, "--yes").code()).isZero();
        assertThat(stub.toolNames()).doesNotContain("more");

        write(project, entry(sandbox, MORE));
        Cli known = sync(sandbox);
        assertThat(known.code()).as("accepted before: %s", known.out()).isZero();
        assertThat(stub.toolNames()).contains("more");
    }

    @Test
    void theEnvironmentOfTheEntryReachesTheServerAndNoReport(Sandbox sandbox) throws Exception {
        write(user, secretive(sandbox, "first-" + SECRET));
        StubProcess stub = sandbox.stub("--api-key", "argued-" + SECRET)
                .with("--env-keys", "MCP_TOKEN,OLD")
                .env("MCP_TOKEN", "first-" + SECRET)
                .env("OLD", "old-" + SECRET)
                .env("COPILOT_HOME", user.resolveSibling("").toString())
                .active();
        sandbox.awaitSocket(stub);

        Files.writeString(
                user,
                Files.readString(user)
                        .replace("first-" + SECRET, "second-" + SECRET)
                        .replace("\"OLD\":\"old-", "\"NEW\":\"new-"));
        List<String> reports = new ArrayList<>();
        for (String[] args : List.of(
                new String[] {"sync", "--dry-run"},
                new String[] {"sync", "--dry-run", "--json"},
                new String[] {"sync", "--json"},
                new String[] {"status", "--json"})) {
            Cli run = sandbox.start(environment, args).await();
            assertThat(run.code()).as("%s", run.err()).isZero();
            reports.add(run.out());
            reports.add(run.err());
        }

        assertThat(stub.call("env", "{\"name\":\"MCP_TOKEN\"}").toolText()).isEqualTo("second-" + SECRET);
        assertThat(stub.call("env", "{\"name\":\"NEW\"}").toolText()).isEqualTo("new-" + SECRET);
        assertThat(stub.call("env", "{\"name\":\"OLD\"}").toolText()).isEqualTo("(unset)");
        assertThat(String.join("\n", reports))
                .contains("variable MCP_TOKEN changed", "variable NEW added", "variable OLD removed", "\"redefined\"")
                .doesNotContain(SECRET);
        try (var files = Files.walk(sandbox.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, ISO_8859_1)).as("%s", file).doesNotContain(SECRET);
            }
        }
    }

    @Test
    void aWatchTakesWhatIsOnesOwnAndShowsTheRest(Sandbox sandbox) throws Exception {
        write(user, entry(sandbox));
        StubProcess stub = active(sandbox);
        Feed<Frame> news = sandbox.pipe("news");
        Cli.Running watch = watch(sandbox, "news");
        try {
            // A server to come is told of once the watch has begun.
            write(project, "\"to-come\":" + wrapped("to-come", List.of("s")));
            await(news, "to-come: new in " + project);

            write(sandbox.file("beside.json"), entry(sandbox, MORE));
            Files.move(
                    sandbox.file("beside.json"),
                    user,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            await(news, "fake: reconnected with the new definition");
            assertThat(stub.toolNames()).contains("more");

            Files.delete(user);
            await(news, "fake: taken away: it was removed from " + user);
            Files.writeString(user, "{\"mcpServers\": {");
            await(news, user + ":1:");
            write(user, entry(sandbox));
            await(news, "fake: takes the new definition when it is started next");
            assertThat(stub.call("echo", "{}").isToolError()).isFalse();

            write(project, entry(sandbox, "--instructions=other"));
            await(news, "waits for 'lazymcp sync' in a terminal");
            assertThat(stub.call("args", "{}").toolText()).doesNotContain("other");
        } finally {
            watch.process().destroy();
        }
        news.awaitClosed();
        assertThat(news.all().stream().filter(line -> line.text().startsWith("to-come: new")))
                .as("told once")
                .hasSize(1);
    }

    @Test
    void watchingAndSayingYesBeforehandDoNotGoTogether(Sandbox sandbox) throws Exception {
        Cli run = sync(sandbox, "--watch", "--yes");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--watch", "--yes");

        Cli nobody = sync(sandbox);
        assertThat(nobody.code()).isZero();
        assertThat(nobody.out()).contains("No server runs behind a stub", "there is no such file");
    }

    private Cli sync(Sandbox sandbox, String... args) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("sync"));
        line.addAll(List.of(args));
        return sandbox.start(environment, line.toArray(String[]::new)).await();
    }

    /** A watch that writes what it has to say into the named pipe {@code news}. */
    private Cli.Running watch(Sandbox sandbox, String news) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" > \"$0\" 2>&1", news));
        command.addAll(LazymcpExecutable.command());
        command.addAll(List.of("sync", "--watch"));
        Map<String, String> all = new HashMap<>(environment);
        all.put("LAZYMCP_HOME", sandbox.home().toString());
        return Cli.startCommand(sandbox.file(""), all, command);
    }

    private static void await(Feed<Frame> news, String part) {
        news.await(part, line -> line.text().contains(part));
    }

    /** A session with an active server and a socket. */
    private StubProcess active(Sandbox sandbox) throws IOException, InterruptedException {
        StubProcess stub = sandbox.stub()
                .env("COPILOT_HOME", user.resolveSibling("").toString())
                .active();
        sandbox.awaitSocket(stub);
        return stub;
    }

    private static void write(Path file, String entries) throws IOException {
        Files.writeString(file, "{\"mcpServers\": {" + entries + "}}\n");
    }

    private static String entry(Sandbox sandbox, String... flags) {
        return "\"fake\": " + wrapped("fake", sandbox.serverCommand(flags));
    }

    private static String secretive(Sandbox sandbox, String token) {
        String entry = wrapped("fake", sandbox.serverCommand("--api-key", "argued-" + SECRET));
        return "\"fake\": " + entry.substring(0, entry.length() - 1) + ",\"env\":{\"MCP_TOKEN\":\"" + token
                + "\",\"OLD\":\"old-" + SECRET + "\"}}";
    }

    private static String wrapped(String name, List<String> command) {
        return "{\"command\":\"lazymcp\",\"args\":[\"wrap\",\"--name\"," + SpelledJson.quote(name) + ",\"--\","
                + command.stream().map(SpelledJson::quote).collect(Collectors.joining(",")) + "]}";
    }
}
