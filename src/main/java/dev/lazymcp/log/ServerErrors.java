package dev.lazymcp.log;

import dev.lazymcp.upstream.StderrSink;

/** What one start of a server writes to stderr, passed on as it comes and kept in the log line by line. */
public final class ServerErrors implements StderrSink {
    private final StderrSink next;
    private final LogLines lines;

    /** Passes on to {@code next} and writes to {@code log}. */
    public ServerErrors(StderrSink next, LogWriter log) {
        this.next = next;
        this.lines = new LogLines(line -> log.write(LogWriter.Source.SERVER, line));
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        next.write(bytes, from, length);
        lines.write(bytes, from, length);
    }

    @Override
    public void ended() {
        lines.flush();
        next.ended();
    }
}
