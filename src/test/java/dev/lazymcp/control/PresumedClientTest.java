package dev.lazymcp.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.control.PresumedClient.Ancestor;
import dev.lazymcp.os.ProcessIdentity;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PresumedClientTest {
    private static Optional<Long> among(String... programs) {
        List<Ancestor> ancestors = IntStream.range(0, programs.length)
                .mapToObj(i -> new Ancestor(new ProcessIdentity(i, Optional.empty()), programs[i]))
                .toList();
        return PresumedClient.among(ancestors).map(ProcessIdentity::pid);
    }

    /** The client is the process behind the last comma. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/usr/local/bin/node",
                "/usr/bin/dash,/home/ann/.local/bin/claude",
                "/usr/bin/bash,/usr/bin/env,/usr/bin/timeout,/opt/code/code",
                "/bin/zsh,/Applications/Visual Studio Code.app/Contents/MacOS/Electron",
                "C:\\Windows\\System32\\cmd.exe,C:\\Program Files\\nodejs\\node.exe",
                "C:\\Windows\\System32\\CMD.EXE,C:\\x\\PowerShell.exe,C:\\x\\claude.exe",
                "/bin/busybox,/usr/bin/node (deleted)",
                "/bin/bash (deleted),/usr/bin/node",
                "bashful",
                "''",
            })
    void theNearestProgramThatIsNoShell(String line) {
        String[] programs = line.split(",", -1);
        String[] above = new String[programs.length + 1];
        System.arraycopy(programs, 0, above, 0, programs.length);
        above[programs.length] = "/usr/bin/gnome-terminal";
        assertThat(among(above)).contains(programs.length - 1L);
    }

    @Test
    void thereIsNoneWhereOnlyShellsAreToBeSeen() {
        assertThat(among()).isEmpty();
        assertThat(among("/bin/sh", "/usr/bin/fish")).isEmpty();
    }
}
