package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lazymcp.control.ControlClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers that are only for some agents, in sessions whose agents change. */
@ExtendWith(Sandboxed.class)
class AgentsIT {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";

    /** Never over while a test runs. */
    private static final String LONG_GRACE = "1h";

    private static final String SHORT_GRACE = "300ms";

    // Coming and going.

    @Test
    void aServerComesIntoSightWithItsAgentAndIsStartedByTheFirstCall(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = scoped(sandbox, "Research").controlled();
        assertThat(stub.call("echo", "{}").toolText())
                .contains("only for the agents Research")
                .contains("lazymcp agent enter Research");

        Cli set = agent(sandbox, "set", "Research");
        assertThat(set.out()).contains("Active: Research (main)").contains("fake: in scope");
        stub.awaitNotification(LIST_CHANGED);
        assertThat(sandbox.back().servers()).as("in sight, not started").isZero();
        assertThat(stub.call("echo", "{\"a\":1}").toolText()).isEqualTo("{\"a\":1}");
        assertThat(stub.toolNames()).contains("echo");
    }

    @Test
    void aServerIsEvictedAtOnceAndItsProcessEndsAfterTheGrace(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = activeFor(sandbox, SHORT_GRACE, "Research");
        ConnectBack.Peer server = sandbox.back().await("server");

        Cli leave = agent(sandbox, "leave", "Research");
        assertThat(leave.out()).contains("No agent is active.").contains("fake: out of scope");
        assertEvicted(stub);
        server.awaitDeath();
        assertThat(server.events()).contains("eof ");

        agent(sandbox, "enter", "Research");
        assertThat(stub.call("echo", "{\"n\":2}").toolText()).isEqualTo("{\"n\":2}");
        assertThat(sandbox.back().servers()).isEqualTo(2);
    }

    @Test
    void aReturnWithinTheGraceCostsNothing(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = activeFor(sandbox, LONG_GRACE, "Research");
        ConnectBack.Peer server = sandbox.back().await("server");

        agent(sandbox, "clear");
        for (int turn = 0; turn < 2; turn++) {
            agent(sandbox, "set", "Manager");
            assertEvicted(stub);
            agent(sandbox, "set", "Research");
            assertThat(stub.toolNames()).contains("echo");
            assertThat(stub.call("echo", "{\"turn\":" + turn + "}").toolText()).isEqualTo("{\"turn\":" + turn + "}");
        }
        assertThat(server.alive()).isTrue();
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void theAnswerToACallInFlightArrivesThoughItsServerWentOutOfScope(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = activeFor(sandbox, LONG_GRACE, "Research");
        ConnectBack.Peer server = sandbox.back().await("server");
        String call = stub.askCall("gate", "{}");
        server.awaitCall("gate");
        agent(sandbox, "clear");
        server.go("gate");
        assertThat(stub.awaitResponse(call).isToolError()).isFalse();
    }

    // Who is active.

    @Test
    void aFileThatIsLostOrDamagedLetsNothingThroughThatTheNextCommandForbids(Sandbox sandbox) throws Exception {
        StubProcess stub = activeFor(sandbox, LONG_GRACE, "Research");
        agent(sandbox, "enter", "Reviewer");
        agent(sandbox, "enter", "Research");
        for (String content : List.of("", "{\"v\":1,")) {
            assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
            Path file = agentsFile(sandbox);
            if (content.isEmpty()) {
                Files.delete(file);
            } else {
                Files.writeString(file, content);
            }
            agent(sandbox, "set", "Manager");
            assertThat(stub.call("echo", "{}").isToolError()).isTrue();
            agent(sandbox, "enter", "Research");
        }
    }

    private static Path agentsFile(Sandbox sandbox) throws IOException {
        try (Stream<Path> files = Files.list(sandbox.runDirectory())) {
            return files.filter(file -> file.getFileName().toString().matches("agents-.*\\.json"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aServerStaysAsLongAsOneOfSeveralActiveAgentsIsItsOwn(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = activeFor(sandbox, SHORT_GRACE, "Research,Reviewer");
        ConnectBack.Peer server = sandbox.back().await("server");
        agent(sandbox, "enter", "Reviewer");
        agent(sandbox, "enter", "Reviewer");
        agent(sandbox, "set", "Manager");
        assertThat(agent(sandbox, "leave", "Research").out()).contains("No server came into scope or went out of it.");
        assertThat(agent(sandbox, "leave", "Reviewer").out()).contains("Active: Manager (main), Reviewer");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");

        assertThat(agent(sandbox, "leave", "Reviewer").out()).contains("fake: out of scope");
        assertEvicted(stub);
        server.awaitDeath();
    }

    @Test
    void aNameThatIsNotExactlyItsOwnLetsNothingThrough(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = scoped(sandbox, "Reviwer").controlled();
        for (String name : List.of("Reviewer", "reviwer", "Reviwer2", "*")) {
            assertThat(agent(sandbox, "enter", name).out()).contains("No server came into scope");
        }
        assertThat(stub.call("echo", "{}").isToolError()).isTrue();
        assertThat(sandbox.back().servers()).isZero();

        Cli list = agent(sandbox, "list");
        assertThat(list.out()).contains("fake    Reviwer  out");
        assertThat(list.err())
                .contains("fake is for the agent Reviwer")
                .contains("reviwer is, and upper and lower case");
    }

    @Test
    void bothNamesOfAnAgentsFileMatch(Sandbox sandbox) throws IOException, InterruptedException {
        Path agents = Files.createDirectories(sandbox.file(".github").resolve("agents"));
        Files.writeString(agents.resolve("deep-research.agent.md"), "---\nname: Deep Research\n---\nDig.\n");
        StubProcess byId = scoped(sandbox, "deep-research").named("byid").controlled();
        StubProcess byName = scoped(sandbox, "Deep Research").named("byname").controlled();

        Cli enter = agent(sandbox, "enter", "Deep Research");
        assertThat(enter.out()).contains("byid: in scope").contains("byname: in scope");
        agent(sandbox, "leave", "Deep Research");
        Cli set = agent(sandbox, "set", "deep-research", "--json");
        assertThat(set.json().get("servers")).allSatisfy(server -> {
            assertThat(server.get("inScope").asBoolean()).isTrue();
            assertThat(server.get("changed").asBoolean()).isTrue();
        });
        assertThat(byId.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(byName.call("echo", "{}").toolText()).isEqualTo("{}");

        Cli list = agent(sandbox, "list", "--json");
        assertThat(list.json().get("defined").get(0).get("id").asText()).isEqualTo("deep-research");
        assertThat(list.json().get("warnings")).isEmpty();
        assertThat(list.err()).isEmpty();
    }

    @Test
    void serversWithoutAScopeDoNotNoticeAnything(Sandbox sandbox) throws InterruptedException {
        StubProcess all = sandbox.stub().active();
        StubProcess star = scoped(sandbox, "*").named("star").controlled();
        sandbox.awaitSocket(all);
        agent(sandbox, "set", "Research");
        assertThat(agent(sandbox, "clear").out()).contains("No server came into scope or went out of it.");
        assertThat(all.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(star.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(all.notifications(LIST_CHANGED)).as("that of its start").hasSize(1);
    }

    @Test
    void disabledBeatsScopeAndEnabledRespectsIt(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = activeFor(sandbox, LONG_GRACE, "Research");
        sandbox.lazymcp("disable", "fake");
        agent(sandbox, "clear");
        assertThat(agent(sandbox, "enter", "Research").out()).contains("fake: in scope, but disabled");
        assertThat(stub.call("echo", "{}").toolText()).contains("fake is disabled");

        agent(sandbox, "clear");
        sandbox.lazymcp("enable", "fake");
        assertThat(stub.call("echo", "{}").toolText()).contains("only for the agents Research");
        agent(sandbox, "enter", "Research");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    // When stubs and commands come.

    @Test
    void aStubThatStartsLaterIsInScopeFromItsFirstList(Sandbox sandbox) throws InterruptedException {
        Cli set = agent(sandbox, "set", "Research");
        assertThat(set.out()).contains("runs behind a stub yet");
        StubProcess stub = scoped(sandbox, "Research").initialized();
        StubProcess other = scoped(sandbox, "Reviewer").named("other").initialized();
        assertThat(stub.toolNames()).containsExactly("use_fake");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(other.call("echo", "{}").isToolError()).isTrue();
        sandbox.awaitSocket(stub);
        agent(sandbox, "clear");
        assertEvicted(stub);
    }

    /** What is written down of the agents is no part of a server's definition. */
    @Test
    void theSameDefinitionIsTheSameWhoeverIsActive(Sandbox sandbox) throws Exception {
        activeFor(sandbox, LONG_GRACE, "Research");
        agent(sandbox, "enter", "Reviewer");
        String command =
                sandbox.serverCommand().stream().map(SpelledJson::quote).collect(Collectors.joining(","));
        String redefine = "{\"v\":1,\"op\":\"redefine\",\"options\":[\"--name\",\"fake\",\"--agents\",\"Research\","
                + "\"--grace\",\"1h\"],\"command\":[" + command + "]}";
        assertThat(ask(socket(sandbox), redefine)).contains("its definition is the same");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void toBeToldWhoIsActiveIsNoUseOfAServer(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().with("--idle", SHORT_GRACE).active();
        sandbox.awaitSocket(stub);
        stub.call("echo", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        Path socket = socket(sandbox);
        long deadline = System.nanoTime() + Feed.DEADLINE.toNanos();
        for (int i = 0; server.alive() && System.nanoTime() < deadline; i++) {
            ask(socket, "{\"v\":1,\"op\":\"agents\",\"active\":[\"A" + i + "\"]}");
        }
        assertThat(server.alive())
                .as("stopped though agents came and went all the time")
                .isFalse();
    }

    @Test
    void whatTheEnvironmentSaysCountsUntilSomebodySaysMore(Sandbox sandbox) throws InterruptedException {
        StubProcess stub =
                scoped(sandbox, "Research").env("LAZYMCP_AGENTS", "Research").controlled();
        assertThat(agent(sandbox, "list", "--json")
                        .json()
                        .get("active")
                        .get(0)
                        .get("agent")
                        .asText())
                .isEqualTo("Research");
        hook(sandbox, event("SessionStart", "\"source\":\"startup\""));
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        agent(sandbox, "clear");
        assertEvicted(stub);
    }

    @Test
    void commandsAtTheSameTimeLeaveStubAndFileInAgreement(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = scoped(sandbox, "Research").controlled();
        List<Cli.Running> running = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            running.add(sandbox.start(Map.of(), "agent", "enter", "Research"));
        }
        for (Cli.Running one : running) {
            assertThat(one.await().code()).isZero();
        }
        JsonNode list = agent(sandbox, "list", "--json").json();
        assertThat(list.get("active").get(0).get("count").asInt()).isEqualTo(4);
        assertThat(list.get("servers").get(0).get("inScope").asBoolean()).isTrue();
        running.clear();
        for (int i = 0; i < 4; i++) {
            running.add(sandbox.start(Map.of(), "agent", "leave", "Research"));
        }
        for (Cli.Running one : running) {
            assertThat(one.await().code()).isZero();
        }
        assertEvicted(stub);
        Cli more = sandbox.lazymcp("agent", "leave", "Research");
        assertThat(more.code()).isEqualTo(1);
        assertThat(more.err()).contains("Research is not active. No agent is active.");
    }

    @Test
    void twoSessionsDoNotTouchEachOther(Sandbox sandbox) throws InterruptedException {
        StubProcess one =
                scoped(sandbox, "Research").env("LAZYMCP_SESSION", "one").controlled();
        StubProcess two =
                scoped(sandbox, "Research").env("LAZYMCP_SESSION", "two").controlled();
        Cli set = sandbox.start(Map.of("LAZYMCP_SESSION", "one"), "agent", "set", "Research")
                .await();
        assertThat(set.code()).isZero();
        assertThat(one.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(two.call("echo", "{}").isToolError()).isTrue();

        assertThat(agent(sandbox, "enter", "Research", "--session", "two").out())
                .contains("in scope");
        sandbox.start(Map.of("LAZYMCP_SESSION", "one"), "agent", "clear").await();
        assertEvicted(one);
        assertThat(two.call("echo", "{}").toolText()).isEqualTo("{}");

        Cli unknown = sandbox.lazymcp("agent", "set", "Research", "--session", "three");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err())
                .contains("three")
                .containsPattern("(?m)^  one .* fake$")
                .containsPattern("(?m)^  two .* fake$");
    }

    // Hooks.

    @Test
    void aSubagentsServersComeWithItsStartAndGoWithItsStop(Sandbox sandbox) throws InterruptedException {
        StubProcess subs = scoped(sandbox, "Research", "--grace", SHORT_GRACE).controlled();
        StubProcess mains = scoped(sandbox, "Manager").named("main").controlled();
        hook(sandbox, event("SessionStart", "\"source\":\"startup\",\"agent_type\":\"Manager\""));
        assertThat(mains.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(subs.call("echo", "{}").isToolError()).isTrue();

        hook(sandbox, event("SubagentStart", "\"agent_id\":\"a1\",\"agent_type\":\"Research\""));
        hook(sandbox, event("SubagentStart", "\"agent_id\":\"a2\",\"agent_type\":\"Research\""));
        assertThat(subs.call("echo", "{}").toolText()).isEqualTo("{}");
        ConnectBack.Peer server = sandbox.back().await("server", 2);

        String first = event("SubagentStop", "\"agent_id\":\"a1\",\"agent_type\":\"Research\"");
        hook(sandbox, first);
        hook(sandbox, first);
        assertThat(subs.call("echo", "{\"still\":1}").toolText()).isEqualTo("{\"still\":1}");
        hook(sandbox, event("SubagentStop", "\"agent_id\":\"a2\",\"agent_type\":\"Research\""));
        assertEvicted(subs);
        server.awaitDeath();
        assertThat(mains.call("echo", "{}").toolText()).isEqualTo("{}");

        hook(sandbox, event("SessionStart", "\"source\":\"compact\""));
        assertThat(mains.call("echo", "{}").toolText()).isEqualTo("{}");
        hook(sandbox, event("SessionStart", "\"source\":\"clear\""));
        assertEvicted(mains);
    }

    @Test
    void aHookBehindAShellBeforeAnyStubIsHeardByTheStubsOfItsClient(Sandbox sandbox) throws InterruptedException {
        String input = event("SessionStart", "\"source\":\"startup\",\"agent_type\":\"Research\"");
        List<String> command = new ArrayList<>(List.of("sh", "-c", "printf %s \"$0\" | \"$@\"; exit $?", input));
        command.addAll(LazymcpExecutable.command());
        command.addAll(List.of("agent", "hook"));
        Cli hook = Cli.startCommand(
                        sandbox.home(), Map.of("LAZYMCP_HOME", sandbox.home().toString()), command)
                .await();
        assertThat(hook).isEqualTo(new Cli(0, "", ""));
        StubProcess stub = scoped(sandbox, "Research").initialized();
        assertThat(stub.toolNames()).containsExactly("use_fake");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void aHookThatCannotDoAnythingStillSucceedsAndIsSilentOnStdout(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = scoped(sandbox, "Research").controlled();
        for (String input : List.of("", "{", event("PreToolUse", "\"tool_name\":\"Bash\""))) {
            Cli hook = sandbox.start(input, Map.of(), "agent", "hook").await();
            assertThat(hook.code()).isZero();
            assertThat(hook.out()).isEmpty();
            assertThat(hook.err().lines()).hasSize(1);
        }
        assertThat(stub.call("echo", "{}").isToolError()).isTrue();
    }

    private static Path socket(Sandbox sandbox) throws IOException {
        try (Stream<Path> files = Files.list(sandbox.runDirectory())) {
            return files.filter(file -> file.toString().endsWith(".sock"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String ask(Path socket, String request) throws IOException {
        return ControlClient.ask(socket, dev.lazymcp.rpc.Frame.of(request), Feed.DEADLINE)
                .toString();
    }

    private static String event(String name, String members) {
        return "{\"session_id\":\"c1\",\"cwd\":\"/home/ann/project\",\"hook_event_name\":\"" + name + "\"," + members
                + "}";
    }

    private static void hook(Sandbox sandbox, String input) {
        Cli hook = sandbox.start(input, Map.of(), "agent", "hook").await();
        assertThat(hook).isEqualTo(new Cli(0, "", ""));
    }

    private static Cli agent(Sandbox sandbox, String... arguments) {
        List<String> all = new ArrayList<>(List.of("agent"));
        all.addAll(List.of(arguments));
        Cli command = sandbox.lazymcp(all.toArray(String[]::new));
        assertThat(command.code()).as(command.toString()).isZero();
        return command;
    }

    private static Sandbox.Start scoped(Sandbox sandbox, String agents, String... options) {
        return sandbox.stub().with("--agents", agents).with(options);
    }

    /** A stub whose server runs, for Research, which was entered by hand. */
    private static StubProcess activeFor(Sandbox sandbox, String grace, String agents) throws InterruptedException {
        agent(sandbox, "enter", "Research");
        StubProcess stub = scoped(sandbox, agents, "--grace", grace).active();
        sandbox.awaitSocket(stub);
        return stub;
    }

    /** One placeholder is listed, and calls are answered with the reason. */
    private static void assertEvicted(StubProcess stub) {
        assertThat(stub.toolNames()).hasSize(1).doesNotContain("echo");
        Frame refused = stub.call("echo", "{}");
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.toolText()).contains("none of which is active");
    }
}
