package dev.lazymcp.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Splits a stream of bytes at {@code \n} and nowhere else. */
final class Lines {
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int from;
    private int to;

    Lines(InputStream in) {
        this.in = in;
    }

    /** The next line without its {@code \n}; a last line that lacks one too; {@code null} at the end. */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        while (true) {
            for (int i = from; i < to; i++) {
                if (buffer[i] == '\n') {
                    line.write(buffer, from, i - from);
                    from = i + 1;
                    return line.toByteArray();
                }
            }
            line.write(buffer, from, to - from);
            from = 0;
            to = Math.max(0, in.read(buffer));
            if (to == 0) {
                return line.size() == 0 ? null : line.toByteArray();
            }
        }
    }
}
