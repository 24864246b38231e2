package dev.lazymcp.upstream;

import static dev.lazymcp.upstream.StartFailure.Kind.BAD_CWD;
import static dev.lazymcp.upstream.StartFailure.Kind.NOT_EXECUTABLE;
import static dev.lazymcp.upstream.StartFailure.Kind.NOT_FOUND;
import static dev.lazymcp.upstream.StartFailure.Kind.OTHER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lazymcp.os.Platform;
import dev.lazymcp.upstream.FileProbe.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class LaunchTest {
    /** A login shell that answers as it is told, and counts how often it is asked. */
    private static final class Shell implements LoginPath {
        private final Optional<String> answer;
        private int asked;

        private Shell(Optional<String> answer) {
            this.answer = answer;
        }

        @Override
        public boolean mayKnowMore(Map<String, String> environment) {
            return LoginShell.isBare(environment.getOrDefault("PATH", ""));
        }

        @Override
        public Optional<String> ask(Map<String, String> environment, Predicate<String> found) {
            asked++;
            return answer.filter(found);
        }

        @Override
        public String name(Map<String, String> environment) {
            return "/bin/zsh";
        }
    }

    private static final Map<String, Kind> FILES = Map.of(
            "/usr/bin/node", Kind.EXECUTABLE,
            "/home/me/.nvm/bin/npx", Kind.EXECUTABLE,
            "/home/me/bin/server", Kind.EXECUTABLE,
            "/home/me", Kind.DIRECTORY,
            "/project/sub", Kind.DIRECTORY,
            "/project/file", Kind.FILE,
            "/usr/bin/notes", Kind.FILE);

    private final Shell silent = new Shell(Optional.empty());

    private static Launch prepare(Command command, LoginPath shell) throws StartFailure {
        return Launch.prepare(command, unix(shell));
    }

    private static Launch.Surroundings unix(LoginPath shell) {
        FileProbe probe = path -> FILES.getOrDefault(path, Kind.NOTHING);
        return new Launch.Surroundings(Platform.LINUX, probe, shell, "/home/other", "/project");
    }

    private static Command command(Map<String, String> environment, String... argv) {
        return new Command(List.of(argv), Optional.empty(), environment);
    }

    private static Command in(String directory) {
        return new Command(List.of("/usr/bin/node"), Optional.of(directory), Map.of("HOME", "/home/me"));
    }

    private StartFailure failure(Command command) {
        return catchThrowableOfType(StartFailure.class, () -> prepare(command, silent));
    }

    @Test
    void argumentsAndEnvironmentAreLeftAsTheyAre() throws StartFailure {
        Map<String, String> environment = Map.of("PATH", "/usr/bin", "TOKEN", "${NOT_EXPANDED}");

        Launch launch = prepare(command(environment, "node", "~", "$HOME", "", "a b", "-Dx=\"y\""), silent);

        assertThat(launch.pieces()).containsExactly("/usr/bin/node", "~", "$HOME", "", "a b", "-Dx=\"y\"");
        assertThat(launch.environment()).isEqualTo(environment);
        assertThat(launch.directory()).isEqualTo("/project");
        assertThat(silent.asked).isZero();
    }

    @Test
    void aTildeIsTheHomeOfTheServersOwnEnvironment() throws StartFailure {
        assertThat(prepare(command(Map.of("HOME", "/home/me"), "~/bin/server"), silent)
                        .pieces())
                .containsExactly("/home/me/bin/server");
        assertThat(prepare(in("~"), silent).directory()).isEqualTo("/home/me");
        assertThat(failure(command(Map.of(), "~/bin/server"))).hasMessageContaining("/home/other/bin/server");
        assertThat(failure(command(Map.of("HOME", ""), "~/bin/server"))).hasMessageContaining("/home/other/bin/server");
        assertThat(failure(in("~me"))).hasMessageContaining("/project/~me");
    }

    @Test
    void aRelativeDirectoryIsInOurs() throws StartFailure {
        assertThat(prepare(in("sub"), silent).directory()).isEqualTo("/project/sub");
    }

    @Test
    void aDirectoryThatIsNoneIsNamed() {
        assertThat(failure(in("nowhere")))
                .hasMessage("The working directory /project/nowhere does not exist."
                        + " Create it, or correct the server's \"cwd\".")
                .extracting(StartFailure::kind)
                .isEqualTo(BAD_CWD);
        assertThat(failure(in("/project/file")))
                .hasMessageStartingWith("The working directory /project/file is not a directory.")
                .extracting(StartFailure::kind)
                .isEqualTo(BAD_CWD);
    }

    @Test
    void whatWasSearchedIsToldWithWhatToDo() {
        assertThat(failure(command(Map.of("PATH", "/opt/tools:/usr/bin"), "npx", "-y", "secret")))
                .hasMessage("""
                        The command "npx" was not found in these directories of PATH:
                          /opt/tools
                          /usr/bin
                        Install it, give its full path as the command, or set PATH in this server's "env".""")
                .extracting(StartFailure::kind)
                .isEqualTo(NOT_FOUND);
        assertThat(silent.asked).isZero();
    }

    @Test
    void theLoginShellThatWasAskedIsToldToo() {
        assertThat(failure(command(Map.of("PATH", "/usr/bin:/bin"), "npx")))
                .hasMessageContaining("\nIt is not on the PATH of the login shell /bin/zsh either,");
        assertThat(silent.asked).isEqualTo(1);
    }

    @Test
    void aFileThatIsNotThereIsNamedAndNotSearchedFor() {
        assertThat(failure(command(Map.of("PATH", "/usr/bin"), "bin/npx")))
                .hasMessageStartingWith("There is no file /project/bin/npx.\nInstall it")
                .extracting(StartFailure::kind)
                .isEqualTo(NOT_FOUND);
        assertThat(silent.asked).isZero();
    }

    @Test
    void whatCannotBeRunIsNamed() {
        assertThat(failure(command(Map.of("PATH", "/usr/bin"), "notes")))
                .hasMessage("/usr/bin/notes is not executable (chmod +x would make it so).")
                .extracting(StartFailure::kind)
                .isEqualTo(NOT_EXECUTABLE);
    }

    @Test
    void anEmptyCommandIsNotSearchedFor() {
        assertThat(failure(command(Map.of("PATH", "/usr/bin"), ""))).hasMessage("The command of this server is empty.");
        assertThat(failure(command(Map.of("PATH", "/usr/bin"), " ")))
                .hasMessage("The command of this server is empty.");
    }

    @Test
    void thePathOfTheLoginShellIsTheServersToo() throws StartFailure {
        Shell shell = new Shell(Optional.of("/home/me/.nvm/bin:/usr/bin"));

        Launch launch = prepare(command(Map.of("PATH", "/usr/bin", "A", "b"), "npx", "-y"), shell);

        assertThat(launch.pieces()).containsExactly("/home/me/.nvm/bin/npx", "-y");
        assertThat(launch.environment()).isEqualTo(Map.of("PATH", "/home/me/.nvm/bin:/usr/bin", "A", "b"));
    }

    @Test
    void theLoginShellIsNotAskedForWhatIsThere() throws StartFailure {
        prepare(command(Map.of("PATH", "/usr/bin"), "node"), silent);

        assertThat(silent.asked).isZero();
    }

    @Test
    void anEnvironmentThatCannotBeIsRefusedWithoutItsSecrets() {
        for (Map<String, String> bad :
                List.of(Map.of("A=B", "secret"), Map.of("", "secret"), Map.of("A", "sec\0ret"))) {
            assertThat(failure(command(bad, "/usr/bin/node")))
                    .hasMessageContaining("The environment variable \""
                            + bad.keySet().iterator().next() + "\"")
                    .hasMessageNotContaining("sec")
                    .extracting(StartFailure::kind)
                    .isEqualTo(OTHER);
        }
    }

    @Test
    void windowsGetsItsOwnLine() throws StartFailure {
        Map<String, Kind> files =
                Map.of("C:\\n\\npx.cmd", Kind.FILE, "C:\\n\\node.exe", Kind.FILE, "C:\\Users\\me\\s.exe", Kind.FILE);
        Launch.Surroundings windows = new Launch.Surroundings(
                Platform.WINDOWS, path -> files.getOrDefault(path, Kind.NOTHING), silent, "C:\\none", "C:\\project");
        Map<String, String> environment =
                Map.of("=C:", "C:\\x", "Path", "C:\\n", "SYSTEMROOT", "D:\\Win", "UserProfile", "C:\\Users\\me");

        assertThat(Launch.prepare(command(environment, "node", "{\"a\":1}"), windows)
                        .pieces())
                .containsExactly("C:\\n\\node.exe", "\"{\\\"a\\\":1}\"");
        assertThat(Launch.prepare(command(environment, "npx", "-y"), windows).pieces())
                .startsWith("D:\\Win\\System32\\cmd.exe")
                .endsWith("\"\"C:\\n\\npx.cmd\" -y\"");
        assertThat(Launch.prepare(command(environment, "~\\s.exe"), windows).pieces())
                .containsExactly("C:\\Users\\me\\s.exe");
        assertThat(catchThrowableOfType(StartFailure.class, () -> Launch.prepare(command(environment, "uvx"), windows)))
                .hasMessageContaining("  C:\\n\nTried with .com, .exe, .bat, .cmd at its end (PATHEXT).");
    }
}
