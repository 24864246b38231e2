package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class ManPageTest {
    @Command(
            name = "feed",
            description = {"Feed an animal. Once.", ".Not a request, and no \\fBescape."},
            footer = {"", "Bring water."},
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {"0:fed", "3:bitten"},
            subcommands = {Cat.class, Ghost.class})
    static final class Feed {
        @Option(
                names = {"-q", "--quick"},
                description = "Hurry.")
        boolean quick;

        @Option(names = "--food", paramLabel = "WHAT", description = "What it gets.")
        String food = "";

        @Option(names = "--secret", hidden = true, description = "Nobody's business.")
        boolean secret;

        @Parameters(paramLabel = "ANIMAL", description = "The animal.")
        String animal = "";
    }

    @Command(name = "cat", description = "Feed the cat.")
    static final class Cat {}

    @Command(name = "ghost", hidden = true, description = "Feed nobody.")
    static final class Ghost {}

    @Test
    void aPageSaysWhatTheHelpSaysAndNothingIsTakenForARequest() {
        ManPage page = new ManPage(new CommandLine(new Feed()).getCommandSpec(), "1.2.3");
        assertThat(page.file()).isEqualTo("feed.1");
        assertThat(page.roff()).isEqualTo("""
                        .TH FEED 1 "" "lazymcp 1.2.3" "lazymcp"
                        .SH NAME
                        feed \\- Feed an animal
                        .SH SYNOPSIS
                        .nf
                        feed [\\-q] [\\-\\-food=WHAT] ANIMAL [COMMAND]
                        .fi
                        .SH DESCRIPTION
                        .PP
                        Feed an animal. Once.
                        .PP
                        \\&.Not a request, and no \\efBescape.
                        .SH ARGUMENTS
                        .TP
                        \\fIANIMAL\\fR
                        The animal.
                        .SH OPTIONS
                        .TP
                        \\fB\\-q\\fR, \\fB\\-\\-quick\\fR
                        Hurry.
                        .TP
                        \\fB\\-\\-food\\fR=\\fIWHAT\\fR
                        What it gets.
                        .SH COMMANDS
                        .TP
                        \\fBfeed\\-cat\\fR(1)
                        Feed the cat
                        .SH EXIT STATUS
                        .TP
                        \\fB0\\fR
                        fed
                        .TP
                        \\fB3\\fR
                        bitten
                        .SH NOTES
                        .PP
                        Bring water.
                        """);
    }

    @Test
    void everyCommandThatIsForPeopleHasAPage() {
        List<String> names = ManPage.tree(LazymcpCommand.commandLine().getCommandSpec(), "1").stream()
                .map(ManPage::name)
                .toList();
        assertThat(names)
                .contains("lazymcp", "lazymcp-wrap", "lazymcp-agent", "lazymcp-agent-set", "lazymcp-man")
                .doesNotContain("lazymcp-__complete", "lazymcp-demo-server")
                .doesNotHaveDuplicates();
    }

    @Test
    void oneIsPrintedOrAllAreWritten(@TempDir Path directory) throws IOException {
        Commands commands = new Commands(directory, Map.of());
        assertThat(commands.run("man", "agent", "set")).isZero();
        assertThat(commands.printed()).startsWith(".TH LAZYMCP\\-AGENT\\-SET 1");
        assertThat(commands.run("man")).isZero();
        assertThat(commands.printed()).startsWith(".TH LAZYMCP 1");
        Path pages = directory.resolve("share/man/man1");
        assertThat(commands.run("man", "--write", pages.toString())).isZero();
        try (Stream<Path> written = Files.list(pages)) {
            assertThat(written.map(page -> page.getFileName().toString())).contains("lazymcp.1", "lazymcp-agent-set.1");
        }
        assertThat(Files.readString(pages.resolve("lazymcp-wrap.1"))).contains("\\fB\\-\\-expose\\fR=\\fIMODE\\fR");
    }

    @Test
    void aPageOfNothingAndAPlaceThatIsNoneAreSaid(@TempDir Path directory) throws IOException {
        Commands commands = new Commands(directory, Map.of());
        assertThat(commands.run("man", "agent", "frobnicate")).isEqualTo(2);
        assertThat(commands.complaints()).contains("there is no command 'agent frobnicate'");
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThat(commands.run("man", "--write", file.resolve("x").toString())).isEqualTo(1);
        assertThat(commands.complaints()).contains("cannot write to " + file.resolve("x"));
    }
}
