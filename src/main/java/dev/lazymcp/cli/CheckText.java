package dev.lazymcp.cli;

import dev.lazymcp.catalog.CatalogDiff;
import dev.lazymcp.probe.Visit;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A check's report for people. */
final class CheckText {
    private static final String UNKNOWN = "-";
    private static final String INDENT = "  ";
    /** So many lines of stderr say most of what went wrong; the JSON has all that is kept. */
    private static final int STDERR_LINES = 10;

    private final PrintStream out;
    private final int width;

    CheckText(PrintStream out, int width) {
        this.out = out;
        this.width = width;
    }

    void print(CheckReport report) {
        if (report.servers().isEmpty()) {
            out.println("No servers were found.");
            return;
        }
        table(report).forEach(out::println);
        report.failed().forEach(this::failure);
        report.unsupported()
                .forEach(server -> paragraph(title(server.target()) + " was not checked: " + server.reason() + "."));
        report.working().forEach(this::remarks);
        report.servers().forEach(this::missing);
        report.working().forEach(this::changes);
        out.println();
        out.println(summary(report));
    }

    private List<String> table(CheckReport report) {
        TextTable table = new TextTable("SERVER", "RESULT", "TOOLS", "TOKENS", "START", "CLIENTS")
                .right(2)
                .right(3)
                .right(4);
        for (Checked server : report.servers()) {
            String clients = String.join(", ", server.target().clients());
            String name = server.target().name();
            switch (server) {
                case Checked.Working working ->
                    table.row(
                            name,
                            "works",
                            Integer.toString(working.visible().size()),
                            number(working.cost().awake()),
                            duration(start(working)),
                            clients);
                case Checked.Failed failed ->
                    table.row(name, "failed: " + failed.failure().phase().word(), UNKNOWN, UNKNOWN, UNKNOWN, clients);
                case Checked.Unsupported _ -> table.row(name, "not checked", UNKNOWN, UNKNOWN, UNKNOWN, clients);
            }
        }
        return table.lines(width);
    }

    private void failure(Checked.Failed server) {
        paragraph(title(server.target()) + " failed in phase "
                + server.failure().phase().word() + ":");
        server.failure().reason().lines().forEach(line -> wrapped(line, INDENT));
        var entry = server.target().entry();
        detail("at", entry.where());
        if (!entry.command().isEmpty()) {
            detail("command", TerminalText.words(server.target().shownCommand()));
        }
        Visit visit = server.visit();
        if (!visit.noise().isNone()) {
            detail("on stdout", noise(visit));
        }
        List<String> stderr = visit.stderrTail().lines().toList();
        if (!stderr.isEmpty()) {
            out.println(INDENT + "stderr:");
            stderr.subList(Math.max(0, stderr.size() - STDERR_LINES), stderr.size())
                    .forEach(line -> out.println(
                            (INDENT + INDENT + TerminalText.cut(TerminalText.plain(line), width - 4)).stripTrailing()));
        }
    }

    private void remarks(Checked.Working server) {
        List<String> remarks = new ArrayList<>(server.visit().remarks());
        if (!server.visit().noise().isNone()) {
            remarks.add("writes to its stdout what is no message: " + noise(server.visit()));
        }
        remarks.forEach(remark -> paragraph(server.target().name() + " " + remark));
    }

    private static String noise(Visit visit) {
        int lines = visit.noise().lines();
        return lines + (lines == 1 ? " line, " : " lines, the first of them ") + "\""
                + visit.noise().first() + "\"";
    }

    private void missing(Checked server) {
        for (MissingTool.Reason reason : MissingTool.Reason.values()) {
            String names = server.missing().stream()
                    .filter(tool -> tool.reason() == reason)
                    .map(MissingTool::tool)
                    .collect(Collectors.joining(", "));
            if (!names.isEmpty()) {
                String what = switch (reason) {
                    case NOT_OFFERED -> " does not offer tools that its entry names: ";
                    case GONE -> " no longer offers: ";
                    case SERVER_FAILED -> " failed, so these tools are missing: ";
                };
                paragraph(server.target().name() + what + names);
            }
        }
    }

    private void changes(Checked.Working server) {
        CatalogDiff changes = server.changes();
        if (!changes.added().isEmpty()) {
            paragraph(server.target().name() + " has new tools: " + String.join(", ", changes.added()));
        }
        for (CatalogDiff.Change change : changes.changed()) {
            paragraph(server.target().name() + " has another definition of " + change.name() + " than before: "
                    + change.parts().stream()
                            .map(part -> part.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                            .collect(Collectors.joining(", ")));
        }
        if (server.refused()) {
            paragraph(server.target().name()
                    + " is refused by its stub (--pin) until you accept its tools as they are now: "
                    + "lazymcp check --accept " + server.target().name());
        }
    }

    private static String title(CheckTarget target) {
        return target.name() + (target.required() ? " (required)" : "");
    }

    private static String summary(CheckReport report) {
        List<String> parts = new ArrayList<>();
        parts.add(report.working().size() + " of " + report.servers().size() + " servers work");
        if (!report.failed().isEmpty()) {
            parts.add(report.failed().size() + " failed");
        }
        if (!report.unsupported().isEmpty()) {
            parts.add(report.unsupported().size() + " not checked");
        }
        return String.join(", ", parts) + ". Their tools cost " + number(report.tokensAwake()) + " tokens in a prompt, "
                + number(report.tokensAsleep()) + " while they sleep behind stubs. Took " + duration(report.took())
                + ".";
    }

    private static Duration start(Checked.Working server) {
        return server.visit().took().values().stream()
                .reduce(Duration.ZERO, Duration::plus)
                .minus(server.visit().took().getOrDefault(dev.lazymcp.probe.Phase.SHUTDOWN, Duration.ZERO));
    }

    private void paragraph(String text) {
        out.println();
        wrapped(text, "");
    }

    private void detail(String name, String text) {
        wrapped(name + ": " + text, INDENT);
    }

    private void wrapped(String text, String indent) {
        TerminalText.wrapped(text, indent, width).forEach(out::println);
    }

    private static String number(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String duration(Duration duration) {
        long millis = duration.toMillis();
        return millis < 1000 ? millis + " ms" : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
