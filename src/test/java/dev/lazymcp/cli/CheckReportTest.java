package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lazymcp.CheckSchema;
import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.os.Platform;
import dev.lazymcp.probe.Noise;
import dev.lazymcp.probe.Phase;
import dev.lazymcp.probe.Visit;
import dev.lazymcp.upstream.Exit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckReportTest {
    private static final String SECRET = "hunter2-0123456789";

    @TempDir
    Path directory;

    private Path file = Path.of("");
    private Machine machine = new Machine(Platform.LINUX, Path.of("/home/ann"), Map.of());

    @BeforeEach
    void place() throws IOException {
        directory = directory.toRealPath();
        file = directory.resolve(".mcp.json");
        machine = new Machine(Platform.LINUX, directory.resolve("home"), Map.of("PATH", "/bin"));
    }

    @Test
    void allWell() throws Exception {
        CheckReport report = report(working(target("{\"command\":\"x\",\"required\":true}"), "a", "b"));

        assertThat(report.exitCode()).isZero();
        JsonNode json = json(report);
        assertThat(json.path("status").asText()).isEqualTo("ok");
        assertThat(json.at("/working_servers/0/required").asBoolean()).isTrue();
        assertThat(json.at("/working_servers/0/prompt_tokens/awake").asInt())
                .isEqualTo(json.at("/prompt_tokens/awake").asInt())
                .isPositive();
        assertThat(json.path("available_tools")).hasSize(2);
    }

    @Test
    void oneOptionalServerThatFailedDegrades() throws Exception {
        CheckReport report = report(working(target("{\"command\":\"x\"}")), failed(target("{\"command\":\"y\"}")));

        assertThat(report.exitCode()).isEqualTo(10);
        assertThat(json(report).path("status").asText()).isEqualTo("degraded");
    }

    @Test
    void oneRequiredServerThatFailedIsMore() throws Exception {
        CheckReport report =
                report(failed(target("{\"command\":\"y\"}")), failed(target("{\"command\":\"y\",\"required\":true}")));

        assertThat(report.exitCode()).isEqualTo(11);
        assertThat(json(report).path("status").asText()).isEqualTo("required_failed");
    }

    @Test
    void requiredIsAlsoWhatTheStubSays() throws Exception {
        CheckTarget wrapped =
                target("{\"command\":\"lazymcp\",\"args\":[\"wrap\",\"--name\",\"s\",\"--required\",\"--\",\"y\"]}");

        assertThat(report(failed(wrapped)).exitCode()).isEqualTo(11);
        assertThat(wrapped.shownCommand()).containsExactly("y");
    }

    @Test
    void whatCannotBeCheckedCountsOnlyWhereItIsRequired() throws Exception {
        CheckTarget own = target("{\"type\":\"builtin\"}");
        CheckTarget required = target("{\"type\":\"builtin\",\"required\":true}");

        assertThat(report(unsupported(own)).exitCode()).isZero();
        assertThat(report(unsupported(required)).exitCode()).isEqualTo(11);
        JsonNode json = json(report(unsupported(required)));
        assertThat(json.at("/unsupported_servers/0/transport").asText()).isEqualTo("builtin");
        assertThat(json.at("/unsupported_servers/0/reason").asText()).isNotBlank();
    }

    @Test
    void aFileThatCannotBeReadDegrades() {
        Finding error = new Finding(Finding.Severity.ERROR, "files", "f", "It is broken.", "Mend it.");
        Finding hint = new Finding(Finding.Severity.WARNING, "files", "f", "It is odd.", "Look.");

        assertThat(new CheckReport(List.of(), List.of(error), Duration.ZERO).exitCode())
                .isEqualTo(10);
        assertThat(new CheckReport(List.of(), List.of(hint), Duration.ZERO).exitCode())
                .isZero();
    }

    @Test
    void aFailureHasItsWholeContextAndNoSecret() throws Exception {
        CheckTarget target = target(
                "{\"command\":\"srv\",\"args\":[\"--api-key\",\"" + SECRET + "\"],\"env\":{\"A\":\"" + SECRET + "\"}}");
        ServerLaunch.Local launch = (ServerLaunch.Local) target.launch();
        Visit visit = new Visit(
                        Optional.empty(),
                        Optional.of(new Visit.Failure(Phase.SPAWN, "it said " + SECRET, true)),
                        Map.of(Phase.SPAWN, Duration.ofMillis(7)),
                        new Noise(3, "first " + SECRET),
                        "login " + SECRET + " refused",
                        Optional.of(new Exit.Signalled(9, "")),
                        List.of())
                .withTexts(Masking.of(launch)::of);
        CheckReport report =
                report(Checked.of(target, launch, visit, Optional.of(entry(List.of(tool("known", "")))), false));

        JsonNode failed = json(report).at("/failed_servers/0");

        assertThat(failed.path("server_name").asText()).isEqualTo("s");
        assertThat(failed.path("phase").asText()).isEqualTo("spawn");
        assertThat(failed.path("recoverable").asBoolean()).isTrue();
        JsonNode context = failed.path("context");
        assertThat(context.path("clients")).extracting(JsonNode::asText).contains("claude-code");
        assertThat(context.path("file").asText()).isEqualTo(file.toString());
        assertThat(context.path("line").asInt()).isEqualTo(1);
        assertThat(context.path("command")).extracting(JsonNode::asText).containsExactly("srv", "--api-key", "***");
        assertThat(context.path("cwd").asText()).isEqualTo(directory.toString());
        assertThat(context.path("signal").asInt()).isEqualTo(9);
        assertThat(context.path("stderr").asText()).isEqualTo("login *** refused");
        assertThat(context.at("/stdout_noise/lines").asInt()).isEqualTo(3);
        assertThat(context.at("/timings_ms/spawn").asInt()).isEqualTo(7);
        assertThat(json(report).at("/missing_tools/0").toString())
                .isEqualTo("{\"server_name\":\"s\",\"tool\":\"known\",\"reason\":\"server_failed\"}");
        assertThat(json(report).toString() + text(report)).doesNotContain(SECRET);
        assertThat(text(report)).contains("s failed in phase spawn:", "it said ***", "stderr:", "login *** refused");
    }

    @Test
    void changesAreToldByPart() throws Exception {
        CheckTarget target = target("{\"command\":\"x\",\"tools\":[\"a\",\"c\",\"z\"]}");
        CatalogEntry before = entry(List.of(tool("a", "old"), tool("b", "x"), tool("c", "x")));
        Visit visit = visit(entry(List.of(tool("a", "new"), tool("d", "x"))));
        CheckReport report =
                report(Checked.of(target, (ServerLaunch.Local) target.launch(), visit, Optional.of(before), false));

        JsonNode json = json(report);

        assertThat(json.path("changed_tools").toString())
                .isEqualTo("[{\"server_name\":\"s\",\"tool\":\"d\",\"change\":\"added\",\"parts\":[]},"
                        + "{\"server_name\":\"s\",\"tool\":\"a\",\"change\":\"changed\",\"parts\":[\"description\"]}]");
        assertThat(json.path("missing_tools").toString())
                .isEqualTo("[{\"server_name\":\"s\",\"tool\":\"c\",\"reason\":\"gone\"},"
                        + "{\"server_name\":\"s\",\"tool\":\"z\",\"reason\":\"not_offered\"}]");
        assertThat(json.path("available_tools").toString()).isEqualTo("[{\"server_name\":\"s\",\"tool\":\"a\"}]");
        assertThat(text(report))
                .contains(
                        "s has new tools: d",
                        "s has another definition of a than before: description",
                        "s no longer offers: c",
                        "s does not offer tools that its entry names: z",
                        "1 of 1 servers work.");
    }

    @Test
    void theSameServerOfSeveralClientsIsOneAndAnotherOneIsNot() throws Exception {
        List<CheckTarget> same = targets("{\"s\":{\"command\":\"x\"}}");
        List<CheckTarget> other = targets("{\"s\":{\"command\":\"x\"},\"t\":{\"command\":\"x\"}}");

        assertThat(same).hasSize(1);
        assertThat(same.getFirst().clients()).contains("claude-code").hasSizeGreaterThan(1);
        assertThat(other).extracting(CheckTarget::name).containsExactly("s", "t");
    }

    @Test
    void namesChooseAndTheRestIsExplained() throws Exception {
        Files.writeString(
                file,
                "{\"mcpServers\":{\"one\":{\"command\":\"x\"},\"off\":{\"command\":\"x\",\"disabled\":true},"
                        + "\"bad\":{\"command\":\"x\",\"required\":1}}}");
        var servers = inventory().servers();

        assertThat(CheckSelection.of(servers, List.of()).servers())
                .extracting(server -> server.entry().name())
                .contains("one", "bad")
                .doesNotContain("off");
        assertThat(CheckSelection.of(servers, List.of("o*")).unknown()).isEmpty();
        assertThat(CheckSelection.of(servers, List.of("off", "nobody")).unknown())
                .satisfiesExactly(
                        off -> assertThat(off).contains("(off) is disabled"),
                        nobody -> assertThat(nobody).startsWith("no server is called nobody"));
    }

    private CheckTarget target(String entry) throws Exception {
        return targets("{\"s\":" + entry + "}").getFirst();
    }

    private List<CheckTarget> targets(String servers) throws Exception {
        Files.writeString(file, "{\"mcpServers\":" + servers + "}");
        return CheckTarget.of(inventory().servers(), server -> ServerLaunch.of(server, machine));
    }

    private Inventory inventory() {
        return Inventory.of(new ClientFiles(directory, machine), Optional.empty(), List.of(file));
    }

    private static CheckReport report(Checked... servers) {
        return new CheckReport(List.of(servers), List.of(), Duration.ofMillis(1234));
    }

    private static Checked working(CheckTarget target, String... tools) {
        CatalogEntry entry = entry(Stream.of(tools).map(name -> tool(name, "")).toList());
        return Checked.of(target, (ServerLaunch.Local) target.launch(), visit(entry), Optional.empty(), false);
    }

    private static Checked failed(CheckTarget target) {
        Visit visit = Visit.notBegun("no");
        return new Checked.Failed(target, visit, visit.failure().orElseThrow(), List.of());
    }

    private static Checked unsupported(CheckTarget target) {
        ServerLaunch.Elsewhere elsewhere = (ServerLaunch.Elsewhere) target.launch();
        return new Checked.Unsupported(target, elsewhere.transport(), elsewhere.reason());
    }

    private static Visit visit(CatalogEntry learned) {
        return new Visit(
                Optional.of(learned),
                Optional.empty(),
                Map.of(Phase.SPAWN, Duration.ofMillis(1), Phase.LIST, Duration.ofMillis(2)),
                new Noise(0, ""),
                "",
                Optional.empty(),
                List.of());
    }

    private static CatalogEntry entry(List<Tool> tools) {
        byte[] nothing = "{}".getBytes(UTF_8);
        return new CatalogEntry(
                Map.of("2025-11-25", "2025-06-18"),
                nothing,
                nothing,
                Optional.empty(),
                tools,
                List.of(),
                List.of(),
                List.of(),
                "2026-01-01T00:00:00Z",
                "1",
                5);
    }

    private static Tool tool(String name, String description) {
        return new Tool(
                name,
                ("{\"name\":\"" + name + "\",\"description\":\"" + description
                                + "\",\"inputSchema\":{\"type\":\"object\"}}")
                        .getBytes(UTF_8));
    }

    private static JsonNode json(CheckReport report) {
        JsonNode json = CheckJson.of(report);
        CheckSchema.require(json);
        return json;
    }

    private static String text(CheckReport report) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new CheckText(new PrintStream(out, true, UTF_8), 100).print(report);
        return out.toString(UTF_8);
    }
}
