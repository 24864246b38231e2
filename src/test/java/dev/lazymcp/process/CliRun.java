package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A command of lazymcp that a person runs beside a session. It has no terminal. */
final class CliRun implements AutoCloseable {
    private final Process process;
    private final Feed<String> out = new Feed<>("the command's stdout");
    private final Feed<String> err = new Feed<>("the command's stderr");

    private CliRun(Process process) {
        this.process = process;
        out.fill("command stdout", process::getInputStream, line -> new String(line, UTF_8));
        err.fill("command stderr", process::getErrorStream, line -> new String(line, UTF_8));
    }

    /** Starts it in the directory of {@code sandbox}. */
    static CliRun start(Sandbox sandbox, Map<String, String> environment, String... args) throws IOException {
        List<String> line = new ArrayList<>(LazymcpExecutable.command());
        line.addAll(List.of(args));
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(sandbox.file("").toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
        builder.environment().keySet().removeIf(name -> name.startsWith("LAZYMCP_"));
        builder.environment().put("LAZYMCP_HOME", sandbox.home().toString());
        builder.environment().putAll(environment);
        return new CliRun(builder.start());
    }

    /** Runs it to its end. */
    static CliRun run(Sandbox sandbox, Map<String, String> environment, String... args)
            throws IOException, InterruptedException {
        CliRun run = start(sandbox, environment, args);
        run.out.awaitClosed();
        run.err.awaitClosed();
        if (!run.process.waitFor(Feed.DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the command closed its output and did not exit");
        }
        return run;
    }

    int exitCode() {
        return process.exitValue();
    }

    /** What it wrote so far to stdout. */
    String out() {
        return String.join("\n", out.all());
    }

    /** What it wrote so far to stderr. */
    String err() {
        return String.join("\n", err.all());
    }

    /** Waits for a line on stdout that has {@code part}. */
    void awaitOut(String part) {
        out.await(part, line -> line.contains(part));
    }

    /** Waits for a line on stderr that has {@code part}. */
    void awaitErr(String part) {
        err.await(part, line -> line.contains(part));
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    /** The place where stubs of {@code sandbox} leave word of themselves, made before the first of them starts. */
    static Path runDirectory(Sandbox sandbox) throws IOException {
        return Files.createDirectories(
                sandbox.home().resolve("run"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Waits until {@code count} stubs can be reached; {@link #runDirectory} must have been called before they started. */
    static void awaitStubs(Sandbox sandbox, int count) throws IOException, InterruptedException {
        Path directory = runDirectory(sandbox);
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            while (hints(directory) < count) {
                WatchKey key = watch.poll(Feed.DEADLINE.toSeconds(), TimeUnit.SECONDS);
                if (key == null) {
                    throw new AssertionError("no stub opened its socket in " + directory);
                }
                key.pollEvents();
                key.reset();
            }
        }
    }

    private static long hints(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".json")).count();
        }
    }
}
