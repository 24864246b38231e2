package dev.lazymcp.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Takes text and passes it on line by line. */
final class LineStream extends OutputStream {
    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LineStream(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public synchronized void write(int b) {
        if (b == '\n') {
            lines.accept(line.toString(StandardCharsets.UTF_8));
            line.reset();
        } else if (b != '\r') {
            line.write(b);
        }
    }
}
