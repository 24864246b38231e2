package dev.lazymcp.log;

import dev.lazymcp.os.Background;
import dev.lazymcp.upstream.PlainText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Writes a stub's log without ever making the giver of a line wait: a thread of its own masks and writes, and what does not fit a
 * bounded queue is dropped, which a line says. A disk that cannot be written is told once; each {@link #resume} tries anew.
 */
public final class LogWriter {
    /** How large each of a log's two files gets. */
    static final long MOST_BYTES = 1 << 20;

    private static final int MOST_CHARACTERS = 256 * 1024;
    private static final int LONGEST_LINE = 16 * 1024;

    /** Who speaks in a line. */
    public enum Source {
        /** The stub. */
        STUB("stub  "),
        /** The server, on its stderr. */
        SERVER("server"),
        /** A message that passed, without what is in it. */
        FRAME("frame ");

        private final String word;

        Source(String word) {
            this.word = word;
        }
    }

    private record Entry(long millis, Source source, String text) {}

    private final LogDirectory directory;
    private final LogHeader header;
    private final LongSupplier clock;
    private final Consumer<String> trouble;
    private List<Entry> queue = new ArrayList<>();
    private KnownSecrets secrets;
    private int characters;
    private long dropped;
    private boolean begun;
    private boolean writing;
    private boolean broken;
    private boolean complained;

    /**
     * The log of one stub, which begins with the first line.
     *
     * @param secrets those of its server
     * @param clock milliseconds since 1970
     * @param trouble told once that the log cannot be written, and why; from this log's thread
     */
    public LogWriter(
            LogDirectory directory,
            LogHeader header,
            KnownSecrets secrets,
            LongSupplier clock,
            Consumer<String> trouble) {
        this.directory = directory;
        this.header = header;
        this.secrets = secrets;
        this.clock = clock;
        this.trouble = trouble;
    }

    /** The server is started anew, perhaps with other secrets; a disk that could not be written is tried again. */
    public synchronized void resume(KnownSecrets now) {
        secrets = now;
        broken = false;
    }

    /** Has {@code text} written, line by line. */
    public synchronized void write(Source source, String text) {
        if (broken) {
            return;
        }
        // Where there is no thread, what is to be written waits for the next line that finds one.
        begun = begun || Background.tryRun("log", this::run);
        if (dropped > 0 || characters + text.length() > MOST_CHARACTERS) {
            dropped++;
            return;
        }
        characters += text.length();
        queue.add(new Entry(clock.getAsLong(), source, text));
        notifyAll();
    }

    /** Waits until all is written, at most {@code limit}; whether it was. */
    public synchronized boolean flush(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (!broken && (writing || !queue.isEmpty())) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                wait(left / 1_000_000 + 1);
            }
            return !broken;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private record Batch(List<Entry> entries, long dropped, KnownSecrets secrets) {}

    private void run() {
        LogFile file = null;
        try {
            while (true) {
                Batch batch = take();
                try {
                    file = file == null ? open() : file;
                    file.append(text(batch));
                } catch (IOException e) {
                    fail(e);
                }
            }
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }

    private LogFile open() throws IOException {
        String stem = header.pid() + "-" + clock.getAsLong();
        return new LogFile(directory.prepare(header.name()), stem, header, MOST_BYTES);
    }

    private synchronized Batch take() throws InterruptedException {
        writing = false;
        notifyAll();
        while (queue.isEmpty()) {
            wait();
        }
        writing = true;
        Batch batch = new Batch(queue, dropped, secrets);
        queue = new ArrayList<>();
        characters = 0;
        dropped = 0;
        return batch;
    }

    private synchronized void fail(IOException why) {
        broken = true;
        queue = new ArrayList<>();
        characters = 0;
        dropped = 0;
        if (!complained) {
            complained = true;
            trouble.accept("what it writes is not kept in a log: " + why);
        }
    }

    private byte[] text(Batch batch) {
        StringBuilder text = new StringBuilder();
        for (Entry entry : batch.entries) {
            add(text, entry, batch.secrets);
        }
        if (batch.dropped > 0) {
            String gap = batch.dropped + " lines left out: they came faster than they could be written";
            add(text, new Entry(clock.getAsLong(), Source.STUB, gap), batch.secrets);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void add(StringBuilder text, Entry entry, KnownSecrets secrets) {
        PlainText.of(entry.text).lines().filter(line -> !line.isBlank()).forEach(line -> {
            String masked = secrets.masked(line);
            text.append(time(entry.millis))
                    .append(' ')
                    .append(entry.source.word)
                    .append(' ')
                    .append(masked.length() <= LONGEST_LINE ? masked : masked.substring(0, LONGEST_LINE) + " [cut]")
                    .append('\n');
        });
    }

    /** ISO 8601 in UTC, with milliseconds, so that lines can be put in order as texts. */
    private static String time(long millis) {
        String time = Instant.ofEpochMilli(millis).toString();
        return time.indexOf('.') < 0 ? time.substring(0, time.length() - 1) + ".000Z" : time;
    }
}
