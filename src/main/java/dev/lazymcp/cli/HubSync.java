package dev.lazymcp.cli;

import dev.lazymcp.config.FileWatch;
import dev.lazymcp.config.SyncFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The syncs that a hub does itself. Nobody can be asked in them; what they bring goes to the log, each thing once. */
final class HubSync {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK_EVERY = Duration.ofMillis(300);

    private final Surroundings surroundings;
    private final HubState state;
    private final String session;
    private final SyncReport report;
    private @Nullable Thread watching;

    /** Those of the hub of {@code session}, which reads what {@code state} says. */
    HubSync(Surroundings surroundings, HubState state, String session, PrintStream log) {
        this.surroundings = new Surroundings(
                surroundings.env(),
                surroundings.workingDirectory(),
                surroundings.home(),
                surroundings.binary(),
                Optional.empty(),
                log,
                log);
        this.state = state;
        this.session = session;
        this.report = new SyncReport(this.surroundings, false);
    }

    /** Does one; blocks. */
    synchronized void pass() {
        SyncFiles places = new SyncFiles(surroundings.workingDirectory(), surroundings.home(), surroundings.env());
        SyncRun run = new SyncRun(
                surroundings,
                places,
                state.files().candidates(),
                false,
                Optional.of(session),
                SyncTrust.Manner.WAIT,
                PATIENCE);
        try {
            report.tellNews(run.pass());
        } catch (IOException e) {
            surroundings.complain("the files could not be taken in: " + ConfigRun.message(e));
        }
    }

    /** Does one at each change of the files, from now on. Does not block. */
    synchronized void watch() {
        if (watching == null) {
            watching = Thread.ofPlatform().daemon().name("hub-watch").start(this::look);
        }
    }

    private void look() {
        List<Path> paths = state.files().paths();
        FileWatch files = FileWatch.of(FileWatch.snapshot(paths));
        while (true) {
            try {
                Thread.sleep(LOOK_EVERY);
            } catch (InterruptedException e) {
                return;
            }
            FileWatch.Look look = files.look(FileWatch.snapshot(paths));
            files = look.next();
            if (look.changed()) {
                pass();
            }
        }
    }

    /** A stream whose lines go to {@code log}. */
    static PrintStream lines(java.util.function.Consumer<String> log) {
        return new PrintStream(new LineStream(log), true, StandardCharsets.UTF_8);
    }
}
