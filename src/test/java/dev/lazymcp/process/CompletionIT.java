package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The completion scripts in their shells. */
@ExtendWith(Sandboxed.class)
class CompletionIT {
    @Test
    void bashCompletesCommandsAndNamesOfServersWithColons(Sandbox sandbox) throws IOException {
        Files.writeString(
                sandbox.file(".mcp.json"),
                "{\"mcpServers\":{\"team:alpha\":{\"command\":\"x\"},\"team:beta\":{\"command\":\"x\"},\"other\":{\"command\":\"x\"}}}");
        Path bin = Files.createDirectory(sandbox.file("bin"));
        Path program = Files.writeString(
                bin.resolve("lazymcp"),
                "#!/bin/sh\nexec " + String.join(" ", LazymcpExecutable.command()) + " \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThat(complete(sandbox, "lazymcp ena")).containsExactly("enable");
        assertThat(complete(sandbox, "lazymcp enable ot")).containsExactly("other");
        assertThat(complete(sandbox, "lazymcp enable team:a")).containsExactly("alpha");
        assertThat(complete(sandbox, "lazymcp enable ")).contains("team:alpha", "team:beta", "other");
        assertThat(complete(sandbox, "lazymcp rewrite b")).containsExactly("bin");
    }

    /** As readline does it: the line is cut into words at blanks, colons and equals signs. */
    private static List<String> complete(Sandbox sandbox, String line) {
        String script = """
                source <(lazymcp completion bash)
                COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=() rest=$1
                while [[ $rest =~ ^([^\\ :=]+|[:=]|\\ +)(.*)$ ]]; do
                    [[ ${BASH_REMATCH[1]} == \\ * ]] || COMP_WORDS+=("${BASH_REMATCH[1]}")
                    rest=${BASH_REMATCH[2]}
                done
                [[ $1 == *\\  ]] && COMP_WORDS+=("")
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _lazymcp
                printf '%s\\n' "${COMPREPLY[@]}"
                """;
        Path home = sandbox.home();
        Cli run = Cli.startCommand(
                        sandbox.file(""),
                        Map.of(
                                "HOME", home.toString(),
                                "LAZYMCP_HOME", home.toString(),
                                "PATH", sandbox.file("bin") + ":" + System.getenv("PATH")),
                        List.of("bash", "-c", script, "bash", line))
                .await();
        assertThat(run.code()).as(run.toString()).isZero();
        return run.out().lines().toList();
    }
}
