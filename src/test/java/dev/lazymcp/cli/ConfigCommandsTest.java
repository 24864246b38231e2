package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rewrite} and {@code restore} as a person types them. */
final class ConfigCommandsTest {
    private static final String TWO = "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"K\": \"s3cr3t\"}},"
            + " \"b\": {\"command\": \"y\", \"autoConnect\": false}}}\n";

    @TempDir
    Path directory;

    private Commands commands = new Commands(Path.of(""), Map.of());
    private ByteArrayOutputStream out = commands.out;
    private ByteArrayOutputStream err = commands.err;
    private final List<String> questions = new ArrayList<>();
    private Optional<ConfirmPrompt> prompt = Optional.empty();
    private Path project = Path.of("");
    private Path home = Path.of("");

    @BeforeEach
    void makeProject() throws IOException {
        directory = directory.toRealPath();
        commands = new Commands(directory, Map.of());
        out = commands.out;
        err = commands.err;
        home = Files.createDirectories(commands.home());
        project = Files.createDirectories(commands.project());
    }

    @Test
    void theLazyEntriesOfTheProjectAreWrittenAndComeBack() throws IOException {
        Path file = file(".mcp.json", TWO);

        assertThat(run("rewrite", "--yes")).isZero();
        assertThat(Files.readString(file)).contains("\"--name\", \"b\"").doesNotContain("\"--name\", \"a\"");
        assertThat(text(out)).contains(".mcp.json: written", "wrapped  b").doesNotContain("s3cr3t");

        assertThat(run("rewrite", "--yes")).isZero();
        assertThat(text(out)).contains("Nothing to do.");

        assertThat(run("restore", "--yes")).isZero();
        assertThat(Files.readString(file)).isEqualTo(TWO);

        assertThat(run("restore", "--yes")).isZero();
        assertThat(text(out)).contains("Nothing to do.");
    }

    @Test
    void namesChooseEntriesAndRestoreTakesThemOneByOne() throws IOException {
        Path file = file(".mcp.json", TWO);

        assertThat(run("rewrite", "a", "b", "--yes", "--expose", "names")).isZero();
        assertThat(Files.readString(file)).contains("\"--name\", \"a\", \"--expose\", \"names\"", "\"--name\", \"b\"");
        assertThat(run("restore", "a", "--yes")).isZero();
        assertThat(Files.readString(file)).contains("{\"command\": \"x\", \"env\"", "\"--name\", \"b\"");
    }

    @Test
    void aDryRunShowsTheChangeWithoutSecretsAndWritesNothing() throws IOException {
        Path file = file(".mcp.json", TWO);

        assertThat(run("rewrite", "--all", "--dry-run")).isZero();

        assertThat(text(out))
                .contains("--- " + file, "+++ " + file, "@@ -1,1 +1,1 @@", "\"--env-keys\", \"K\"", ": planned")
                .doesNotContain("s3cr3t");
        assertThat(Files.readString(file)).isEqualTo(TWO);
        assertThat(directory.resolve("state")).doesNotExist();
    }

    @Test
    void whereNobodyCanBeAskedNothingIsWritten() throws IOException {
        Path file = file(".mcp.json", TWO);

        assertThat(run("rewrite", "--all")).isEqualTo(2);

        assertThat(text(err)).contains("--yes", "--dry-run");

        assertThat(run("rewrite", ".mcp.json", "none.json", "--all")).isEqualTo(2);
        assertThat(text(err)).contains("--yes", "none.json: there is no such file");
        assertThat(Files.readString(file)).isEqualTo(TWO);
    }

    @Test
    void thePersonAtTheTerminalIsShownTheChangeAndAsked() throws IOException {
        Path file = file(".mcp.json", TWO);

        prompt = Optional.of(question -> !questions.add(question));
        assertThat(run("rewrite", "--all")).isEqualTo(1);
        assertThat(Files.readString(file)).isEqualTo(TWO);
        assertThat(text(out)).contains("@@ -1,1 +1,1 @@");

        prompt = Optional.of(questions::add);
        assertThat(run("rewrite", "--all")).isZero();
        assertThat(Files.readString(file)).contains("lazymcp");
        assertThat(questions).containsExactly("Write this file?", "Write this file?");

        questions.clear();
        assertThat(run("rewrite", "--all")).isZero();
        assertThat(questions).as("nothing to write, nothing to ask").isEmpty();
    }

    @Test
    void oneBadFileDoesNotStopTheOthers() throws IOException {
        Path bad = file("bad.json", "{\n  \"mcpServers\": {\"a\": nope}}");
        Path good = file("good.json", TWO);
        Path missing = project.resolve("missing.json");

        assertThat(run("rewrite", "bad.json", "missing.json", "good.json", "--all", "--yes"))
                .isEqualTo(1);

        assertThat(text(err)).contains(bad + ":2:", missing + ": there is no such file");
        assertThat(Files.readString(good)).contains("lazymcp");
        assertThat(Files.readString(bad)).contains("nope");
    }

    @Test
    void anEntryThatMakesNoSenseIsAFailureOfThatEntry() throws IOException {
        Path file = file(
                "c.json",
                "{\"servers\": {\"a\": {\"command\": \"x\", \"required\": \"no\"}, \"b\": {\"command\": \"y\"}}}");

        assertThat(run("rewrite", "c.json", "--all", "--yes")).isEqualTo(1);

        assertThat(text(err)).contains(file + ":1:48: required must be true or false (in a)");
        assertThat(Files.readString(file)).contains("\"required\": \"no\"}", "\"--name\", \"b\"");
    }

    @Test
    void aNameThatNobodyHasIsAFailure() throws IOException {
        file(".mcp.json", TWO);

        assertThat(run("rewrite", "a", "gh", "--yes")).isEqualTo(1);

        assertThat(text(err)).contains("no entry is called gh in").doesNotContain("called a ");
    }

    @Test
    void whereThereIsNoConfigFileThePlacesAreNamedOnDemand() {
        assertThat(run("rewrite", "--yes")).isZero();
        assertThat(text(err))
                .isEqualToIgnoringNewLines("lazymcp: no client configuration was found in " + project + " and " + home
                        + "; name a file: lazymcp rewrite FILE (--verbose shows all that were looked for)");

        assertThat(run("rewrite", "docs", "--yes")).isEqualTo(1);
        assertThat(text(err)).hasLineCount(1);

        assertThat(run("rewrite", "--yes", "--verbose")).isZero();
        assertThat(text(err))
                .contains(
                        project.resolve(".mcp.json").toString(),
                        home.resolve(".claude.json").toString());
        assertThat(text(out)).contains("Nothing to do.");
    }

    @Test
    void reportsAreJsonOnDemand() throws IOException {
        Path file = file("c.json", TWO);
        run("rewrite", "c.json", "--all", "--dry-run", "--json");
        JsonNode report =
                JsonMapper.builder().build().readTree(text(out)).path("files").path(0);

        assertThat(report.path("file").asText()).isEqualTo(file.toString());
        assertThat(report.path("status").asText()).isEqualTo("planned");
        assertThat(report.path("diff").asText()).startsWith("--- ").doesNotContain("s3cr3t");
        assertThat(report.path("entries").path(0).path("section").path(0).asText())
                .isEqualTo("mcpServers");
        assertThat(report.path("entries").path(1).path("name").asText()).isEqualTo("b");
        assertThat(report.path("entries").path(1).path("outcome").asText()).isEqualTo("wrapped");

        assertThat(run("rewrite", "none.json", "--yes", "--json")).isEqualTo(1);
        JsonNode failure =
                JsonMapper.builder().build().readTree(text(out)).path("files").path(0);
        assertThat(failure.path("status").asText()).isEqualTo("failed");
        assertThat(failure.path("error").asText()).contains("there is no such file");
    }

    @Test
    void aSlipInANameIsAnsweredWithTheNameThatIsThere() throws IOException {
        file("c.json", "{\"mcpServers\": {\"github\": {\"command\": \"x\"}}}");
        assertThat(run("rewrite", "c.json", "gihtub", "--yes")).isEqualTo(1);
        assertThat(text(err))
                .isEqualToIgnoringNewLines("lazymcp: no entry is called gihtub in " + project.resolve("c.json")
                        + "; did you mean github?");
    }

    @Test
    void whatWasAskedForByNameAndCannotBeIsAFailure() throws IOException {
        file("c.json", """
                {"mcpServers": {
                  "off": {"command": "x", "disabled": true},
                  "inside": {"type": "builtin"},
                  "bare": {"command": "lazymcp", "args": ["wrap", "--name", "bare"]},
                  "on": {"command": "x"}}}
                """);
        for (String name : new String[] {"off", "inside", "bare"}) {
            assertThat(run("rewrite", "c.json", name, "on", "--yes")).as(name).isEqualTo(1);
            assertThat(text(out)).contains("refused  " + name);
        }
        assertThat(run("rewrite", "c.json", "bare", "--yes")).isEqualTo(1);
        assertThat(text(out)).contains("a stub with no command behind --, and cannot start");
        assertThat(run("rewrite", "c.json", "on", "--yes"))
                .as("wrapped already")
                .isZero();
        assertThat(run("rewrite", "c.json", "--all", "--yes"))
                .as("nobody named them")
                .isZero();
    }

    @Test
    void whatNoClientReadsAndWhatIsForAnotherProjectIsLeft() throws IOException {
        Path code = Files.createDirectories(project.resolve(".vscode")).resolve("mcp.json");
        Files.writeString(code, TWO);
        Path user = Files.writeString(home.resolve(".claude.json"), """
                {"mcpServers": {"mine": {"command": "x"}},
                 "projects": {"%s": {"mcpServers": {"here": {"command": "x"}}},
                              "/other": {"mcpServers": {"there": {"command": "x"}}}}}
                """.formatted(project));

        assertThat(run("rewrite", "--all", "--yes")).isZero();
        assertThat(text(out))
                .contains(
                        "left  a: no client of this file reads mcpServers",
                        "left  there (/other): it is for the project /other alone",
                        "wrapped  mine",
                        "wrapped  here");
        assertThat(code).hasContent(TWO);
        assertThat(run("rewrite", "there", "--yes")).isEqualTo(1);
        assertThat(run("rewrite", user.toString(), "there", "--yes")).isZero();
        assertThat(Files.readString(user)).contains("\"--name\", \"there\"");
    }

    @Test
    void aFileThatIsNamedTwiceIsWrittenOnce() throws IOException {
        Path file = file("c.json", TWO);
        Files.createSymbolicLink(project.resolve("link.json"), file);
        assertThat(run("rewrite", "c.json", "./c.json", "link.json", "--all", "--yes"))
                .isZero();
        assertThat(text(err)).isEmpty();
        assertThat(Files.readString(file)).containsOnlyOnce("\"--name\", \"a\"");
    }

    @Test
    void restoreMeansWhatRewriteMeansAndSaysWhatItLeaves() throws IOException {
        Path other = Files.createDirectories(directory.resolve("other")).resolve(".mcp.json");
        Files.writeString(other, TWO);
        Path here = file(".mcp.json", TWO);
        run("rewrite", other.toString(), ".mcp.json", "--all", "--yes");

        assertThat(run("restore", "--yes")).isZero();
        assertThat(Files.readString(here)).isEqualTo(TWO);
        assertThat(Files.readString(other)).contains("lazymcp");
        assertThat(text(out)).contains("left: " + other, "'lazymcp restore --everywhere'");

        assertThat(run("restore", "--everywhere", "--yes")).isZero();
        assertThat(Files.readString(other)).isEqualTo(TWO);
        assertThat(text(out)).doesNotContain("--everywhere");
    }

    @Test
    void aPatternMeansAllThatItFitsAndIsNoFailureForOneThatCannotBeDone() throws IOException {
        String text = """
                {"mcpServers": {"git-a": {"command": "x"}, "git-b": {"command": "x", "disabled": true},
                                "other": {"command": "x"}}}
                """;
        Path file = file(".mcp.json", text);
        assertThat(run("rewrite", "git-?", "--yes")).isZero();
        assertThat(Files.readString(file)).contains("\"--name\", \"git-a\"").doesNotContain("\"other\", \"--\"");
        assertThat(text(out))
                .contains("wrapped  git-a", "left  git-b: it is disabled")
                .doesNotContain("wrapped  other");

        assertThat(run("rewrite", "git-b", "--yes")).isEqualTo(1);
        assertThat(run("restore", "svn*", "--yes")).isEqualTo(1);
        assertThat(text(err)).contains("no entry is called svn*");
        assertThat(run("restore", "g*", "--yes")).isZero();
        assertThat(file).hasContent(text);
    }

    @Test
    void restoreTakesTheFilesOfOneClient() throws IOException {
        Path shared = file(".mcp.json", TWO);
        Path roo = Files.writeString(
                Files.createDirectories(project.resolve(".roo")).resolve("mcp.json"), TWO);
        run("rewrite", "--all", "--yes");

        assertThat(run("restore", "--client", "roo", "--yes")).isZero();
        assertThat(roo).hasContent(TWO);
        assertThat(Files.readString(shared)).contains("lazymcp");
        assertThat(run("restore", "--client", "roo", "--everywhere", "--yes")).isEqualTo(2);
        assertThat(text(err)).contains("not both");
    }

    @Test
    void restoreEverywhereFindsAllThatWasChanged() throws IOException {
        Path elsewhere = Files.writeString(
                Files.createDirectory(directory.resolve("else")).resolve("x.json"), TWO);
        Path here = file(".mcp.json", TWO);
        run("rewrite", elsewhere.toString(), ".mcp.json", "--all", "--yes");
        assertThat(Files.readString(elsewhere)).contains("lazymcp");

        assertThat(run("restore", "--everywhere", "--yes")).isZero();

        assertThat(Files.readString(elsewhere)).isEqualTo(TWO);
        assertThat(Files.readString(here)).isEqualTo(TWO);
    }

    @Test
    void aFileThatWasDeletedSinceIsPassedOverAndItsBackupNamed() throws IOException {
        Path file = file("c.json", TWO);
        run("rewrite", "c.json", "--all", "--yes");
        Files.delete(file);

        assertThat(run("restore", "--everywhere", "--yes")).isZero();

        assertThat(text(err))
                .contains(file + " is gone", directory.resolve("state").toString());
    }

    @Test
    void serverNamesThatLookLikePathsAreNames() {
        ConfigTargets targets =
                ConfigTargets.of(List.of("github.com/a/b", "@21st-dev/magic", "a.json", "x/y.yaml", "plain"), project);

        assertThat(targets.names()).containsExactly("github.com/a/b", "@21st-dev/magic", "plain");
        assertThat(targets.files()).containsExactly(project.resolve("a.json"), project.resolve("x/y.yaml"));
    }

    @Test
    void unknownClientsAreAMistakeInTheCommandLine() {
        assertThat(run("rewrite", "--client", "nobody")).isEqualTo(2);
        assertThat(text(err)).contains("claude-code", "copilot", "vscode");
    }

    private int run(String... args) {
        return commands.run(prompt, args);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(project.resolve(name), text);
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(UTF_8);
    }
}
