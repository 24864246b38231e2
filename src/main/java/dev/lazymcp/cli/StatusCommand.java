package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lazymcp.cli.StatusReport.Row;
import dev.lazymcp.config.NamePattern;
import dev.lazymcp.config.doctor.DirectoriesArePrivate;
import dev.lazymcp.config.inventory.Finding;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lazymcp status}. */
@Command(
        name = "status",
        description = {
            "Show the stubs that run and how their servers stand. Starts nothing.",
            "Without names: all servers. Without options: of the session this shell belongs to, or of all of them."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class StatusCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";

    private final Surroundings surroundings;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Names of servers; * and ? stand for any characters.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private SessionOptions session = new SessionOptions();

    @Option(names = "--watch", description = "Show it anew every second until interrupted.")
    private boolean watch;

    @Option(names = "--json", description = "Report as JSON; with --watch one line each time.")
    private boolean json;

    StatusCommand() {
        this(Surroundings.ofProcess());
    }

    StatusCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        int code = show();
        while (watch && code == ConfigRun.OK && !surroundings.out().checkError()) {
            try {
                Thread.sleep(EVERY);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return code;
            }
            code = show();
        }
        return code;
    }

    private int show() throws IOException {
        LiveStubs live = LiveStubs.find(surroundings);
        List<LiveStub> chosen;
        List<LiveStub> hubs;
        switch (session.choose(live, surroundings)) {
            // To look does no harm: outside of all sessions a person sees every one.
            case LiveStubs.Choice.Unclear _
            when session.session.isEmpty() -> {
                chosen = live.all();
                hubs = live.hubs();
            }
            case LiveStubs.Choice.Unclear(String message) -> {
                surroundings.complainInLines(message);
                return ConfigRun.USAGE;
            }
            case LiveStubs.Choice.Stubs(List<LiveStub> stubs, List<LiveStub> ofSession) -> {
                chosen = stubs;
                hubs = ofSession;
            }
        }
        List<LiveStub> found = chosen;
        List<LiveStub> meant =
                chosen.stream().filter(stub -> isMeant(stub, found)).toList();
        List<String> unknown = names.stream()
                .filter(name -> found.stream().noneMatch(stub -> new NamePattern(name).matches(stub.name())))
                .toList();
        List<Row> rows = LiveStubs.askAll(meant, stub -> StatusReport.row(stub, PATIENCE));
        List<HubReport> reports = LiveStubs.askAll(hubs, HubReport::of);
        // Stubs that have their sockets there cannot be seen, and would be missed without a word.
        List<Finding> unusable = DirectoriesArePrivate.among(Surroundings.runPlaces(surroundings.env()));
        PrintStream out = surroundings.out();
        if (json) {
            var report = StatusReport.json(rows);
            reports.forEach(hub -> hub.addTo(report.withArray("hubs")));
            FindingReport.add(report.putArray("findings"), unusable);
            out.println(watch ? JsonMapper.builder().build().writeValueAsString(report) : TerminalText.json(report));
        } else {
            boolean redraw = watch && surroundings.prompt().isPresent();
            // A hub runs without a server that it serves as well.
            String table = rows.isEmpty() && !reports.isEmpty() ? "" : StatusReport.table(rows);
            out.print((redraw ? CLEAR_SCREEN : "") + table);
            reports.forEach(hub -> hub.print(out));
            FindingReport.print(out, surroundings.width(), unusable);
        }
        out.flush();
        unknown.forEach(name -> surroundings.complain("no running server is called " + name));
        return unknown.isEmpty() ? ConfigRun.OK : ConfigRun.FAILURE;
    }

    private boolean isMeant(LiveStub stub, List<LiveStub> all) {
        List<String> known = all.stream().map(LiveStub::name).toList();
        return names.isEmpty() || names.stream().anyMatch(name -> new NamePattern(name).matches(stub.name(), known));
    }
}
