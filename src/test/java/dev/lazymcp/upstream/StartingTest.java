package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class StartingTest extends ServerTest {
    @Test
    void framesGoInAndOut() throws Exception {
        StdioServer server = start(Command.inherit(List.of("cat")), recording, relay);
        String large = "x".repeat(3_000_000);

        say(server, "{\"id\":1}");
        say(server, large);
        say(server, "{\"id\":\"grüße\"}");

        assertThat(recording.awaitFrame()).isEqualTo("{\"id\":1}");
        assertThat(recording.awaitFrame()).isEqualTo(large);
        assertThat(recording.awaitFrame()).isEqualTo("{\"id\":\"grüße\"}");
        assertThat(server.pid())
                .hasValueSatisfying(pid -> assertThat(ProcessHandle.of(pid).flatMap(ProcessHandle::parent))
                        .contains(ProcessHandle.current()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theServerGetsOurEnvironmentAndNothingElse() throws Exception {
        start(Command.inherit(List.of("cat", "/proc/self/environ")), recording, relay);

        assertThat(environment(recording.awaitFramesToEnd())).isEqualTo(new TreeMap<>(System.getenv()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theServerGetsTheEnvironmentThatIsAskedFor() throws Exception {
        Map<String, String> wanted = new HashMap<>(System.getenv());
        wanted.remove("HOME");
        wanted.put("PATH", System.getenv("PATH") + ":/changed");
        wanted.put("ADDED", "ü = 1");
        start(new Command(List.of("cat", "/proc/self/environ"), Optional.empty(), wanted), recording, relay);

        assertThat(environment(recording.awaitFramesToEnd())).isEqualTo(new TreeMap<>(wanted));
    }

    @Test
    void theServerRunsWhereItIsToldTo() throws Exception {
        Path directory = Files.createDirectory(folder.resolve("with space"));
        start(
                new Command(List.of("/bin/pwd", "-P"), Optional.of(directory.toString()), System.getenv()),
                recording,
                relay);

        assertThat(recording.awaitFrame()).isEqualTo(directory.toRealPath().toString());
    }

    @Test
    void aRelativeCommandIsTakenFromTheServersDirectory() throws Exception {
        executable("server", "#!/bin/sh\necho here\n");
        start(new Command(List.of("./server"), Optional.of(folder.toString()), System.getenv()), recording, relay);

        assertThat(recording.awaitFrame()).isEqualTo("here");
    }

    @Test
    void aScriptWithoutAFirstLineIsRunByAShell() throws Exception {
        String script = executable("server", "echo \"$1\"\n");
        start(Command.inherit(List.of(script, "an argument")), recording, relay);

        assertThat(recording.awaitFrame()).isEqualTo("an argument");
    }

    @Test
    void aCommandThatIsNowhereNamesTheDirectoriesOfThePath() {
        Map<String, String> environment = Map.of("PATH", folder + ":/usr/bin");
        StartFailure failure = failure(new Command(List.of("no-such-mcp-server"), Optional.empty(), environment));

        assertThat(failure.kind()).isEqualTo(StartFailure.Kind.NOT_FOUND);
        assertThat(failure)
                .hasMessageStartingWith(
                        "The command \"no-such-mcp-server\" was not found in these directories of PATH:\n  " + folder
                                + "\n  /usr/bin\n");
    }

    @Test
    void aMissingInterpreterIsNamed() throws Exception {
        String script = executable("server", "#!/nowhere/bin/python3 -u\nprint()\n");
        StartFailure failure = failure(Command.inherit(List.of(script)));

        assertThat(failure.kind()).isEqualTo(StartFailure.Kind.OTHER);
        assertThat(failure)
                .hasMessage(script
                        + " asks to be run by /nowhere/bin/python3 -u (in its first line), which does not exist.")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void whatTheSystemRefusesIsToldInItsWords() {
        StartFailure failure = failure(Command.inherit(List.of("cat", "x".repeat(40_000_000))));

        assertThat(failure.kind()).isEqualTo(StartFailure.Kind.OTHER);
        assertThat(failure).hasMessageContainingAll("The system refused to start", "Argument list too long");
        assertThat(failure.getMessage()).hasSizeLessThan(1000);
    }

    @Test
    void aFileThatIsNotExecutableIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("server"), "#!/bin/sh\n");
        StartFailure failure = failure(Command.inherit(List.of(file.toString())));

        assertThat(failure.kind()).isEqualTo(StartFailure.Kind.NOT_EXECUTABLE);
        assertThat(failure).hasMessage(file + " is not executable (chmod +x would make it so).");
    }

    private StartFailure failure(Command command) {
        return catchThrowableOfType(StartFailure.class, () -> start(command, recording, relay));
    }

    private String executable(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }

    /** Values may have line ends in them, which make frames of their own. */
    private static Map<String, String> environment(List<String> frames) {
        Map<String, String> variables = new TreeMap<>();
        Arrays.stream(String.join("\n", frames).split("\0", -1))
                .filter(variable -> !variable.isEmpty())
                .forEach(variable -> {
                    int equals = variable.indexOf('=');
                    variables.put(variable.substring(0, equals), variable.substring(equals + 1));
                });
        return variables;
    }
}
