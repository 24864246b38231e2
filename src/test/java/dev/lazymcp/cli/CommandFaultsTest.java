package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommandFaultsTest {
    @TempDir
    Path directory;

    private Commands commands = new Commands(Path.of(""), Map.of());

    @BeforeEach
    void makeProject() throws IOException {
        directory = directory.toRealPath();
        commands = new Commands(directory, Map.of());
        Files.createDirectories(commands.home());
        Files.createDirectories(commands.project());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "frobnicate                  | there is no command frobnicate                             | lazymcp",
                "statsu                      | there is no command statsu; did you mean status?           | lazymcp",
                "agent lsit                  | there is no command lsit; did you mean list?               | lazymcp agent",
                "rewrite --al                | lazymcp rewrite has no option --al; did you mean --all?    | lazymcp rewrite",
                "rewrite --token=s3cr3t      | lazymcp rewrite has no option --token                      | lazymcp rewrite",
                "doctor x                    | lazymcp doctor takes no such word: x                       | lazymcp doctor",
                "wrap node x.js              | the server's command stands behind --, as in: lazymcp wrap … -- node … | lazymcp wrap",
                "wrap --name n node -y s3cr3t| the server's command stands behind --, as in: lazymcp wrap … -- node … | lazymcp wrap",
                "wrap --expsoe s3cr3t        | lazymcp wrap has no option --expsoe; did you mean --expose? | lazymcp wrap",
            })
    void aWrongWordIsOneSentenceAndWhereToRead(String line, String message, String command) {
        assertThat(commands.run(line.split(" "))).isEqualTo(2);
        assertThat(commands.complaints())
                .isEqualTo("lazymcp: " + message + System.lineSeparator() + "See '" + command + " --help'."
                        + System.lineSeparator());
    }

    @Test
    void theWordsThatPeopleTryForHelpWork() {
        assertThat(LazymcpCommand.asOptions("help")).containsExactly("--help");
        assertThat(LazymcpCommand.asOptions("help", "agent", "set")).containsExactly("agent", "set", "--help");
        assertThat(LazymcpCommand.asOptions("version")).containsExactly("--version");
        assertThat(LazymcpCommand.asOptions("rewrite", "help", "version"))
                .containsExactly("rewrite", "help", "version");
        assertThat(LazymcpCommand.asOptions()).isEmpty();
    }

    @Test
    void whatCannotBeDoneIsASentenceAndNoTrace() throws IOException {
        Path inTheWay = Files.createFile(directory.resolve("file"));
        Commands blocked = new Commands(directory, Map.of());
        assertThat(blocked.run(Map.of("LAZYMCP_HOME", inTheWay.resolve("x").toString()), "agent", "set", "q"))
                .isEqualTo(1);
        assertThat(blocked.complaints())
                .startsWith("lazymcp: " + inTheWay.resolve("x"))
                .contains("LAZYMCP_HOME names another directory")
                .doesNotContain("\tat ", "Exception");

        assertThat(blocked.run(
                        Map.of("LAZYMCP_HOME", inTheWay.resolve("x").toString(), "LAZYMCP_DEBUG", "1"),
                        "agent",
                        "set",
                        "q"))
                .isEqualTo(1);
        assertThat(blocked.complaints()).contains("\tat ", "Exception");
    }

    @Test
    void anErrorOfOursSaysSo() {
        StringWriter said = new StringWriter();
        int code = new CommandFaults(Map.of())
                .handleExecutionException(
                        new IllegalStateException("x\u001b"),
                        LazymcpCommand.commandLine().setErr(new PrintWriter(said)),
                        LazymcpCommand.commandLine().parseArgs());
        assertThat(code).isEqualTo(1);
        assertThat(said.toString()).contains("lazymcp: x?", "an error of lazymcp itself; LAZYMCP_DEBUG=1");
    }

    @Test
    void onlyWhatIsNearIsSuggested() {
        List<String> known = List.of("fs", "docs", "Research", "github");
        assertThat(Spelling.nearest("research", known)).contains("Research");
        assertThat(Spelling.nearest("gihtub", known)).contains("github");
        assertThat(Spelling.nearest("doc", known)).contains("docs");
        assertThat(Spelling.nearest("git", known)).isEmpty();
        assertThat(Spelling.nearest("x", known)).isEmpty();
        assertThat(Spelling.nearest("frobnicate", known)).isEmpty();
    }
}
