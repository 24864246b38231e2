package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code lazymcp agent …} in a named session that has no stub. */
class AgentCommandsTest {
    @TempDir
    Path directory;

    private final Map<String, String> env = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void name() {
        env.put("LAZYMCP_HOME", directory.resolve("own").toString());
        env.put("LAZYMCP_SESSION", "work");
    }

    private int run(Object command, String... arguments) {
        out.reset();
        err.reset();
        return new CommandLine(command)
                .setOut(new java.io.PrintWriter(out, true, UTF_8))
                .setErr(new java.io.PrintWriter(err, true, UTF_8))
                .execute(arguments);
    }

    private Surroundings surroundings() {
        return new Surroundings(
                env,
                directory,
                directory.resolve("home"),
                Optional.empty(),
                Optional.empty(),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8));
    }

    private int hook(InputStream in, String... arguments) {
        return run(new AgentHookCommand(surroundings(), in), arguments);
    }

    private int hook(String input, String... arguments) {
        return hook(new ByteArrayInputStream(input.getBytes(UTF_8)), arguments);
    }

    private String text(ByteArrayOutputStream stream) {
        return stream.toString(UTF_8);
    }

    private JsonNode list() throws IOException {
        assertThat(run(new AgentListCommand(surroundings()), "--json")).isZero();
        return JsonMapper.builder().build().readTree(text(out));
    }

    @Test
    void setEnterLeaveAndClearAddUp() throws IOException {
        assertThat(run(new AgentSetCommand(surroundings()), "Main")).isZero();
        assertThat(text(out)).startsWith("Active: Main (main)\n").contains("work");
        run(new AgentEnterCommand(surroundings()), "Sub");
        run(new AgentEnterCommand(surroundings()), "Sub");
        assertThat(text(out)).startsWith("Active: Main (main), Sub ×2\n");
        run(new AgentSetCommand(surroundings()), "Next", "--json");
        JsonNode json = JsonMapper.builder().build().readTree(text(out));
        assertThat(json.get("session").asText()).isEqualTo("work");
        assertThat(json.get("main").asText()).isEqualTo("Next");
        assertThat(json.get("active").toString())
                .isEqualTo(
                        "[{\"agent\":\"Next\",\"count\":1,\"aliases\":[]},{\"agent\":\"Sub\",\"count\":2,\"aliases\":[]}]");
        run(new AgentLeaveCommand(surroundings()), "Sub");
        assertThat(text(out)).startsWith("Active: Next (main), Sub\n");
        run(new AgentClearCommand(surroundings()));
        assertThat(text(out)).startsWith("No agent is active.\n");
    }

    @Test
    void leaveOfOneThatIsNotActiveFailsAndSaysWhoIs() throws IOException {
        run(new AgentSetCommand(surroundings()), "Main");
        assertThat(run(new AgentLeaveCommand(surroundings()), "main")).isEqualTo(1);
        assertThat(text(err)).contains("main is not active. Active: Main (main)");
        assertThat(text(out)).isEmpty();
        assertThat(list().get("active")).hasSize(1);

        assertThat(run(new AgentLeaveCommand(surroundings()), "ghost", "--json"))
                .isEqualTo(1);
        JsonNode json = JsonMapper.builder().build().readTree(text(out));
        assertThat(json.get("error").asText()).startsWith("ghost is not active.");
        assertThat(json.get("main").asText()).isEqualTo("Main");
        assertThat(json.get("servers")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", " ", ""})
    void whatCanBeNoNameIsRefused(String name) {
        assertThat(run(new AgentSetCommand(surroundings()), name)).isEqualTo(2);
        assertThat(directory.resolve("own")).doesNotExist();
    }

    @Test
    void theFirstCommandBeginsWithTheAgentsOfTheEnvironment() throws IOException {
        env.put("LAZYMCP_AGENTS", "A, B");
        run(new AgentEnterCommand(surroundings()), "C");
        assertThat(text(out)).startsWith("Active: A, B, C\n");
        run(new AgentLeaveCommand(surroundings()), "A");
        assertThat(text(out)).startsWith("Active: B, C\n");
    }

    @Test
    void bothNamesOfADefinedAgentAreActiveAndListShowsWhatThereIs() throws IOException {
        Path file = Files.createDirectories(directory.resolve(".claude/agents")).resolve("rs.md");
        Files.writeString(file, "---\nname: Research\n---\n");
        run(new AgentSetCommand(surroundings()), "rs", "--json");
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(text(out))
                        .get("active")
                        .get(0)
                        .get("aliases")
                        .get(0)
                        .asText())
                .isEqualTo("Research");
        JsonNode defined = list().get("defined");
        assertThat(defined).hasSize(1);
        assertThat(defined.get(0).get("name").asText()).isEqualTo("Research");
        assertThat(defined.get(0).get("id").asText()).isEqualTo("rs");
        assertThat(defined.get(0).get("scope").asText()).isEqualTo("project");
        assertThat(defined.get(0).get("file").asText()).isEqualTo(file.toString());
        run(new AgentListCommand(surroundings()));
        assertThat(text(out)).contains("Active: rs (main)", "Research  rs  project  .claude/agents/rs.md");
    }

    @Test
    void hooksFollowAConversation() throws IOException {
        assertThat(hook("{\"hook_event_name\":\"SessionStart\",\"session_id\":\"s\",\"source\":\"startup\"}"))
                .isZero();
        assertThat(directory.resolve("own/run/agents-work.json"))
                .as("nothing to say, nothing said")
                .doesNotExist();
        hook("{\"hook_event_name\":\"SessionStart\",\"session_id\":\"s\",\"source\":\"startup\",\"agent_type\":\"M\"}");
        String sub = "\"session_id\":\"s\",\"agent_id\":\"1\",\"agent_type\":\"S\"}";
        hook("{\"hook_event_name\":\"SubagentStart\"," + sub);
        assertThat(list().get("active")).hasSize(2);
        hook("{\"hook_event_name\":\"SubagentStop\"," + sub);
        hook("{\"hook_event_name\":\"SubagentStop\"," + sub);
        assertThat(list().get("active")).hasSize(1);
        assertThat(list().get("main").asText()).isEqualTo("M");
        assertThat(hook("{\"hook_event_name\":\"SessionEnd\",\"session_id\":\"s\"}"))
                .isZero();
        assertThat(list().get("active")).isEmpty();
        assertThat(text(err)).isEmpty();
    }

    @Test
    void aHookFindsTheAgentsOfTheClientsDirectory() throws IOException {
        Path project = directory.resolve("project");
        Path file = Files.createDirectories(project.resolve(".github/agents")).resolve("rs.agent.md");
        Files.writeString(file, "---\nname: Research\n---\n");
        hook(
                "{\"hook_event_name\":\"SubagentStart\",\"session_id\":\"s\",\"agent_id\":\"1\",\"agent_type\":\"rs\",\"cwd\":"
                        + JsonMapper.builder().build().writeValueAsString(project.toString()) + "}");
        assertThat(list().get("active").get(0).get("aliases").get(0).asText()).isEqualTo("Research");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "[1]",
                "{\"hook_event_name\":",
                "{\"hook_event_name\":\"PreToolUse\"}",
                "{\"hook_event_name\":\"SubagentStart\"}",
                "{\"hook_event_name\":\"SubagentStart\",\"agent_type\":\"A\",\"cwd\":\"\\u0000\"}"
            })
    void aHookNeverFailsAndNeverSaysAnythingToTheModel(String input) {
        assertThat(hook(input)).isZero();
        assertThat(text(out)).isEmpty();
        assertThat(text(err).lines().count()).isLessThanOrEqualTo(1);
    }

    @Test
    void aHookWhoseRunDirectoryCannotBeMadeSaysSoOnOneLine() throws IOException {
        Files.writeString(directory.resolve("own"), "a file in the way");
        assertThat(hook("{\"hook_event_name\":\"SubagentStart\",\"agent_type\":\"A\"}"))
                .isZero();
        assertThat(text(out)).isEmpty();
        assertThat(text(err).lines()).singleElement().asString().contains("own");
    }

    @Test
    void unknownOptionsDoNotMakeAHookFail() {
        assertThat(hook("{\"hook_event_name\":\"Stop\"}", "--session", "x", "y", "--what=ever"))
                .isZero();
        assertThat(text(out)).isEmpty();
    }

    @Test
    void inputThatIsTooLongOrDoesNotEndIsGivenUp() throws IOException {
        assertThat(hook(" ".repeat(1024 * 1024 + 1))).isZero();
        assertThat(text(err)).contains("longer than 1048576 bytes");
        try (PipedOutputStream open = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(open)) {
            open.write('{');
            assertThat(hook(in)).isZero();
        }
        assertThat(text(err)).contains("did not end");
    }

    @Test
    void aSlipInANameIsTakenAndWarnedOf() throws IOException {
        Files.writeString(
                Files.createDirectories(directory.resolve(".claude/agents")).resolve("Research.md"),
                "---\nname: Research\n---\n");
        for (Object command :
                new Object[] {new AgentSetCommand(surroundings()), new AgentEnterCommand(surroundings())}) {
            assertThat(run(command, "research")).isZero();
            assertThat(text(err))
                    .isEqualToIgnoringNewLines("lazymcp: no agent is called research; did you mean Research?");
        }
        for (String fine : new String[] {"Research", "general-purpose"}) {
            assertThat(run(new AgentSetCommand(surroundings()), fine)).isZero();
            assertThat(text(err)).isEmpty();
        }
    }
}
