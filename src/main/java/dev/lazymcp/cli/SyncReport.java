package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.cli.SyncLine.Result;
import dev.lazymcp.config.SyncChange;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncStep;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells what came of a sync. */
final class SyncReport {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Surroundings surroundings;
    private final boolean json;
    private Set<String> toldBefore = new HashSet<>();

    SyncReport(Surroundings surroundings, boolean json) {
        this.surroundings = surroundings;
        this.json = json;
    }

    /** Tells all of it; the exit code. */
    int tell(SyncRun.Outcome outcome) {
        if (json) {
            surroundings.out().println(json(outcome, outcome.lines()).toPrettyString());
        }
        faults(outcome.code(), outcome.faults());
        if (!json && outcome.faults().isEmpty()) {
            outcome.lines().stream()
                    .filter(line -> line.result() != Result.UNCHANGED)
                    .forEach(this::tell);
            surroundings.out().println(TerminalText.plain(summary(outcome)));
        }
        return outcome.code();
    }

    /** Tells, once in a row, what has happened or is still to be done; nothing where that is nothing. The exit code. */
    int tellNews(SyncRun.Outcome outcome) {
        List<SyncLine> news = outcome.lines().stream()
                .filter(line -> line.result() != Result.UNCHANGED && !toldBefore.contains(text(line)))
                .toList();
        List<String> faults = outcome.faults().stream()
                .filter(fault -> !toldBefore.contains(fault))
                .toList();
        if (outcome.faults().isEmpty()) {
            toldBefore = outcome.lines().stream()
                    .filter(line -> line.state().isEmpty())
                    .map(this::text)
                    .collect(Collectors.toCollection(HashSet::new));
        } else {
            // Nothing was looked at, so what was true before still is.
            toldBefore.addAll(outcome.faults());
        }
        if (json && !(news.isEmpty() && faults.isEmpty())) {
            surroundings.out().println(json(outcome, news));
        } else if (!json) {
            news.forEach(this::tell);
        }
        faults(outcome.code(), faults);
        surroundings.out().flush();
        return outcome.code();
    }

    private void faults(int code, List<String> faults) {
        faults.forEach(code == ConfigRun.USAGE ? surroundings::complainInLines : surroundings::complain);
        if (!faults.isEmpty()) {
            surroundings.complain("nothing was changed.");
        }
    }

    private void tell(SyncLine line) {
        (line.result() == Result.FAILED ? surroundings.err() : surroundings.out()).println(text(line));
    }

    private String text(SyncLine line) {
        StringBuilder text = new StringBuilder(TerminalText.plain(line.name() + ": " + line.message()));
        if (!line.tools().isEmpty()) {
            text.append(String.format(
                    Locale.ROOT, ", %d tools in %d ms", line.tools().size(), line.millis()));
        }
        String change = line.change()
                .map(step -> SyncText.change(step, surroundings.env()))
                .orElse("");
        return change.isEmpty()
                ? text.toString()
                : text + "\n" + change.stripTrailing().indent(2).stripTrailing();
    }

    private static String summary(SyncRun.Outcome outcome) {
        String read = outcome.files().stream()
                .filter(SyncFile::present)
                .map(file -> file.path().toString())
                .collect(Collectors.joining(", "));
        long unchanged = outcome.lines().stream()
                .filter(line -> line.result() == Result.UNCHANGED)
                .count();
        boolean noStub =
                outcome.lines().stream().allMatch(line -> line.session().isEmpty());
        return (noStub ? "No server runs behind a stub in this session. " : "")
                + unchanged + " unchanged"
                + (outcome.others() == 0 ? "" : ", " + outcome.others() + " started by the client itself")
                + "; read: " + (read.isEmpty() ? "nothing, there is no such file" : read);
    }

    private ObjectNode json(SyncRun.Outcome outcome, List<SyncLine> lines) {
        ObjectNode root = JSON.createObjectNode();
        ArrayNode faults = root.putArray("errors");
        outcome.faults().forEach(faults::add);
        ArrayNode files = root.putArray("files");
        for (SyncFile file : outcome.files()) {
            files.addObject()
                    .put("file", file.path().toString())
                    .put("kind", word(file.kind()))
                    .put("present", file.present());
        }
        ArrayNode servers = root.putArray("servers");
        for (SyncLine line : lines) {
            ObjectNode server = servers.addObject()
                    .put("name", line.name())
                    .put("result", word(line.result()))
                    .put("message", line.message());
            if (!line.session().isEmpty()) {
                server.put("session", line.session());
            }
            line.file().ifPresent(file -> server.put("file", file.path().toString()));
            if (!line.state().isEmpty()) {
                server.put("state", line.state()).put("millis", line.millis());
                line.tools().forEach(server.putArray("tools")::add);
            }
            line.change().ifPresent(step -> change(server.putObject("change"), step));
        }
        return root.put("others", outcome.others());
    }

    private void change(ObjectNode node, SyncStep.Redefine step) {
        SyncChange.Differences differences = step.change().differences();
        if (differences.command()) {
            SyncText.before(step, surroundings.env()).forEach(node.putArray("commandBefore")::add);
            SyncText.after(step).forEach(node.putArray("command")::add);
        }
        if (differences.options()) {
            step.stub().options().words().forEach(node.putArray("optionsBefore")::add);
            step.change().options().words().forEach(node.putArray("options")::add);
        }
        node.put("directory", differences.directory());
        ObjectNode variables = node.putObject("variables");
        differences.variables().forEach((name, how) -> variables.put(name, word(how)));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
