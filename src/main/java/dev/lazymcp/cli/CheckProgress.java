package dev.lazymcp.cli;

import dev.lazymcp.probe.Phase;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What a check is at, on a terminal: a line for each server that is being visited and one that counts, drawn over again. */
final class CheckProgress implements CheckRun.Watcher, AutoCloseable {
    private static final long REDRAW_MILLIS = 200;
    /** A server that has been installed answers sooner. */
    private static final Duration UNUSUAL = Duration.ofSeconds(3);

    private static final List<String> DOWNLOADERS =
            List.of("npx", "uvx", "bunx", "pipx", "docker", "podman", "pnpm", "yarn");

    /** A server that is being visited. */
    private record Running(CheckTarget target, Phase phase, long since) {}

    private final PrintStream out;
    private final int width;
    private final int total;
    private final LongSupplier nanos;
    private final SequencedMap<CheckTarget, Running> running = new LinkedHashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("check-progress").factory());
    private Optional<Future<?>> drawing = Optional.empty();
    private int done;
    private int failed;
    private int drawn;

    CheckProgress(PrintStream out, int width, int total, LongSupplier nanos) {
        this.out = out;
        this.width = width;
        this.total = total;
        this.nanos = nanos;
    }

    /** Begins to draw. */
    synchronized CheckProgress begin() {
        drawing = Optional.of(clock.scheduleWithFixedDelay(this::draw, 0, REDRAW_MILLIS, TimeUnit.MILLISECONDS));
        return this;
    }

    @Override
    public synchronized void entered(CheckTarget target, Phase phase) {
        Running before = running.get(target);
        running.put(target, new Running(target, phase, before == null ? nanos.getAsLong() : before.since));
    }

    @Override
    public synchronized void done(Checked checked) {
        running.remove(checked.target());
        done++;
        failed += checked instanceof Checked.Failed ? 1 : 0;
    }

    /** What is to be seen now, in lines that fit the terminal. */
    synchronized List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Running server : running.values()) {
            Duration elapsed = Duration.ofNanos(nanos.getAsLong() - server.since);
            lines.add(TerminalText.cut(TerminalText.plain(line(server, elapsed)), width));
        }
        lines.add(done + " of " + total + " servers checked" + (failed == 0 ? "" : ", " + failed + " failed"));
        return lines;
    }

    /** Takes away what was drawn. */
    @Override
    public synchronized void close() {
        drawing.ifPresent(future -> future.cancel(false));
        clock.shutdown();
        out.print(erase());
        out.flush();
        drawn = 0;
    }

    private static String line(Running server, Duration elapsed) {
        String doing = switch (server.phase) {
            case CONFIG, RESOLVE, SPAWN -> "starting";
            case INITIALIZE -> "waiting for its introduction";
            case LIST -> "listing";
            case SHUTDOWN -> "ending";
        };
        boolean early = server.phase.compareTo(Phase.INITIALIZE) <= 0;
        String hint = early && elapsed.compareTo(UNUSUAL) > 0 ? downloadHint(server.target) : "";
        return "  " + server.target.name() + "  " + elapsed.toSeconds() + " s  " + doing + hint;
    }

    private static String downloadHint(CheckTarget target) {
        if (!(target.launch() instanceof ServerLaunch.Local local)) {
            return "";
        }
        String command = local.command().argv().getFirst();
        String file = command.substring(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
        String program = file.endsWith(".cmd") || file.endsWith(".exe") ? file.substring(0, file.length() - 4) : file;
        return DOWNLOADERS.contains(program) ? " (" + program + " downloads what is not there yet)" : "";
    }

    private synchronized void draw() {
        List<String> lines = lines();
        out.print(erase() + String.join("\n", lines) + "\n");
        out.flush();
        drawn = lines.size();
    }

    /** ECMA-48: cursor up, erase to the end of the screen. */
    private String erase() {
        return drawn == 0 ? "" : "\u001b[" + drawn + "A\u001b[J";
    }
}
