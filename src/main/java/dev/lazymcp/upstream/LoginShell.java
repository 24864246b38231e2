package dev.lazymcp.upstream;

import dev.lazymcp.os.Descriptors;
import dev.lazymcp.os.Platform;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Asks the user's login shell for its PATH: nvm, fnm, volta, mise and Homebrew put themselves there. First as a login shell;
 * where that doesn't help, as an interactive one too, whose start-up files many of them prefer, but only without a controlling
 * terminal, which an interactive shell would take over.
 */
final class LoginShell implements LoginPath {
    /** For all questions together. */
    private static final Duration LIMIT = Duration.ofSeconds(3);

    /** Start-up files print greetings, so the answer stands between marks. */
    private static final String MARK = "__lazymcp_path__";

    private static final String QUESTION = "printf '" + MARK + "%s" + MARK + "' \"$PATH\"";

    /** Directories that desktops give to what they start, and service managers and containers too. */
    private static final Set<String> SYSTEM_DIRECTORIES = Set.of(
            "/bin",
            "/sbin",
            "/usr/bin",
            "/usr/sbin",
            "/usr/local/bin",
            "/usr/local/sbin",
            "/usr/games",
            "/usr/local/games",
            "/snap/bin",
            "/var/lib/snapd/snap/bin");

    private final Platform platform;
    private final Duration limit;

    LoginShell(Platform platform) {
        this(platform, LIMIT);
    }

    LoginShell(Platform platform, Duration limit) {
        this.platform = platform;
        this.limit = limit;
    }

    @Override
    public boolean mayKnowMore(Map<String, String> environment) {
        return platform.isUnix() && isBare(environment.getOrDefault("PATH", ""));
    }

    @Override
    public Optional<String> ask(Map<String, String> environment, Predicate<String> found) {
        String path = environment.getOrDefault("PATH", "");
        long deadline = System.nanoTime() + limit.toNanos();
        List<String> flags = hasTerminal() ? List.of("-lc") : List.of("-lc", "-lic");
        for (String flag : flags) {
            Optional<String> answer = run(name(environment), flag, environment, deadline)
                    .map(login -> joined(login, path))
                    .filter(found);
            if (answer.isPresent()) {
                return answer;
            }
        }
        return Optional.empty();
    }

    @Override
    public String name(Map<String, String> environment) {
        String shell = environment.getOrDefault("SHELL", "");
        return shell.startsWith("/") ? shell : platform == Platform.MACOS ? "/bin/zsh" : "/bin/sh";
    }

    /** Whether {@code path} has nothing that a user's own configuration put there. */
    static boolean isBare(String path) {
        return CommandSearch.split(path, ':').stream()
                .allMatch(entry -> entry.isEmpty()
                        || SYSTEM_DIRECTORIES.contains(entry)
                        || entry.startsWith("/var/run/com.apple.security.cryptexd/")
                        || entry.startsWith("/System/Cryptexes/")
                        || entry.startsWith("/Library/Apple/"));
    }

    /** {@code login} and those directories of {@code path} that it lacks. */
    static String joined(String login, String path) {
        List<String> entries = CommandSearch.split(login, ':');
        StringBuilder all = new StringBuilder(login);
        CommandSearch.split(path, ':').stream()
                .filter(entry -> !entry.isEmpty() && !entries.contains(entry))
                .forEach(entry -> all.append(':').append(entry));
        return all.toString();
    }

    /** What stands between the marks. */
    static Optional<String> answer(String output) {
        int from = output.indexOf(MARK) + MARK.length();
        int to = output.indexOf(MARK, from);
        return from < MARK.length() || to <= from ? Optional.empty() : Optional.of(output.substring(from, to));
    }

    /** Opening the controlling terminal fails where there is none (tty(4)). */
    private static boolean hasTerminal() {
        try (InputStream terminal = new FileInputStream("/dev/tty")) {
            return terminal.available() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The shell writes to a file: what its start-up files leave running would hold a pipe open. A shell that cannot be asked
     * is no error of its own: the error is that the command was not found, and its text says that the shell was asked.
     */
    private static Optional<String> run(String shell, String flag, Map<String, String> environment, long deadline) {
        try {
            Path output = Files.createTempFile("lazymcp", ".path");
            try {
                ProcessBuilder builder = new ProcessBuilder(shell, flag, QUESTION)
                        .redirectInput(new File("/dev/null"))
                        .redirectError(Redirect.DISCARD)
                        .redirectOutput(output.toFile());
                Launch.setEnvironment(builder, environment);
                Process process = Descriptors.start(builder);
                if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    new SnapshotTree(process.toHandle()).signal(ProcessTree.Signal.KILL);
                    return Optional.empty();
                }
                return answer(new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
