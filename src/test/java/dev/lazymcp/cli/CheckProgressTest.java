package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.os.Platform;
import dev.lazymcp.probe.Phase;
import dev.lazymcp.probe.Visit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckProgressTest {
    @TempDir
    Path directory;

    private final AtomicLong clock = new AtomicLong();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void showsWhatEachServerIsAtAndWhyItTakesSoLong() throws Exception {
        List<CheckTarget> targets =
                targets("{\"a\":{\"command\":\"npx\",\"args\":[\"pkg\"]},\"b\":{\"command\":\"node\"}}");
        try (CheckProgress progress = new CheckProgress(new PrintStream(out, true, UTF_8), 80, 3, clock::get)) {
            progress.entered(targets.getFirst(), Phase.SPAWN);
            progress.entered(targets.getLast(), Phase.INITIALIZE);
            assertThat(progress.lines())
                    .containsExactly(
                            "  a  0 s  starting", "  b  0 s  waiting for its introduction", "0 of 3 servers checked");

            clock.set(4_500_000_000L);
            progress.entered(targets.getFirst(), Phase.INITIALIZE);
            progress.entered(targets.getLast(), Phase.LIST);
            assertThat(progress.lines())
                    .containsExactly(
                            "  a  4 s  waiting for its introduction (npx downloads what is not there yet)",
                            "  b  4 s  listing",
                            "0 of 3 servers checked");

            Visit visit = Visit.notBegun("no");
            progress.done(
                    new Checked.Failed(targets.getLast(), visit, visit.failure().orElseThrow(), List.of()));
            assertThat(progress.lines()).last().isEqualTo("1 of 3 servers checked, 1 failed");
        }
        assertThat(out.size()).as("nothing was drawn, so nothing is erased").isZero();
    }

    @Test
    void linesFitTheTerminal() throws Exception {
        CheckTarget target =
                targets("{\"" + "n".repeat(90) + "\":{\"command\":\"x\"}}").getFirst();
        try (CheckProgress progress = new CheckProgress(new PrintStream(out, true, UTF_8), 80, 1, clock::get)) {
            progress.entered(target, Phase.SPAWN);

            assertThat(progress.lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        }
    }

    private List<CheckTarget> targets(String servers) throws Exception {
        Path file = Files.writeString(directory.resolve(".mcp.json"), "{\"mcpServers\":" + servers + "}");
        Machine machine = new Machine(Platform.LINUX, directory, Map.of());
        return CheckTarget.of(
                Inventory.of(new ClientFiles(directory, machine), Optional.empty(), List.of(file))
                        .servers(),
                server -> ServerLaunch.of(server, machine));
    }
}
