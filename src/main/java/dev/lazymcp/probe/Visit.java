package dev.lazymcp.probe;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.upstream.Exit;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What came of starting a server once, reading all its lists and ending it.
 *
 * @param learned what it said of itself; there where every list was read, also if its end then failed
 * @param failure what went wrong, the first of it
 * @param took how long each phase that it came to lasted
 * @param noise what it wrote where only messages may be
 * @param stderrTail its last words on stderr, at most 4 KB of plain text, unmasked
 * @param exit how it ended by itself before it was to, its own words in it unchanged by {@link #withTexts}; empty where it
 *     waited to be stopped
 * @param remarks what it did not quite right, the ends of sentences that begin with the server's name; its own words may be in them
 */
public record Visit(
        Optional<CatalogEntry> learned,
        Optional<Failure> failure,
        Map<Phase, Duration> took,
        Noise noise,
        String stderrTail,
        Optional<Exit> exit,
        List<String> remarks) {
    /** Copies. */
    public Visit {
        took = took.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(took));
        remarks = List.copyOf(remarks);
    }

    /**
     * What went wrong.
     *
     * @param phase in which phase
     * @param reason what happened, for people; the server's own words may be in it
     * @param recoverable whether the same could go well another time with nothing changed
     */
    public record Failure(Phase phase, String reason, boolean recoverable) {}

    /** Of a server that was not started, since {@code reason} was in the way. */
    public static Visit notBegun(String reason) {
        return new Visit(
                Optional.empty(),
                Optional.of(new Failure(Phase.CONFIG, reason, false)),
                Map.of(),
                Noise.NONE,
                "",
                Optional.empty(),
                List.of());
    }

    /** The same with {@code change} made to each text that may hold words of the server. */
    public Visit withTexts(UnaryOperator<String> change) {
        return new Visit(
                learned,
                failure.map(known -> new Failure(known.phase(), change.apply(known.reason()), known.recoverable())),
                took,
                new Noise(noise.lines(), change.apply(noise.first())),
                change.apply(stderrTail),
                exit,
                remarks.stream().map(change).toList());
    }
}
