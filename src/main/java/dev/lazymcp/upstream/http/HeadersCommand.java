package dev.lazymcp.upstream.http;

import dev.lazymcp.os.Background;
import dev.lazymcp.os.Descriptors;
import dev.lazymcp.os.Platform;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A command whose output is headers: tokens that are made for each connection.
 *
 * @param command for the shell
 * @param environment what it gets, whole
 * @param directory where it runs
 */
record HeadersCommand(String command, Map<String, String> environment, Path directory) {
    private static final int SECONDS = 10;
    private static final int LONGEST = 256 * 1024;

    /**
     * Runs it; what it wrote to stdout.
     *
     * @throws IOException where it cannot be run, fails, takes more than 10 s or writes more than 256 KiB; the message is the end of
     *     a sentence
     */
    Frame run() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Platform.current().isUnix()
                        ? List.of("/bin/sh", "-c", command)
                        : List.of("cmd.exe", "/d", "/c", command));
        builder.directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        // What it says on stderr may be a secret: it is told to nobody.
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = Descriptors.start(builder);
        try {
            process.getOutputStream().close();
            CompletableFuture<byte[]> output = new CompletableFuture<>();
            Background.run("headers-helper", () -> read(process.getInputStream(), output));
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("did not end within " + SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException("exited with code " + process.exitValue());
            }
            byte[] bytes = output.get(1, TimeUnit.SECONDS);
            if (bytes.length > LONGEST) {
                throw new IOException("wrote more than " + LONGEST + " bytes");
            }
            return Frame.of(bytes);
        } catch (ExecutionException e) {
            throw new IOException("cannot be read: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IOException("left its output open", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("was interrupted", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void read(InputStream in, CompletableFuture<byte[]> output) {
        try (in) {
            output.complete(in.readNBytes(LONGEST + 1));
        } catch (IOException e) {
            output.completeExceptionally(e);
        }
    }
}
