package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The documentation names every command and every option, as they are. */
class CommandReferenceTest {
    private static final Path PAGE = Path.of("docs/commands.md");

    @Test
    void thePageSaysWhatTheModelOfTheCommandsSays() throws IOException {
        String page = CommandReference.page(LazymcpCommand.commandLine().getCommandSpec());
        if (System.getProperty("docs.write") != null) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/commands.md; write it anew with mvn test -Dtest=CommandReferenceTest -Ddocs.write")
                .isEqualTo(page);
    }

    @Test
    void theIndexLeadsFromEachCommandToAPage() throws IOException {
        String index = Files.readString(Path.of("docs/README.md"));
        for (ManPage page : ManPage.tree(LazymcpCommand.commandLine().getCommandSpec(), "")) {
            if (page.spec().parent() != null && page.spec().parent().parent() == null) {
                assertThat(index).contains("| `" + page.spec().name() + "` |");
            }
        }
    }
}
