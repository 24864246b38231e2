package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.control.ControlClient;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client's own rules about tools, from its files to a server that must not be called. */
@ExtendWith(Sandboxed.class)
class RulesIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Path ann = Path.of("");

    @BeforeEach
    void makeHome(Sandbox sandbox) throws IOException {
        ann = Files.createDirectories(sandbox.file("ann")).toRealPath();
    }

    @Test
    void aToolThatIsDeniedIsReachedByNoWay(Sandbox sandbox) throws Exception {
        StubProcess stub =
                sandbox.stub("--page-size=3").with("--deny-tools", "gate,odd").initialized();

        isForbidden(stub.call("gate", "{}"));
        assertThat(sandbox.back().servers()).as("refusing needs no server").isZero();
        isForbidden(stub.call("use_fake", "{\"tool\":\"gate\",\"arguments\":{}}"));
        isForbidden(stub.call("gate", "{}"));
        assertThat(outside(sandbox, stub, "tools/call", "{\"name\":\"gate\",\"arguments\":{}}"))
                .contains("refused", "forbids");
        assertThat(outside(sandbox, stub, "tools/list", "{}"))
                .doesNotContain("\"gate\"")
                .contains("\"echo\"");
        assertThat(stub.call("use_fake", "{}").toolText())
                .doesNotContain("gate")
                .contains("echo");
        assertThat(stub.toolNames()).doesNotContain("gate", "odd");
        assertThat(stub.call("echo", "{\"ok\":1}").toolText()).isEqualTo("{\"ok\":1}");
        assertThat(sandbox.back().await("server").callsOf("gate")).isZero();
    }

    @Test
    void aDeniedToolStaysDeniedInTheNextSession(Sandbox sandbox) throws Exception {
        sandbox.stub().initialized().call("use_fake", "{}");
        StubProcess stub =
                sandbox.stub().with("--deny-tools", "gate", "--expose", "full").initialized();

        assertThat(stub.toolNames()).contains("echo").doesNotContain("gate");
        isForbidden(stub.call("gate", "{}"));
    }

    @Test
    void whatIsAllowedIsListedBeforeAnybodyKnowsTheTools(Sandbox sandbox) {
        StubProcess stub = sandbox.stub()
                .with("--expose", "names", "--tools", "echo,add,gate", "--deny-tools", "gate")
                .initialized();

        assertThat(stub.toolNames()).containsExactly("echo", "add");
        assertThat(sandbox.back().servers()).isZero();
        assertThat(stub.call("echo", "{\"first\":1}").toolText()).isEqualTo("{\"first\":1}");
        assertThat(stub.toolNames()).containsExactly("echo", "add");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void rulesOfClaudeCodeHoldBehindTheStub(Sandbox sandbox) throws Exception {
        Path settings = write(
                ann.resolve(".claude/settings.json"),
                "{\"permissions\": {\"deny\": [\"mcp__fake__gate\"], \"allow\": [\"mcp__fake__echo\"]}}");
        Path servers = ann.resolve(".claude.json");
        ObjectNode root = JSON.createObjectNode();
        entry(root, sandbox.serverCommand());
        write(servers, root.toString());

        Cli rewrite = lazymcp(sandbox, "rewrite", servers.toString(), "--all", "--yes", "--json");

        assertThat(rewrite.code()).as("%s", rewrite).isZero();
        assertThat(rewrite.json().toString())
                .contains("denies gate", settings + ":1:27", "mcp__fake__echo", "--expose names");
        StubProcess stub = client(sandbox, servers);
        isForbidden(stub.call("use_fake", "{\"tool\":\"gate\"}"));
        assertThat(stub.call("use_fake", "{}").toolText()).doesNotContain("gate");
        assertThat(findings(sandbox)).isEmpty();

        write(settings, "{\"permissions\": {\"deny\": [\"mcp__fake__gate\", \"mcp__fake__odd\"]}}");
        assertThat(findings(sandbox)).singleElement().satisfies(finding -> {
            assertThat(finding.get("severity").asText()).isEqualTo("error");
            assertThat(finding.get("what").asText()).contains("denies odd", settings + ":1:46");
        });
        assertThat(lazymcp(sandbox, "rewrite", servers.toString(), "fake", "--yes")
                        .code())
                .isZero();
        assertThat(findings(sandbox)).isEmpty();

        assertThat(lazymcp(sandbox, "restore", servers.toString(), "--yes").code())
                .isZero();
        assertThat(servers).hasContent(root.toString());
    }

    @Test
    void aServerOfWhichAClientTakesFewToolsIsReachedByThese(Sandbox sandbox) throws Exception {
        Path servers = ann.resolve(".gemini/settings.json");
        ObjectNode root = JSON.createObjectNode();
        entry(root, sandbox.serverCommand())
                .putArray("includeTools")
                .add("echo")
                .add("add");
        write(servers, root.toString());

        assertThat(lazymcp(sandbox, "rewrite", servers.toString(), "--all", "--yes")
                        .code())
                .isZero();
        StubProcess stub = client(sandbox, servers);

        assertThat(stub.toolNames()).containsExactly("echo", "add");
        assertThat(stub.call("add", "{\"augend\":1,\"addend\":2}").isToolError())
                .isFalse();
        assertThat(stub.call("gate", "{}").isToolError()).isTrue();
        assertThat(sandbox.back().await("server").callsOf("gate")).isZero();
    }

    private static void isForbidden(dev.lazymcp.process.Frame answer) {
        assertThat(answer.isToolError()).as("%s", answer).isTrue();
        assertThat(answer.toolText()).contains("configuration forbids", "gate");
    }

    /** Asks as commands do, past the client. */
    private static String outside(Sandbox sandbox, StubProcess stub, String method, String params) throws Exception {
        sandbox.awaitSocket(stub);
        try (Stream<Path> files = Files.list(sandbox.runDirectory())) {
            Path socket = files.filter(file -> file.toString().endsWith(".sock"))
                    .findFirst()
                    .orElseThrow();
            String request = "{\"v\":1,\"op\":\"request\",\"method\":\"" + method + "\",\"params\":" + params + "}";
            return ControlClient.ask(socket, Frame.of(request), Feed.DEADLINE).toString();
        }
    }

    private Cli lazymcp(Sandbox sandbox, String... arguments) {
        return sandbox.start(Map.of("HOME", ann.toString(), "CLAUDE_CONFIG_DIR", ""), arguments)
                .await();
    }

    private List<JsonNode> findings(Sandbox sandbox) {
        List<JsonNode> rules = new ArrayList<>();
        for (JsonNode finding : lazymcp(sandbox, "doctor", "--json", "--client", "claude-code")
                .json()
                .get("findings")) {
            if (finding.get("check").asText().equals("rule")) {
                rules.add(finding);
            }
        }
        return rules;
    }

    /** Starts what the entry says, as the client does. */
    private static StubProcess client(Sandbox sandbox, Path servers) throws IOException {
        List<String> line = new ArrayList<>(LazymcpExecutable.command());
        JSON.readTree(Files.readString(servers)).at("/mcpServers/fake/args").forEach(word -> line.add(word.asText()));
        StubProcess stub = sandbox.start(line, Map.of());
        stub.initialize();
        return stub;
    }

    private static ObjectNode entry(ObjectNode root, List<String> command) {
        ObjectNode entry = root.putObject("mcpServers").putObject("fake");
        entry.put("command", command.getFirst());
        command.stream().skip(1).forEach(entry.putArray("args")::add);
        return entry;
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
