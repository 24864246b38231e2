package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A command of lazymcp, as a person runs it, that has ended.
 *
 * @param code its exit code
 */
record Cli(int code, String out, String err) {
    /** A command that runs. */
    record Running(Process process, CompletableFuture<String> out, CompletableFuture<String> err) {
        Cli await() {
            try {
                if (!process.waitFor(Feed.DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new AssertionError(
                            "the command did not end; so far it said: " + out.getNow("") + err.getNow(""));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
            return new Cli(process.exitValue(), out.join(), err.join());
        }
    }

    /** Starts {@code lazymcp arguments}; {@code environment} is added to ours, from which all that is about lazymcp is gone. */
    static Running start(Path directory, Map<String, String> environment, List<String> arguments) {
        return start(directory, environment, arguments, "");
    }

    /** The same with {@code input} on its stdin. */
    static Running start(Path directory, Map<String, String> environment, List<String> arguments, String input) {
        List<String> command = new ArrayList<>(LazymcpExecutable.command());
        command.addAll(arguments);
        return startCommand(directory, environment, command, input);
    }

    /** Starts any {@code command} in the same way. */
    static Running startCommand(Path directory, Map<String, String> environment, List<String> command) {
        return startCommand(directory, environment, command, "");
    }

    private static Running startCommand(
            Path directory, Map<String, String> environment, List<String> command, String input) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LAZYMCP_"));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(UTF_8));
            }
            return new Running(process, read(process.getInputStream()), read(process.getErrorStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CompletableFuture<String> read(InputStream in) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (in) {
                        return new String(in.readAllBytes(), UTF_8);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    /** Its output as JSON. */
    JsonNode json() {
        try {
            return JsonMapper.builder().build().readTree(out);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + this, e);
        }
    }
}
