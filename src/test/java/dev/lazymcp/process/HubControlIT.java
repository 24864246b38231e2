package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A hub as commands, its own tool, its prompts and its files change it. */
@ExtendWith(Sandboxed.class)
class HubControlIT {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";

    @Test
    void isFoundAgainAfterItsRunDirectoryWasDeleted(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.controlled(sandbox, Hubs.servers(sandbox, "a", "b"));
        RunDirectoryIT.remove(sandbox.runDirectory());
        sandbox.awaitSocket(hub);
        assertThat(sandbox.lazymcp("enable", "b").out()).contains("b: ", "tools in");
        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").isToolError()).isFalse();
    }

    @Test
    void theCommandLineActsOnTheServersBehindIt(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.controlled(sandbox, Hubs.servers(sandbox, "a", "b"));

        JsonNode stubs = sandbox.lazymcp("status", "--json").json().get("stubs");
        assertThat(stubs).hasSize(2);
        assertThat(stubs.get(0).get("name").asText()).isEqualTo("a");
        assertThat(stubs.get(0).get("state").asText()).isEqualTo("REGISTERED");

        Cli enabled = sandbox.lazymcp("enable", "b");
        assertThat(enabled.out()).contains("b: ", "tools in");
        assertThat(hub.toolNames()).contains("b__echo").doesNotContain("a__echo");
        assertThat(sandbox.lazymcp("disable", "b").code()).isZero();
        assertThat(hub.call("b__echo", "{}").toolText()).contains("b is disabled");
        assertThat(hub.toolNames()).contains("b__use_b", "a__use_a").doesNotContain("b__echo");
        assertThat(sandbox.lazymcp("disable", "nobody").err()).contains("there are a, b");
        assertThat(sandbox.lazymcp("call", "a", "echo", "{\"x\":1}").out()).contains("{\"x\":1}");
    }

    @Test
    void theModelHasATool(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a", "b"));

        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").toolText()).contains("a ", "b ", "REGISTERED");
        assertThat(hub.call("lazymcp", "{\"action\":\"enable\",\"server\":\"a\"}")
                        .toolText())
                .startsWith("a: ");
        assertThat(hub.toolNames()).contains("a__echo");
        assertThat(hub.call("lazymcp", "{\"action\":\"disable\",\"server\":\"a\"}")
                        .isToolError())
                .isFalse();
        assertThat(hub.call("a__echo", "{}").toolText()).contains("disabled");
        assertThat(hub.call("lazymcp", "{\"action\":\"restart\",\"server\":\"b\"}")
                        .isToolError())
                .isFalse();
        sandbox.back().await("b");
        Frame unknown = hub.call("lazymcp", "{\"action\":\"enable\",\"server\":\"--all-sessions\"}");
        assertThat(unknown.isToolError()).isTrue();
        assertThat(unknown.toolText()).contains("no running server is called --all-sessions");
        assertThat(hub.call("lazymcp", "{\"action\":\"enable\"}").toolText()).contains("name the \"server\"");
        assertThat(hub.call("lazymcp", "{\"action\":\"destroy\"}").toolText()).contains("status, enable");
        assertThat(hub.call("lazymcp", "{\"action\":\"agent\",\"agent\":\"reviewer\"}")
                        .toolText())
                .contains("reviewer");
    }

    @Test
    void thePersonHasPromptsAlsoWhereTheModelHasNoTool(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.start(sandbox, List.of(Hubs.servers(sandbox, "a"), Path.of("--no-model-control")));
        hub.initialize();

        assertThat(hub.toolNames()).containsExactly("a__use_a");
        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").toolText()).doesNotContain("REGISTERED");
        String enabled = hub.request("prompts/get", "{\"name\":\"enable\",\"arguments\":{\"server\":\"a\"}}")
                .text();
        assertThat(enabled).contains("I ran `lazymcp enable a`", "a: ");
        assertThat(hub.toolNames()).contains("a__echo");
        assertThat(hub.request(
                                "completion/complete",
                                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"enable\"},\"argument\":{\"name\":\"server\",\"value\":\"\"}}")
                        .text())
                .contains("\"values\":[\"a\"]");
    }

    @Test
    void everythingEndsWithTheClient(Sandbox sandbox) throws Exception {
        StubProcess hub = Hubs.hub(sandbox, Hubs.servers(sandbox, "a", "b"));
        hub.call("a__echo", "{}");
        hub.call("b__echo", "{}");

        hub.closeStdin();

        assertThat(hub.awaitExit()).isZero();
        sandbox.back().await("a").awaitDeath();
        sandbox.back().await("b").awaitDeath();
    }

    @Test
    void aRequiredServerThatFailsEndsAStrictSession(Sandbox sandbox) throws Exception {
        Path file = sandbox.file("hub.json");
        Files.writeString(
                file,
                "{\"mcpServers\":{\"a\":{\"command\":\"/no/such/program\",\"required\":true}," + "\"b\":"
                        + Hubs.entry(sandbox.serverCommand("--role=b")) + "}}");

        Frame refused = Hubs.start(sandbox, List.of(file, Path.of("--strict")))
                .requestInitialize(StubProcess.LATEST, StubProcess.CLIENT, "{}");
        assertThat(refused.errorCode()).isEqualTo(-32603);
        assertThat(refused.text()).contains("a required server failed (--strict): a: ", "/no/such/program");
        assertThat(sandbox.back().all()).isEmpty();

        assertThat(Hubs.start(sandbox, List.of(file)).initialize().json().has("result"))
                .isTrue();
    }

    @Test
    void syncTakesInWhatIsNewAndGivesUpWhatIsGone(Sandbox sandbox) throws Exception {
        Path file = Hubs.servers(sandbox, "a", "b");
        StubProcess hub = Hubs.controlled(sandbox, file);
        hub.toolNames();
        hub.call("a__echo", "{}");
        hub.toolNames();
        int before = hub.notifications(LIST_CHANGED).size();

        Map<String, List<String>> servers = new LinkedHashMap<>();
        servers.put("b", sandbox.serverCommand("--role=b"));
        servers.put("c", sandbox.serverCommand("--role=c"));
        Hubs.file(sandbox, servers);
        Cli run = sandbox.lazymcp("sync");

        assertThat(run.code()).as("%s %s", run.out(), run.err()).isZero();
        assertThat(run.out()).contains("c: new, taken in", "a: taken away", "1 unchanged");
        sandbox.back().await("a").awaitDeath();
        assertThat(hub.toolNames()).containsExactly("lazymcp", "b__use_b", "c__use_c");
        assertThat(hub.notifications(LIST_CHANGED)).hasSizeBetween(before + 1, before + 2);
        assertThat(hub.call("c__echo", "{\"x\":1}").toolText()).isEqualTo("{\"x\":1}");
        assertThat(hub.call("a__echo", "{}").toolText()).contains("a: it was removed from " + file);

        servers.put("a", sandbox.serverCommand("--role=a"));
        servers.put("b", sandbox.serverCommand("--role=b", "--more"));
        Hubs.file(sandbox, servers);
        assertThat(hub.call("lazymcp", "{\"action\":\"sync\"}").toolText()).contains("a: new, taken in", "b: ");
        assertThat(hub.call("a__echo", "{}").toolText()).isEqualTo("{}");
        assertThat(hub.call("b__args", "{}").toolText()).contains("--more");
    }

    @Test
    void aFileThatBreaksChangesNothing(Sandbox sandbox) throws Exception {
        Path file = Hubs.servers(sandbox, "a");
        StubProcess hub = Hubs.controlled(sandbox, file);
        Files.writeString(file, "{\"mcpServers\": {");

        Frame told = hub.call("lazymcp", "{\"action\":\"sync\"}");

        assertThat(told.isToolError()).isTrue();
        assertThat(told.toolText()).contains(file + ":1:", "nothing was changed");
        assertThat(hub.toolNames()).containsExactly("lazymcp", "a__use_a");
        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").toolText()).contains(file + ":1:");
        Hubs.servers(sandbox, "a");
        assertThat(hub.call("lazymcp", "{\"action\":\"sync\"}").isToolError()).isFalse();
        assertThat(hub.call("lazymcp", "{\"action\":\"status\"}").toolText()).doesNotContain(file + ":1:");
    }

    @Test
    void watchTakesChangesInAsTheyHappenAndTellsOfABrokenFileOnce(Sandbox sandbox) throws Exception {
        Path file = Hubs.servers(sandbox, "a");
        StubProcess hub = Hubs.start(sandbox, List.of(file, Path.of("--watch")));
        hub.initialize();
        sandbox.awaitSocket(hub);
        hub.toolNames();

        Files.writeString(file, "{\"mcpServers\": {");
        hub.awaitStderr("nothing was changed");
        assertThat(hub.toolNames()).containsExactly("lazymcp", "a__use_a");
        Hubs.servers(sandbox, "a", "b");
        hub.awaitNotification(LIST_CHANGED);
        assertThat(hub.toolNames()).containsExactly("lazymcp", "a__use_a", "b__use_b");
    }

    @Test
    void whatAProjectBringsWaitsForAPerson(Sandbox sandbox) throws Exception {
        Files.createDirectory(sandbox.file(".git"));
        Path file = Hubs.servers(sandbox, "a");
        StubProcess hub = Hubs.start(sandbox, List.of(file));
        Frame welcome = hub.initialize();
        sandbox.awaitSocket(hub);

        assertThat(welcome.result().get("instructions").asText())
                .contains("a in ", "waits for a person", "lazymcp sync");
        assertThat(hub.toolNames()).containsExactly("lazymcp");
        assertThat(hub.call("lazymcp", "{\"action\":\"sync\"}").toolText()).contains("a: ", "waits for");
        assertThat(hub.toolNames()).containsExactly("lazymcp");
        assertThat(sandbox.lazymcp("status").out()).contains("waits for");

        Cli person = sandbox.lazymcp("sync", "--yes");
        assertThat(person.code()).as("%s %s", person.out(), person.err()).isZero();
        assertThat(hub.toolNames()).containsExactly("lazymcp", "a__use_a");
        assertThat(hub.call("a__echo", "{}").toolText()).isEqualTo("{}");
        assertThat(sandbox.lazymcp("status").out()).doesNotContain("waits for");

        StubProcess next = Hubs.hub(sandbox, file);
        assertThat(next.toolNames()).as("it is known by now").contains("a__use_a");
    }

    @Test
    void inAFileOfTheClientOnlyWhatCameLaterIsServed(Sandbox sandbox) throws Exception {
        Path file = sandbox.file(".mcp.json");
        String self = "\"hub\":{\"command\":\"lazymcp\",\"args\":[\"hub\"]}";
        String plain = "\"plain\":" + Hubs.entry(sandbox.serverCommand("--role=plain"));
        String first = "\"first\":" + Hubs.wrapped("first", sandbox.serverCommand("--role=first"));
        String late = "\"late\":" + Hubs.wrapped("late", sandbox.serverCommand("--role=late"));
        String lazy = "\"lazy\":"
                + Hubs.entry(sandbox.serverCommand("--role=lazy"))
                        .replace("{\"command\"", "{\"autoConnect\":false,\"command\"");
        Files.writeString(file, "{\"mcpServers\":{" + String.join(",", self, plain, first) + "}}");
        StubProcess hub = Hubs.start(sandbox, List.of());
        hub.initialize();
        sandbox.awaitSocket(hub);
        sandbox.stub().named("first").controlled();
        assertThat(hub.toolNames()).containsExactly("lazymcp");

        String more = "\"more\":" + Hubs.entry(sandbox.serverCommand("--role=more"));
        Files.writeString(file, "{\"mcpServers\":{" + String.join(",", self, plain, first, late, lazy, more) + "}}");
        StubProcess own = sandbox.stub().named("late").controlled();
        Cli run = sandbox.lazymcp("sync", "--yes");
        assertThat(run.out()).contains("lazy: new, taken in").doesNotContain("late: new", "more: new");
        assertThat(hub.toolNames()).containsExactly("lazymcp", "lazy__use_lazy");

        own.closeStdin();
        own.awaitExit();
        assertThat(sandbox.lazymcp("sync", "--yes").out()).contains("late: new, taken in");
        assertThat(hub.call("late__echo", "{}").toolText()).isEqualTo("{}");

        StubProcess again = sandbox.stub().named("late").controlled();
        assertThat(sandbox.lazymcp("sync", "--yes").out()).contains("late: taken away: the client has started");
        assertThat(hub.toolNames()).containsExactly("lazymcp", "lazy__use_lazy");
        assertThat(again.alive()).isTrue();
    }
}
