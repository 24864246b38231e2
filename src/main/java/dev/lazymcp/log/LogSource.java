package dev.lazymcp.log;

import dev.lazymcp.log.LogHeader.Numbered;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One stub's log as it is read: from its beginning, and on from where it was, across rotation. */
final class LogSource implements AutoCloseable {
    private static final int LONGEST_HEADER = 16 * 1024;
    private static final int CHUNK = 64 * 1024;

    private final Path current;
    private final Path old;
    private final List<LogLine> read = new ArrayList<>();
    private final LogLines lines = new LogLines(this::add);
    private @Nullable FileChannel channel;
    private @Nullable Numbered header;
    private String time = "";

    /** The log {@code stem} in {@code directory}. */
    LogSource(Path directory, String stem) {
        this.current = directory.resolve(stem + LogDirectory.CURRENT);
        this.old = directory.resolve(stem + LogDirectory.OLD);
    }

    /** Who writes it; empty until that stands there. */
    Optional<LogHeader> header() throws IOException {
        if (header == null) {
            begin();
        }
        return Optional.ofNullable(header).map(Numbered::header);
    }

    /** What was written since this was last asked. */
    List<LogLine> more() throws IOException {
        if (header().isPresent()) {
            drain();
            Numbered now = headerOf(current).orElse(null);
            if (now != null && header != null && now.part() != header.part()) {
                turn(header.part());
                drain();
            }
        }
        return taken();
    }

    /** What stands behind the last end of a line: a process that was killed may have left it. */
    List<LogLine> rest() {
        lines.flush();
        return taken();
    }

    private List<LogLine> taken() {
        List<LogLine> taken = List.copyOf(read);
        read.clear();
        return taken;
    }

    /** The newer file is opened first: if it is put aside meanwhile, it is still the one that was opened. */
    private void begin() throws IOException {
        openCurrent();
        if (header != null) {
            readOld(0, header.part());
        }
    }

    /** The file that was read up to its end has been put aside; {@code part} was its number. */
    private void turn(long part) throws IOException {
        drain();
        lines.flush();
        close();
        openCurrent();
        if (header != null) {
            readOld(part, header.part());
        }
    }

    private void openCurrent() throws IOException {
        try {
            FileChannel opened = FileChannel.open(current, StandardOpenOption.READ);
            header = header(opened).orElse(null);
            if (header == null) {
                opened.close();
            } else {
                channel = opened;
            }
        } catch (NoSuchFileException notThere) {
            header = null;
        }
    }

    /** Reads the file that was put aside, where its number is between the two. */
    private void readOld(long after, long before) throws IOException {
        try (FileChannel aside = FileChannel.open(old, StandardOpenOption.READ)) {
            long part = header(aside).map(Numbered::part).orElse(0L);
            if (part > after && part < before) {
                copy(aside);
                lines.flush();
            }
        } catch (NoSuchFileException none) {
            return;
        }
    }

    private void drain() throws IOException {
        if (channel != null) {
            copy(channel);
        }
    }

    private void copy(FileChannel from) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        while (from.read(chunk.clear()) > 0) {
            lines.write(chunk.array(), 0, chunk.position());
        }
    }

    private void add(String line) {
        if (LogHeader.read(line).isEmpty()) {
            LogLine next =
                    LogLine.read(line, header == null ? "" : header.header().session(), time);
            time = next.time();
            read.add(next);
        }
    }

    private static Optional<Numbered> headerOf(Path file) throws IOException {
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.READ)) {
            return header(opened);
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    /** The header of a file that is at its beginning, which it is afterwards. */
    private static Optional<Numbered> header(FileChannel file) throws IOException {
        InputStream in = Channels.newInputStream(file);
        byte[] start = in.readNBytes(LONGEST_HEADER);
        file.position(0);
        int end = 0;
        while (end < start.length && start[end] != '\n') {
            end++;
        }
        return end == start.length
                ? Optional.empty()
                : LogHeader.read(new String(start, 0, end, StandardCharsets.UTF_8));
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
