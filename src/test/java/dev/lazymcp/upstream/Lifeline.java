package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A named pipe that processes under test hold open and write to: a line proves that they live, the pipe's end, which the kernel
 * sends when the last holder is gone, that they have died. Nothing is slept for and nothing polled.
 */
final class Lifeline {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String END = "<end>";

    private final Path pipe;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    private Lifeline(Path pipe) {
        this.pipe = pipe;
    }

    static Lifeline in(Path folder, String name) throws IOException, InterruptedException {
        Path pipe = folder.resolve(name);
        Process mkfifo =
                new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
        assertThat(mkfifo.waitFor()).isZero();
        Lifeline line = new Lifeline(pipe);
        Thread.ofPlatform().daemon().name("lifeline-" + name).start(line::listen);
        return line;
    }

    /** What a shell script begins with to hold the line at its descriptor 9 and say that it lives. */
    String hold() {
        return "exec 9>'" + pipe + "'; echo up >&9; ";
    }

    void awaitUp() throws InterruptedException {
        awaitLine("up");
    }

    void awaitLine(String line) throws InterruptedException {
        assertThat(next()).isEqualTo(line);
    }

    /** All holders are gone, and said nothing more. */
    void awaitEnd() throws InterruptedException {
        assertThat(next()).isEqualTo(END);
    }

    /** What the holders say until all are gone. */
    List<String> awaitLinesToEnd() throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (String line = next(); !line.equals(END); line = next()) {
            lines.add(line);
        }
        return lines;
    }

    private String next() throws InterruptedException {
        String line = heard.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(line)
                .as("something on lifeline %s within %s", pipe, PATIENCE)
                .isNotNull();
        return line;
    }

    private void listen() {
        try (InputStream in = new FileInputStream(pipe.toFile())) {
            StringBuilder line = new StringBuilder();
            for (int b; (b = in.read()) >= 0; ) {
                if (b == '\n') {
                    heard.add(line.toString());
                    line.setLength(0);
                } else {
                    line.append((char) b);
                }
            }
            heard.add(END);
        } catch (IOException e) {
            heard.add(e.toString());
        }
    }
}
