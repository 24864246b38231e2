package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
class LoginShellTest {
    @TempDir
    Path folder = Path.of("replaced by JUnit");

    private final LoginShell shell = new LoginShell(Platform.current(), Duration.ofSeconds(20));

    @Test
    void aRealShellTellsThePathOfItsStartUpFilesThroughTheirNoise() throws IOException {
        Files.writeString(
                folder.resolve(".profile"), "echo welcome; echo oops >&2; export PATH=\"/opt/my tools:$PATH\"\n");
        Map<String, String> environment =
                Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString(), "SHELL", "/bin/sh");

        assertThat(shell.mayKnowMore(environment)).isTrue();
        assertThat(shell.ask(environment, path -> path.contains("/opt/my tools")))
                .hasValueSatisfying(path -> assertThat(path)
                        .startsWith("/opt/my tools:")
                        .contains("/usr/bin", "/bin")
                        .doesNotContain("welcome"));
    }

    @Test
    void aPathThatWillNotDoIsNone() {
        Map<String, String> environment =
                Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString(), "SHELL", "/bin/sh");

        assertThat(shell.ask(environment, _ -> false)).isEmpty();
    }

    @Test
    void aShellThatHangsIsKilledWithWhatItRuns() throws Exception {
        Lifeline life = Lifeline.in(folder, "shell");
        String hanging = shellScript(life.hold() + "while :; do sleep 60; done");
        LoginShell impatient = new LoginShell(Platform.current(), Duration.ofMillis(1500));

        Optional<String> answer = impatient.ask(Map.of("PATH", "/usr/bin:/bin", "SHELL", hanging), _ -> true);

        assertThat(answer).isEmpty();
        life.awaitUp();
        life.awaitEnd();
    }

    @Test
    void aShellThatIsNotThereKnowsNothing() {
        Map<String, String> environment = Map.of("PATH", "/usr/bin", "SHELL", "/nowhere/zsh");

        assertThat(shell.ask(environment, _ -> true)).isEmpty();
    }

    @Test
    void whatAStartUpFileLeavesRunningIsNotWaitedFor() throws Exception {
        String leaving = shellScript("sleep 3 & printf '__lazymcp_path__/a:/b__lazymcp_path__'");

        assertThat(shell.ask(Map.of("PATH", "/usr/bin:/a", "SHELL", leaving), _ -> true))
                .contains("/a:/b:/usr/bin");
    }

    @ParameterizedTest
    @CsvSource({
        "/usr/bin:/bin:/usr/sbin:/sbin, true",
        "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/games:/usr/local/games:/snap/bin, true",
        "/usr/local/bin:/System/Cryptexes/App/usr/bin:/usr/bin, true",
        "'', true",
        "/usr/bin:/opt/homebrew/bin, false",
        "/home/me/.nvm/versions/node/v22/bin:/usr/bin, false"
    })
    void isAskedOnlyWhereThePathIsNotTheUsersOwn(String path, boolean bare) {
        assertThat(LoginShell.isBare(path)).isEqualTo(bare);
        assertThat(new LoginShell(Platform.MACOS).mayKnowMore(Map.of("PATH", path)))
                .isEqualTo(bare);
        assertThat(new LoginShell(Platform.WINDOWS).mayKnowMore(Map.of("PATH", path)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "__lazymcp_path__/a:/b__lazymcp_path__ | /a:/b",
                "hi __lazymcp_path__/a__lazymcp_path__ bye | /a",
                "__lazymcp_path____lazymcp_path__ | ''",
                "__lazymcp_path__/a | ''",
                "/a:/b | ''"
            })
    void theAnswerStandsBetweenMarks(String output, String answer) {
        assertThat(LoginShell.answer(output).orElse("")).isEqualTo(answer);
    }

    @Test
    void theNameIsThatOfTheEnvironmentOrTheSystems() {
        assertThat(shell.name(Map.of("SHELL", "/usr/bin/fish"))).isEqualTo("/usr/bin/fish");
        assertThat(new LoginShell(Platform.MACOS).name(Map.of())).isEqualTo("/bin/zsh");
        assertThat(new LoginShell(Platform.LINUX).name(Map.of("SHELL", "relative")))
                .isEqualTo("/bin/sh");
    }

    private String shellScript(String body) throws IOException {
        Path file = folder.resolve("shell.sh");
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }
}
