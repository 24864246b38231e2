package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.config.EntryReport;
import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.Plan;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a command did to config files, collected file by file and told at the end. */
final class ConfigReport {
    /** What became of a file. */
    enum Status {
        /** It was written. */
        WRITTEN,
        /** It would be written, were this not a dry run. */
        PLANNED,
        /** Nothing was to be done. */
        UNCHANGED,
        /** It could not be done. */
        FAILED
    }

    private record Line(
            Path file, Status status, List<EntryReport> entries, Optional<String> message, Optional<String> diff) {}

    private final List<Line> lines = new ArrayList<>();
    private final Map<Path, List<String>> notes = new HashMap<>();

    /** Takes down what became of {@code file}. */
    void add(Path file, Status status, Plan plan, Optional<String> diff) {
        lines.add(new Line(file, status, plan.entries(), Optional.empty(), diff));
    }

    /** Takes down what people should know of the change of {@code file}. */
    void addNotes(Path file, List<String> sentences) {
        notes.put(file, List.copyOf(sentences));
    }

    /** Takes down that {@code file} failed. */
    void addFailure(Path file, String message) {
        lines.add(new Line(file, Status.FAILED, List.of(), Optional.of(message), Optional.empty()));
    }

    /** Whether a file failed or an entry could not be understood. */
    boolean hasFailures() {
        return lines.stream()
                .anyMatch(line -> line.status == Status.FAILED
                        || line.entries.stream().anyMatch(entry -> entry.outcome() == Outcome.REJECTED));
    }

    /** Whether one of {@code names} is called what cannot be done, and nothing that could be. */
    boolean hasUnmet(Collection<String> names) {
        List<EntryReport> entries =
                lines.stream().flatMap(line -> line.entries.stream()).toList();
        return names.stream().anyMatch(name -> {
            List<EntryReport> meant = entries.stream()
                    .filter(entry -> entry.path().name().equals(name))
                    .toList();
            return !meant.isEmpty() && meant.stream().allMatch(entry -> entry.outcome() == Outcome.REFUSED);
        });
    }

    /** Whether a file was written. */
    boolean hasWritten() {
        return lines.stream().anyMatch(line -> line.status == Status.WRITTEN);
    }

    /** Tells people what failed. */
    void printFailures(PrintStream err) {
        lines.forEach(
                line -> line.message.ifPresent(message -> err.println("lazymcp: " + TerminalText.plain(message))));
    }

    /** Tells people. */
    void print(PrintStream out, PrintStream err) {
        printFailures(err);
        for (Line line : lines) {
            if (line.status != Status.FAILED) {
                out.println(
                        TerminalText.plain(line.file + ": " + line.status.name().toLowerCase(Locale.ROOT)));
                line.entries.forEach(entry -> print(line, entry, out, err));
                notes.getOrDefault(line.file, List.of())
                        .forEach(note -> out.println("  Note: " + TerminalText.plain(note)));
            }
        }
        long entries = lines.stream()
                .flatMap(line -> line.entries.stream())
                .filter(EntryReport::changes)
                .count();
        if (entries == 0 && !hasFailures()) {
            out.println("Nothing to do.");
        }
    }

    private static void print(Line line, EntryReport entry, PrintStream out, PrintStream err) {
        if (entry.outcome() == Outcome.REJECTED) {
            err.println("lazymcp: "
                    + TerminalText.plain(line.file + ":" + entry.reason() + " (in "
                            + entry.path().label() + ")"));
        } else {
            String reason = entry.reason().isEmpty() ? "" : ": " + entry.reason();
            out.println(
                    "  " + word(entry) + "  " + TerminalText.plain(entry.path().label() + reason));
        }
    }

    /** Tells programs. */
    void printJson(PrintStream out) {
        JsonMapper json = JsonMapper.builder().build();
        ObjectNode root = json.createObjectNode();
        ArrayNode files = root.putArray("files");
        for (Line line : lines) {
            ObjectNode file = files.addObject();
            file.put("file", line.file.toString());
            file.put("status", line.status.name().toLowerCase(Locale.ROOT));
            line.message.ifPresent(message -> file.put("error", message));
            ArrayNode entries = file.putArray("entries");
            for (EntryReport entry : line.entries) {
                ObjectNode node = entries.addObject();
                ArrayNode section = node.putArray("section");
                entry.path().section().forEach(section::add);
                node.put("name", entry.path().name()).put("outcome", word(entry));
                if (!entry.reason().isEmpty()) {
                    node.put("reason", entry.reason());
                }
            }
            line.diff.ifPresent(diff -> file.put("diff", diff));
            ArrayNode sentences = file.putArray("notes");
            notes.getOrDefault(line.file, List.of()).forEach(sentences::add);
        }
        out.println(TerminalText.json(root));
    }

    private static String word(EntryReport entry) {
        return entry.outcome().name().toLowerCase(Locale.ROOT);
    }
}
