package dev.lazymcp.cli;

import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.control.RunPlaces;
import dev.lazymcp.os.Directories;
import dev.lazymcp.os.OwnDirectory;
import dev.lazymcp.os.Platform;
import java.io.Console;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a command knows of the world it runs in, so that a test can give it another.
 *
 * @param env the environment
 * @param workingDirectory absolute
 * @param home the user's home directory
 * @param binary the native binary that runs; none when a Java VM runs us
 * @param prompt how to ask the person; none where there is no terminal
 * @param out for results
 * @param err for messages
 */
record Surroundings(
        Map<String, String> env,
        Path workingDirectory,
        Path home,
        Optional<Path> binary,
        Optional<ConfirmPrompt> prompt,
        PrintStream out,
        PrintStream err) {
    /** Those of this process. */
    static Surroundings ofProcess() {
        Map<String, String> env = System.getenv();
        return new Surroundings(
                env,
                Path.of("").toAbsolutePath(),
                home(env),
                ownBinary(),
                Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .map(ConfirmPrompt::on),
                System.out,
                System.err);
    }

    /** Tells people {@code message}, one line of text that may come from anywhere. */
    void complain(String message) {
        err.println("lazymcp: " + TerminalText.plain(message));
    }

    /** The same of a message whose line breaks are ours. */
    void complainInLines(String message) {
        err.println("lazymcp: " + TerminalText.plainLines(message));
    }

    /** Where lazymcp keeps its own files. */
    Directories directories() {
        return Directories.of(Directories.Platform.named(System.getProperty("os.name", "")), env, home);
    }

    /** What decides where programs keep their files. */
    Machine machine() {
        return new Machine(Platform.current(), home, env);
    }

    /** Where the clients keep theirs. */
    ClientFiles clientFiles() {
        return new ClientFiles(workingDirectory, machine());
    }

    /** How many characters a line of a table may have: those of the terminal, from 60 to 160; 100 where there is none. */
    int width() {
        String columns = env.getOrDefault("COLUMNS", "");
        boolean number =
                !columns.isEmpty() && columns.length() < 5 && columns.chars().allMatch(Character::isDigit);
        OptionalInt width = number
                ? OptionalInt.of(Integer.parseInt(columns))
                : prompt.isPresent() ? TerminalWidth.ask() : OptionalInt.empty();
        return width.isPresent() ? Math.clamp(width.getAsInt(), 60, 160) : 100;
    }

    /** Whether block characters can be shown: on a terminal that takes UTF-8. */
    boolean drawsBlocks() {
        return prompt.isPresent() && out.charset().equals(StandardCharsets.UTF_8);
    }

    /** Where stubs of this user can have their sockets, by the environment {@code env}. */
    static List<Path> runPlaces(Map<String, String> env) {
        Path accountHome = Path.of(System.getProperty("user.home", "")).toAbsolutePath();
        return RunPlaces.of(Platform.current(), env, home(env), accountHome, OwnDirectory.uid());
    }

    // Java takes the home directory from the user database; every client takes it from the environment.
    /** The user's home directory, by the environment {@code env}. */
    static Path home(Map<String, String> env) {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        String named = env.getOrDefault(windows ? "USERPROFILE" : "HOME", "");
        return Path.of(named.isBlank() ? System.getProperty("user.home", "") : named)
                .toAbsolutePath();
    }

    private static Optional<Path> ownBinary() {
        boolean isNativeImage = "runtime".equals(System.getProperty("org.graalvm.nativeimage.imagecode"));
        return isNativeImage ? ProcessHandle.current().info().command().map(Path::of) : Optional.empty();
    }
}
