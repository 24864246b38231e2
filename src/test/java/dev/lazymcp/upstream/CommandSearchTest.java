package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.os.Platform;
import dev.lazymcp.upstream.FileProbe.Kind;
import dev.lazymcp.upstream.Lookup.Found;
import dev.lazymcp.upstream.Lookup.Missing;
import dev.lazymcp.upstream.Lookup.Unusable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandSearchTest {
    private final Map<String, Kind> files = new HashMap<>();

    private void put(Kind kind, String... paths) {
        for (String path : paths) {
            files.put(path, kind);
        }
    }

    @Nested
    class OnUnix {
        private Lookup find(String command, Map<String, String> environment) {
            FileProbe probe = path -> files.getOrDefault(path, Kind.NOTHING);
            return new CommandSearch("/code", environment, Platform.LINUX, probe).find(command);
        }

        private Lookup find(String command) {
            return find(command, Map.of("PATH", "/home/me/bin:/usr/bin"));
        }

        @Test
        void theFirstDirectoryOfThePathWins() {
            put(Kind.EXECUTABLE, "/usr/bin/node", "/home/me/bin/node");

            assertThat(find("node")).isEqualTo(new Found("/home/me/bin/node"));
        }

        @Test
        void whatCannotBeRunIsPassedOver() {
            put(Kind.FILE, "/home/me/bin/node");
            put(Kind.EXECUTABLE, "/usr/bin/node");

            assertThat(find("node")).isEqualTo(new Found("/usr/bin/node"));
        }

        @Test
        void whatCannotBeRunIsNamedWhereThereIsNothingElse() {
            put(Kind.FILE, "/usr/bin/node");
            put(Kind.DIRECTORY, "/home/me/bin/uvx");

            assertThat(find("node"))
                    .isEqualTo(new Unusable("/usr/bin/node", "is not executable (chmod +x would make it so)"));
            assertThat(find("uvx")).isEqualTo(new Unusable("/home/me/bin/uvx", "is a directory"));
        }

        @Test
        void allDirectoriesAreNamedWhereThereIsNothing() {
            assertThat(find("node")).isEqualTo(new Missing(List.of("/home/me/bin", "/usr/bin"), List.of()));
        }

        @Test
        void anEmptyEntryIsTheDirectoryAndARelativeOneIsInIt() {
            put(Kind.EXECUTABLE, "/code/one", "/code/bin/two");

            assertThat(find("one", Map.of("PATH", "/usr/bin:"))).isEqualTo(new Found("/code/one"));
            assertThat(find("two", Map.of("PATH", "bin:/usr/bin"))).isEqualTo(new Found("/code/bin/two"));
        }

        @Test
        void withoutAPathTheSystemsOwnIsSearched() {
            put(Kind.EXECUTABLE, "/usr/bin/env");

            assertThat(find("env", Map.of())).isEqualTo(new Found("/usr/bin/env"));
        }

        @Test
        void aPathIsTakenFromTheDirectoryAndNotSearchedFor() {
            put(Kind.EXECUTABLE, "/code/bin/server", "/opt/server", "/usr/bin/bin/other");

            assertThat(find("bin/server")).isEqualTo(new Found("/code/bin/server"));
            assertThat(find("./bin/server")).isEqualTo(new Missing(List.of("/code/./bin/server"), List.of()));
            assertThat(find("/opt/server")).isEqualTo(new Found("/opt/server"));
            assertThat(find("bin/other")).isEqualTo(new Missing(List.of("/code/bin/other"), List.of()));
        }

        @Test
        void endingsMeanNothing() {
            put(Kind.EXECUTABLE, "/usr/bin/npx.cmd");

            assertThat(find("npx")).isInstanceOf(Missing.class);
            assertThat(find("npx.cmd")).isEqualTo(new Found("/usr/bin/npx.cmd"));
        }
    }

    @Nested
    class OnWindows {
        private static final String NODEJS = "C:\\Program Files\\nodejs";

        private Lookup find(String command, Map<String, String> environment) {
            FileProbe probe = path -> files.entrySet().stream()
                    .filter(file -> file.getKey().equalsIgnoreCase(path))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(Kind.NOTHING);
            return new CommandSearch("C:\\work", environment, Platform.WINDOWS, probe).find(command);
        }

        private Lookup find(String command) {
            return find(command, Map.of("Path", "C:\\tools;" + NODEJS));
        }

        @Test
        void npxIsABatchFileThatLiesBesideAUnixScriptAndAPowerShellScript() {
            put(Kind.EXECUTABLE, NODEJS + "\\npx", NODEJS + "\\npx.cmd", NODEJS + "\\npx.ps1");

            assertThat(find("npx")).isEqualTo(new Found(NODEJS + "\\npx.cmd"));
            assertThat(CommandSearch.isScript(NODEJS + "\\npx.cmd")).isTrue();
        }

        @Test
        void aProgramIsPreferredToAScriptOfItsDirectory() {
            put(Kind.EXECUTABLE, NODEJS + "\\uvx.bat", NODEJS + "\\uvx.exe");

            assertThat(find("uvx", Map.of("PATH", NODEJS, "PATHEXT", ".BAT;.CMD;.EXE")))
                    .isEqualTo(new Found(NODEJS + "\\uvx.exe"));
        }

        @Test
        void aScriptOfAnEarlierDirectoryIsPreferredToAProgramOfALater() {
            put(Kind.EXECUTABLE, "C:\\tools\\node.cmd", NODEJS + "\\node.exe");

            assertThat(find("node")).isEqualTo(new Found("C:\\tools\\node.cmd"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"PATHEXT", "PathExt", "pathext"})
        void pathextSaysWhichEndingsAreTried(String name) {
            put(Kind.EXECUTABLE, NODEJS + "\\npx.cmd");

            assertThat(find("npx", Map.of("PATH", NODEJS, name, ".COM;.EXE")))
                    .isEqualTo(new Missing(List.of(NODEJS), List.of(".com", ".exe")));
            assertThat(find("npx", Map.of("PATH", NODEJS, name, ""))).isEqualTo(new Found(NODEJS + "\\npx.cmd"));
        }

        @ParameterizedTest
        @CsvSource({"npx.cmd", "NPX.CMD", "npx.Cmd"})
        void anEndingThatIsGivenIsKept(String command) {
            put(Kind.EXECUTABLE, NODEJS + "\\npx.cmd", NODEJS + "\\npx.cmd.exe");

            assertThat(find(command)).isEqualTo(new Found(NODEJS + "\\" + command));
        }

        @Test
        void aDotInTheNameIsNoEnding() {
            put(Kind.EXECUTABLE, "C:\\tools\\python3.12.exe");

            assertThat(find("python3.12")).isEqualTo(new Found("C:\\tools\\python3.12.exe"));
        }

        @Test
        void theCurrentDirectoryIsNeverSearched() {
            put(Kind.EXECUTABLE, "C:\\work\\node.exe", "C:\\work\\bin\\node.exe");

            assertThat(find("node")).isInstanceOf(Missing.class);
            assertThat(find("node", Map.of("PATH", ";.;bin;" + NODEJS)))
                    .isEqualTo(new Missing(List.of(NODEJS), List.of(".com", ".exe", ".bat", ".cmd")));
        }

        @Test
        void quotesAroundAnEntryAreNoPartOfIt() {
            put(Kind.EXECUTABLE, NODEJS + "\\node.exe");

            assertThat(find("node", Map.of("PATH", "\"" + NODEJS + "\""))).isEqualTo(new Found(NODEJS + "\\node.exe"));
        }

        @ParameterizedTest
        @CsvSource({
            "bin\\server, C:\\work\\bin\\server.exe",
            "bin/server, C:\\work\\bin/server.exe",
            "bin\\server.exe, C:\\work\\bin\\server.exe",
            "C:\\opt\\server, C:\\opt\\server.cmd",
            "C:/opt/server.cmd, C:/opt/server.cmd",
            "\\\\host\\share\\server, \\\\host\\share\\server.exe",
        })
        void aPathIsTakenFromTheDirectoryAndGivenAnEnding(String command, String found) {
            put(Kind.EXECUTABLE, found);

            assertThat(find(command)).isEqualTo(new Found(found));
        }

        @Test
        void aPowerShellScriptIsRefusedWithTheCommandThatWouldRunIt() {
            put(Kind.FILE, "C:\\tools\\server.ps1");

            for (String command : List.of("server", "server.ps1", "C:\\tools\\server.ps1", "C:\\tools\\server")) {
                assertThat(find(command))
                        .as(command)
                        .isInstanceOfSatisfying(
                                Unusable.class,
                                unusable -> assertThat(unusable.why())
                                        .endsWith("powershell.exe -NoProfile -File C:\\tools\\server.ps1"));
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"server.js", "server.py", "server", "x.bat ", "x.cmd.", "x.bat .. "})
        void whatWindowsCannotRunIsRefused(String name) {
            put(Kind.FILE, "C:\\tools\\" + name);

            assertThat(find("C:\\tools\\" + name))
                    .isInstanceOfSatisfying(
                            Unusable.class,
                            unusable -> assertThat(unusable.why()).startsWith("is not a program that Windows runs"));
        }

        @Test
        void aDirectoryIsNoProgram() {
            put(Kind.DIRECTORY, "C:\\tools\\server.exe");

            assertThat(find("C:\\tools\\server.exe"))
                    .isEqualTo(new Unusable("C:\\tools\\server.exe", "is a directory"));
        }

        @Test
        void theLanguageOfTheMachineDoesNotMatter() {
            put(Kind.EXECUTABLE, "C:\\tools\\node.EXIT", "C:\\tools\\git.EXE");
            Locale before = Locale.getDefault();
            Locale.setDefault(Locale.of("tr"));
            try {
                assertThat(find("git", Map.of("PATH", "C:\\tools", "PATHEXT", ".EXE;.EXIT")))
                        .isEqualTo(new Found("C:\\tools\\git.exe"));
            } finally {
                Locale.setDefault(before);
            }
        }
    }
}
