package dev.lazymcp.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeSet;

/** The logs of all stubs of one server's name, read as one: their lines in the order of their times. */
public final class ServerLogs implements AutoCloseable {
    private final LogDirectory directory;
    private final String server;
    private final Optional<String> session;
    private final Map<String, LogSource> sources = new HashMap<>();

    /** Those of {@code server} in {@code directory}; of {@code session} alone, where one is given. */
    public ServerLogs(LogDirectory directory, String server, Optional<String> session) {
        this.directory = directory;
        this.server = server;
        this.session = session;
    }

    /** The names of servers that have logs in {@code directory}, in order. */
    public static List<String> names(LogDirectory directory) throws IOException {
        SequencedSet<String> names = new TreeSet<>();
        for (Path each : directory.servers()) {
            for (String stem : LogDirectory.stems(each)) {
                try (LogSource source = new LogSource(each, stem)) {
                    source.header().map(LogHeader::name).ifPresent(names::add);
                }
            }
        }
        return List.copyOf(names);
    }

    /**
     * What was written since this was last asked, by stubs that began since too.
     *
     * @param rest also what is no whole line yet
     */
    public List<LogLine> more(boolean rest) throws IOException {
        Path own = directory.of(server);
        List<LogLine> lines = new ArrayList<>();
        for (String stem : LogDirectory.stems(own)) {
            LogSource source = sources.computeIfAbsent(stem, name -> new LogSource(own, name));
            if (source.header().filter(this::isMeant).isPresent()) {
                lines.addAll(source.more());
                lines.addAll(rest ? source.rest() : List.of());
            }
        }
        lines.sort(Comparator.comparing(LogLine::time));
        return lines;
    }

    /** Whether there is a log that {@link #more} reads. */
    public boolean isEmpty() throws IOException {
        for (LogSource source : sources.values()) {
            if (source.header().filter(this::isMeant).isPresent()) {
                return false;
            }
        }
        return true;
    }

    private boolean isMeant(LogHeader header) {
        return header.name().equals(server)
                && (session.isEmpty() || session.get().equals(header.session()));
    }

    @Override
    public void close() throws IOException {
        for (LogSource source : sources.values()) {
            source.close();
        }
    }
}
