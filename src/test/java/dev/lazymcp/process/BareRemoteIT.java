package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Entries with an address and no stub: commands reach their servers as the client would. */
@ExtendWith(Sandboxed.class)
class BareRemoteIT {
    private static final String SECRET = "t0p-s3cr3t-value";

    private FakeRemote server;

    @BeforeEach
    void open() throws IOException {
        server = FakeRemote.open();
        server.on("tools/call", exchange -> exchange.json(200, exchange.result(exchange.text("from afar"))));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private ObjectNode entry() {
        return JsonMapper.builder()
                .build()
                .createObjectNode()
                .put("type", "http")
                .put("url", server.url());
    }

    private static Path configure(Sandbox sandbox, JsonNode entry) throws IOException {
        return Files.writeString(
                sandbox.file(".mcp.json").toAbsolutePath(), "{\"mcpServers\":{\"far\":" + entry + "}}");
    }

    private static Cli run(Sandbox sandbox, Map<String, String> environment, String... arguments) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("HOME", sandbox.home().toString());
        Cli run = sandbox.start(all, arguments).await();
        assertThat(run.out() + run.err()).doesNotContain(SECRET);
        return run;
    }

    private static Cli claude(Sandbox sandbox, Map<String, String> environment, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--client", "claude-code"));
        return run(sandbox, environment, all.toArray(String[]::new));
    }

    @Test
    void eachCommandSpeaksToItWithTheHeadersOfTheEntry(Sandbox sandbox) throws IOException {
        ObjectNode entry = entry();
        entry.putObject("headers").put("Authorization", "Bearer ${TOKEN}").put("X-Zone", "${ZONE:-north}");
        configure(sandbox, entry);
        Map<String, String> token = Map.of("TOKEN", SECRET);

        Cli call = claude(sandbox, token, "call", "far", "echo");
        assertThat(call.out()).as(call.toString()).isEqualTo("from afar\n");
        assertThat(server.await("tools/call").header("Authorization")).isEqualTo("Bearer " + SECRET);
        assertThat(server.await("tools/call").header("X-Zone")).isEqualTo("north");
        server.await("DELETE");

        JsonNode check = claude(sandbox, token, "check", "--json").json();
        assertThat(check.at("/working_servers/0/server_name").asText()).isEqualTo("far");
        assertThat(check.at("/working_servers/0/transport").asText()).isEqualTo("http");
        assertThat(check.at("/working_servers/0/context/url").asText()).isEqualTo(server.url());
        assertThat(check.at("/unsupported_servers")).isEmpty();

        assertThat(claude(sandbox, token, "tools", "far").out()).contains("cwd", "echo");
        assertThat(claude(sandbox, token, "tokens", "--json").json().toString()).contains("\"far\"");
    }

    @Test
    void whatACheckLearnsIsKnownToTheStubThatRewritePutsThere(Sandbox sandbox) throws IOException {
        ObjectNode entry = entry();
        entry.putObject("headers").put("X-Key", "${TOKEN}");
        Path config = configure(sandbox, entry);
        Map<String, String> token = Map.of("TOKEN", SECRET);
        assertThat(list(sandbox, token).has("toolCount")).isFalse();

        assertThat(claude(sandbox, token, "check").code()).isZero();
        JsonNode bare = list(sandbox, token);
        run(sandbox, token, "rewrite", config.toString(), "--all", "--remote", "--yes", "--command", "lazymcp");
        JsonNode wrapped = list(sandbox, token);

        assertThat(bare.path("lazy").asBoolean()).isFalse();
        assertThat(wrapped.path("lazy").asBoolean()).isTrue();
        assertThat(bare.path("toolCount").asInt()).isEqualTo(2);
        assertThat(wrapped.path("toolCount").asInt()).isEqualTo(2);
    }

    private static JsonNode list(Sandbox sandbox, Map<String, String> environment) {
        return claude(sandbox, environment, "list", "--json").json().at("/servers/0");
    }

    @Test
    void aVariableThatIsNotSetIsNamedAndNothingIsSent(Sandbox sandbox) throws IOException {
        ObjectNode entry = entry();
        entry.putObject("headers").put("Authorization", "Bearer ${NOT_THERE}");
        configure(sandbox, entry);

        JsonNode report = claude(sandbox, Map.of(), "check", "--json").json();
        assertThat(report.at("/failed_servers/0/phase").asText()).isEqualTo("config");
        assertThat(report.at("/failed_servers/0/error").asText())
                .isEqualTo("the variable NOT_THERE is not set here, and its address or a header is made of it");
        assertThat(claude(sandbox, Map.of(), "call", "far", "echo").err()).contains("NOT_THERE is not set");
        assertThat(server.connections()).isZero();
    }

    @Test
    void aCommandForHeadersRunsWhereTheClientIs(Sandbox sandbox) throws IOException {
        Files.writeString(sandbox.file("token.json"), "{\"X-Made\":\"" + SECRET + "\"}");
        configure(sandbox, entry().put("headersHelper", "cat token.json"));
        Files.createDirectory(sandbox.file(".git"));
        Path below = Files.createDirectories(sandbox.file("below"));
        Map<String, String> home = Map.of(
                "HOME",
                sandbox.home().toString(),
                "LAZYMCP_HOME",
                sandbox.home().toString());

        Cli call = Cli.start(below, home, List.of("call", "far", "echo", "--client", "claude-code"))
                .await();

        assertThat(call.out()).as(call.toString()).isEqualTo("from afar\n");
        assertThat(server.await("tools/call").header("X-Made")).isEqualTo(SECRET);
    }

    @Test
    void codexTakesTokenAndHeadersFromItsEnvironment(Sandbox sandbox) throws IOException {
        Path codex = Files.createDirectories(sandbox.home().resolve(".codex"));
        Files.writeString(codex.resolve("config.toml"), """
                [mcp_servers.far]
                url = "%s"
                bearer_token_env_var = "CODEX_SIDE"
                env_http_headers = { X-Other = "OTHER" }
                """.formatted(server.url()));
        Map<String, String> both = Map.of("CODEX_SIDE", SECRET, "OTHER", "other-value");

        assertThat(run(sandbox, both, "call", "far", "echo", "--client", "codex")
                        .out())
                .isEqualTo("from afar\n");
        assertThat(server.await("tools/call").header("Authorization")).isEqualTo("Bearer " + SECRET);
        assertThat(server.await("tools/call").header("X-Other")).isEqualTo("other-value");
        Cli unset = run(sandbox, Map.of("OTHER", "x"), "call", "far", "echo", "--client", "codex");
        assertThat(unset.err()).contains("the variable CODEX_SIDE is not set here");
    }

    @Test
    void aRefusalIsToldWithoutWhatWasSent(Sandbox sandbox) throws IOException {
        ObjectNode entry = entry();
        entry.putObject("headers").put("Authorization", "Bearer ${TOKEN}");
        configure(sandbox, entry);
        server.on("initialize", exchange -> exchange.raw(401, "not with " + exchange.header("Authorization")));
        Cli call = claude(sandbox, Map.of("TOKEN", SECRET), "call", "far", "echo");
        assertThat(call.code()).isEqualTo(1);
        assertThat(call.err()).contains("far did not start", "HTTP 401", "not with Bearer ***");

        server.on(
                "initialize",
                exchange -> exchange.json(
                        200,
                        "{\"jsonrpc\":\"2.0\",\"id\":"
                                + exchange.message().get("id").raw() + ",\"error\":{\"code\":-32000,\"message\":\""
                                + SECRET + " is too old\"}}"));
        assertThat(claude(sandbox, Map.of("TOKEN", SECRET), "call", "far", "echo")
                        .err())
                .contains("*** is too old");
    }
}
