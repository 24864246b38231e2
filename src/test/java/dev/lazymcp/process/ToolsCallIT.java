package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code lazymcp tools} and {@code call}: a person uses a server from the shell. */
@ExtendWith(Sandboxed.class)
class ToolsCallIT {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";

    // Through a stub.

    @Test
    void aCallThroughASleepingStubStartsTheServerAndTheClientSeesOnlyThat(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().controlled();
        Cli call = sandbox.lazymcp("call", "fake", "echo", "{\"n\":1.50}");
        assertThat(call.code()).as(call.toString()).isZero();
        assertThat(call.out()).isEqualTo("{\"n\":1.50}\n");
        stub.awaitNotification(LIST_CHANGED);
        assertThat(stub.toolNames()).contains("echo");
        assertThat(stub.notifications(LIST_CHANGED)).hasSize(1);
        assertThat(sandbox.back().servers()).isEqualTo(1);
        JsonNode status = sandbox.lazymcp("status", "--json").json();
        assertThat(status.findValue("calls").asInt()).isEqualTo(1);
        assertThat(status.findValue("errors").asInt()).isZero();
    }

    @Test
    void aCallBesideTheClientsOwnDisturbsNeither(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        stub.ask("\"lz:1\"", "tools/call", "{\"name\":\"gate\",\"arguments\":{\"name\":\"mine\"}}");
        sandbox.back().await("server").awaitCall("gate");
        Cli call = sandbox.lazymcp("call", "fake", "add", "--arg", "augend=2", "--arg", "addend=40");
        assertThat(call.out()).isEqualTo("42\n");
        sandbox.back().await("server").go("mine");
        assertThat(stub.awaitResponse("\"lz:1\"").toolText()).isEqualTo("through mine");
        assertThat(stub.notifications(LIST_CHANGED)).hasSize(1);
    }

    @Test
    void progressReachesNobodyButTheCaller(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        Cli call = sandbox.lazymcp("call", "fake", "progress");
        assertThat(call.out()).isEqualTo("done\n");
        sandbox.back()
                .await("server")
                .awaitReceived("a progress token", frame -> frame.text().contains("\"progressToken\":\"lz-guest:"));
        stub.awaitNotification("notifications/message");
        assertThat(stub.notifications("notifications/progress")).isEmpty();
    }

    @Test
    void whatIsDisabledOrNotAllowedIsRefusedWithTheUsualWords(Sandbox sandbox) throws InterruptedException {
        sandbox.stub().with("--tools", "echo,add").controlled();
        Cli hidden = sandbox.lazymcp("call", "fake", "die");
        assertThat(hidden.code()).isEqualTo(1);
        assertThat(hidden.err()).contains("not among the tools that the configuration allows");
        Cli wrong = sandbox.lazymcp("call", "fake", "add", "{\"augend\":1}");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("missing: addend", "\"augend\":{\"type\":\"number\"}");
        sandbox.lazymcp("disable", "fake");
        Cli disabled = sandbox.lazymcp("call", "fake", "echo");
        assertThat(disabled.code()).isEqualTo(1);
        assertThat(disabled.err()).contains("fake is disabled", "lazymcp enable fake");
        assertThat(disabled.out()).isEmpty();
    }

    @Test
    void aServerThatWillNotStartAndOneThatDiesAreToldWithTheirLastWords(Sandbox sandbox) throws InterruptedException {
        sandbox.stub("--die-at-start=3", "--stderr=out of cheese\n").controlled();
        Cli call = sandbox.lazymcp("call", "fake", "echo");
        assertThat(call.code()).isEqualTo(1);
        assertThat(call.err()).contains("out of cheese");
        StubProcess other = sandbox.stub().named("other").active();
        sandbox.awaitSocket(other);
        Cli lost = sandbox.lazymcp(
                "call",
                "other",
                "die",
                "--session",
                Long.toString(ProcessHandle.current().pid()));
        assertThat(lost.code()).as(lost.toString()).isEqualTo(1);
        assertThat(lost.err()).contains("was lost while this request ran", "dying as told");
    }

    @Test
    void leavingCancelsTheCallAndNothingElse(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        ConnectBack.Peer server = sandbox.back().await("server");
        Cli.Running call = sandbox.start(Map.of(), "call", "fake", "gate");
        server.awaitCall("gate");
        call.process().toHandle().destroy(); // which leaves its output to be read
        server.awaitNotification("notifications/cancelled");
        assertThat(stub.call("echo", "{\"a\":1}").toolText()).isEqualTo("{\"a\":1}");
        server.go("gate");
    }

    @Test
    void aCallThatTakesTooLongIsGivenUpAndCancelled(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        Cli call = sandbox.lazymcp("call", "fake", "gate", "--timeout", "300ms");
        assertThat(call.code()).isEqualTo(1);
        assertThat(call.err()).contains("did not answer in time", "300 ms");
        sandbox.back().await("server").awaitNotification("notifications/cancelled");
        sandbox.back().await("server").go("gate");
    }

    @Test
    void errorsOfTheToolAndOfTheProtocolAreExitCodeOne(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        Cli failed = sandbox.lazymcp(
                "call",
                "fake",
                "raw",
                "{\"result\":\"{\\\"content\\\":[{\\\"type\\\":\\\"text\\\",\\\"text\\\":\\\"no cheese\\\"}],\\\"isError\\\":true}\"}");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err()).isEqualTo("no cheese\n");
        assertThat(failed.out()).isEmpty();
        Cli none = sandbox.lazymcp("call", "fake", "nothing");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("no tool \"nothing\"", "echo");
    }

    @Test
    void jsonIsWhatTheServerSaidByteForByteAndTextNamesWhatIsLeftOut(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        String result =
                "{ \"content\": [{\"type\":\"text\",\"text\":\"see\"},{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AAAABBBB\"}],"
                        + "\"n\":1.500e+02 }";
        String arguments = "{\"result\":" + SpelledJson.quote(result) + "}";
        Cli raw = sandbox.lazymcp("call", "fake", "raw", arguments, "--json");
        assertThat(raw.out()).isEqualTo(result + "\n");
        Cli text =
                sandbox.start(arguments, Map.of(), "call", "fake", "raw", "-").await();
        assertThat(text.out()).isEqualTo("see\n");
        assertThat(text.err()).contains("left out: image, image/png, about 6 bytes");
    }

    @Test
    void aLargeResultPassesWhole(Sandbox sandbox) throws InterruptedException {
        StubProcess stub = sandbox.stub().active();
        sandbox.awaitSocket(stub);
        int size = 50 * 1024 * 1024;
        Cli big = sandbox.lazymcp("call", "fake", "big", "{\"bytes\":" + size + "}");
        assertThat(big.code()).as(big.err()).isZero();
        assertThat(big.out()).hasSize(size + 1).startsWith("xxx").endsWith("x\n");
        assertThat(stub.call("echo", "{\"a\":1}").toolText()).isEqualTo("{\"a\":1}");
    }

    @Test
    void toolsOfASleepingServerAreThoseOfItsLastRunAndNothingStarts(Sandbox sandbox) throws InterruptedException {
        StubProcess first = sandbox.stub().active();
        first.closeStdin();
        first.awaitExit();
        sandbox.stub().controlled();
        Cli tools = sandbox.lazymcp(
                "tools",
                "fake",
                "--session",
                Long.toString(ProcessHandle.current().pid()));
        assertThat(tools.code()).as(tools.toString()).isZero();
        assertThat(tools.out()).containsPattern("(?m)^add +\\S").contains("echo");
        assertThat(sandbox.lazymcp("tools", "fake", "--resources").out()).contains("fake://one");
        assertThat(sandbox.lazymcp("tools", "fake", "--prompts").out()).containsPattern("greet +Greets\\.");
        assertThat(sandbox.back().servers()).isEqualTo(1);
        Cli one = sandbox.lazymcp("tools", "fake", "add");
        assertThat(one.out()).contains("inputSchema: {", "\"augend\"");
        assertThat(sandbox.lazymcp("tools", "fake", "add", "--json")
                        .json()
                        .path("name")
                        .asText())
                .isEqualTo("add");
    }

    @Test
    void resourcesAndPromptsAreReadThroughAStubToo(Sandbox sandbox) throws InterruptedException {
        sandbox.stub().controlled();
        assertThat(sandbox.lazymcp("call", "fake", "--resource", "fake://one").out())
                .isEqualTo("read\n");
        assertThat(sandbox.lazymcp("call", "fake", "--prompt", "greet").out()).isEqualTo("user:\ngot\n");
        assertThat(sandbox.lazymcp("tools", "fake", "--resources").out()).contains("fake://two");
    }

    // Without a stub.

    @Test
    void withoutAStubTheServerIsStartedForTheCallAndEndedAfterIt(Sandbox sandbox) throws IOException {
        configure(sandbox, Map.of("direct", sandbox.serverCommand()));
        Cli call = run(sandbox, "call", "direct", "add", "{\"augend\":1,\"addend\":2}");
        assertThat(call.code()).as(call.toString()).isZero();
        assertThat(call.out()).isEqualTo("3\n");
        sandbox.back().await("server").awaitDeath();
        assertThat(run(sandbox, "tools", "direct", "--json").json().path("tools"))
                .isNotEmpty();
        assertThat(run(sandbox, "call", "direct", "--resource", "fake://one").out())
                .isEqualTo("read\n");
        Cli wrong = run(sandbox, "call", "direct", "add", "{}");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("missing: augend, addend");
        Cli nothing = run(sandbox, "call", "direct", "nothing");
        assertThat(nothing.err()).contains("no tool nothing", "echo");
    }

    @Test
    void aServerThatCannotBeStartedIsToldByPhaseWithoutItsSecrets(Sandbox sandbox) throws IOException {
        configure(
                sandbox,
                Map.of(
                        "absent", List.of("no-such-command-anywhere"),
                        "dies", sandbox.serverCommand("--die-at-start=3", "--stderr=token planted-value\n")));
        Cli absent = run(sandbox, "call", "absent", "x");
        assertThat(absent.code()).isEqualTo(1);
        assertThat(absent.err()).contains("absent cannot be started", "no-such-command-anywhere");
        Cli dies = run(sandbox, "call", "dies", "x");
        assertThat(dies.code()).isEqualTo(1);
        assertThat(dies.err()).contains("did not start", "token ***").doesNotContain("planted");
        Cli unknown = run(sandbox, "call", "nobody", "x");
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err()).contains("no server is called nobody");
    }

    @Test
    void aSignalCancelsAndEndsTheServerThatWasStarted(Sandbox sandbox) throws IOException {
        configure(sandbox, Map.of("direct", sandbox.serverCommand()));
        Cli.Running call = sandbox.start(home(sandbox), "call", "direct", "gate", "--client", "claude-code");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitCall("gate");
        call.process().toHandle().destroy(); // which leaves its output to be read
        server.awaitNotification("notifications/cancelled");
        server.awaitDeath();
        assertThat(call.await().code()).isNotZero();
    }

    // What is typed.

    @Test
    void argumentsThatAreNoJsonAreToldWithTheirPlace(Sandbox sandbox) throws IOException {
        Files.writeString(sandbox.file("args.json"), "{\n  \"a\": nope}");
        Cli file = sandbox.lazymcp("call", "fake", "echo", "@args.json");
        assertThat(file.code()).isEqualTo(2);
        assertThat(file.err()).contains("args.json:2:");
        Cli inline = sandbox.lazymcp("call", "fake", "echo", "[1]");
        assertThat(inline.code()).isEqualTo(2);
        assertThat(inline.err()).contains("not a JSON object");
        assertThat(sandbox.lazymcp("call", "fake").code()).isEqualTo(2);
        assertThat(sandbox.lazymcp("call", "fake", "echo", "--arg", "x").code()).isEqualTo(2);
    }

    private static Map<String, String> home(Sandbox sandbox) {
        return Map.of("HOME", sandbox.home().toString());
    }

    private static Cli run(Sandbox sandbox, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--client", "claude-code"));
        return sandbox.start(home(sandbox), all.toArray(String[]::new)).await();
    }

    private static void configure(Sandbox sandbox, Map<String, List<String>> commands) throws IOException {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        ObjectNode servers = root.putObject("mcpServers");
        commands.forEach((name, command) -> {
            ObjectNode entry = servers.putObject(name).put("command", command.getFirst());
            command.subList(1, command.size()).forEach(entry.withArray("args")::add);
            entry.putObject("env").put("SOME", "planted-value");
        });
        Files.writeString(sandbox.file(".mcp.json"), root.toString());
    }
}
