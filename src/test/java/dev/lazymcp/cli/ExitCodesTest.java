package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class ExitCodesTest {
    @Test
    void theHelpOfEveryCommandSaysThemOnce() {
        List<CommandLine> all = new ArrayList<>();
        collect(LazymcpCommand.commandLine(CommandLine.defaultFactory(), Map.of()), all);
        assertThat(all).hasSizeGreaterThan(25).allSatisfy(command -> {
            String help = command.getUsageMessage();
            assertThat(help).as(command.getCommandName()).containsOnlyOnce("Exit code");
            assertThat(help.lines()
                            .dropWhile(line -> !line.equals("Exit codes:"))
                            .skip(1))
                    .as(command.getCommandName())
                    .first(InstanceOfAssertFactories.STRING)
                    .matches(" +0 +(fine|all work|the client has left.*)");
        });
    }

    private static void collect(CommandLine command, List<CommandLine> all) {
        all.add(command);
        command.getSubcommands().values().forEach(below -> collect(below, all));
    }
}
