package dev.lazymcp.log;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Makes lines of the bytes of one stream. Of a line that is longer than {@value #LONGEST} bytes the rest is left out. */
final class LogLines {
    static final int LONGEST = 64 * 1024;

    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private long dropped;

    /** Gives each line, without its end, to {@code lines}. */
    LogLines(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Takes the next {@code length} bytes. */
    void write(byte[] bytes, int from, int length) {
        int start = from;
        for (int i = from; i < from + length; i++) {
            if (bytes[i] == '\n') {
                add(bytes, start, i - start);
                end();
                start = i + 1;
            }
        }
        add(bytes, start, from + length - start);
    }

    /** What came behind the last end of a line is a line too. */
    void flush() {
        if (line.size() > 0) {
            end();
        }
    }

    private void add(byte[] bytes, int from, int length) {
        int fits = Math.min(length, LONGEST - line.size());
        line.write(bytes, from, fits);
        dropped += length - fits;
    }

    private void end() {
        String text = line.toString(StandardCharsets.UTF_8);
        lines.accept(dropped == 0 ? text : text + " [" + dropped + " bytes left out]");
        line.reset();
        dropped = 0;
    }
}
