package dev.lazymcp.log;

import dev.lazymcp.os.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * A log that one process writes, for its owner only: whole lines, each batch in one write, so that a process that is killed leaves at
 * most its last batch cut. A file that is full takes the place of the one that was full before it.
 */
final class LogFile implements AutoCloseable {
    private final Path current;
    private final Path old;
    private final LogHeader header;
    private final long mostBytes;
    private @Nullable FileChannel channel;
    private long size;
    private long part;
    private boolean torn;

    /** The log {@code stem} in {@code directory}, whose files grow to {@code mostBytes} each. Opens nothing. */
    LogFile(Path directory, String stem, LogHeader header, long mostBytes) {
        this.current = directory.resolve(stem + LogDirectory.CURRENT);
        this.old = directory.resolve(stem + LogDirectory.OLD);
        this.header = header;
        this.mostBytes = mostBytes;
    }

    /**
     * Writes {@code lines}, which are whole.
     *
     * @throws IOException where that is not possible; the next call tries anew
     */
    void append(byte[] lines) throws IOException {
        FileChannel out = channel == null ? open() : channel;
        if (size + lines.length > mostBytes && size > header.line(part).length) {
            out = rotate(out);
        }
        if (torn) {
            write(out, new byte[] {'\n'});
        }
        write(out, lines);
    }

    private FileChannel open() throws IOException {
        FileChannel opened = AtomicFile.openPrivate(current);
        try {
            size = opened.size();
            opened.position(size);
            if (size == 0) {
                part++;
                write(opened, header.line(part));
            }
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        channel = opened;
        return opened;
    }

    private FileChannel rotate(FileChannel full) throws IOException {
        channel = null;
        full.close();
        torn = false;
        try {
            Files.move(current, old, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException removedByAPerson) {
            Files.deleteIfExists(old);
        }
        return open();
    }

    private void write(FileChannel out, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        torn = true;
        while (rest.hasRemaining()) {
            size += out.write(rest);
        }
        torn = false;
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            FileChannel open = channel;
            channel = null;
            open.close();
        }
    }
}
