package dev.lazymcp.cli;

import dev.lazymcp.cli.ConfigReport.Status;
import dev.lazymcp.config.Change;
import dev.lazymcp.config.ConfigEditor;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.NamePattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The course that {@code rewrite} and {@code restore} share: plan all files, show, ask, write, tell. A file that fails stops no
 * other.
 */
final class ConfigRun {
    /** How to go about it. */
    enum Manner {
        /** Show, write nothing. */
        DRY,
        /** Show and ask. */
        ASK,
        /** Write at once. */
        WRITE
    }

    /** What a command does to one file. */
    interface Task {
        /** What would be done to {@code file}. */
        Change plan(Path file) throws IOException, ConfigException;

        /** Called where that came to nothing, unless nothing may be written at all. */
        void unchanged(Change change) throws IOException, ConfigException;

        /** What people should know before {@code change} is made, a sentence each. */
        default List<String> notes(Change change) throws ConfigException {
            return List.of();
        }

        /** What people should know once files were written. */
        String farewell();
    }

    /** Exit code: done, or nothing to do. */
    static final int OK = 0;

    /** Exit code: something failed, what it was stands on stderr. */
    static final int FAILURE = 1;

    /** Exit code: the command line asks for what cannot be. */
    static final int USAGE = 2;

    private final Surroundings surroundings;
    private final ConfigEditor editor;
    private final Manner manner;
    private final boolean json;
    private final ConfigReport report = new ConfigReport();

    ConfigRun(Surroundings surroundings, ConfigEditor editor, Manner manner, boolean json) {
        this.surroundings = surroundings;
        this.editor = editor;
        this.manner = manner;
        this.json = json;
    }

    /** The manner that the options ask for. */
    static Manner manner(boolean dryRun, boolean yes) {
        if (dryRun) {
            return Manner.DRY;
        }
        return yes ? Manner.WRITE : Manner.ASK;
    }

    /** Runs over {@code files}; {@code names} that occur in none of them are a failure. Returns the exit code. */
    int run(List<Path> files, List<String> names, Task task) {
        List<Change> changes = new ArrayList<>();
        for (Path file : ConfigTargets.distinct(files)) {
            plan(file, task).ifPresent(changes::add);
        }
        List<Change> open = changes.stream().filter(change -> !change.isEmpty()).toList();
        int refusal = manner == Manner.ASK && !open.isEmpty() ? ask(open, task) : OK;
        if (refusal != OK) {
            report.printFailures(surroundings.err());
            return refusal;
        }
        changes.forEach(change -> carryOut(change, task));
        if (json) {
            report.printJson(surroundings.out());
        } else {
            report.print(surroundings.out(), surroundings.err());
            if (report.hasWritten()) {
                surroundings.out().println(task.farewell());
            }
        }
        boolean unknown = tellUnknown(files, names, changes);
        return unknown || report.hasFailures() || report.hasUnmet(names) ? FAILURE : OK;
    }

    private int ask(List<Change> open, Task task) {
        if (surroundings.prompt().isEmpty() || json) {
            surroundings.complain("nobody can be asked here, so nothing was written."
                    + " Add --yes to write, or --dry-run to see what would be written.");
            return USAGE;
        }
        open.forEach(change -> {
            showDiff(change);
            notes(change, task).forEach(note -> surroundings.out().println("Note: " + TerminalText.plain(note)));
        });
        if (!surroundings.prompt().get().confirm(open.size() == 1 ? "Write this file?" : "Write these files?")) {
            surroundings.complain("nothing was written.");
            return FAILURE;
        }
        return OK;
    }

    private Optional<Change> plan(Path file, Task task) {
        try {
            return Optional.of(task.plan(file));
        } catch (IOException | ConfigException fault) {
            report.addFailure(file, message(fault));
            return Optional.empty();
        }
    }

    private void carryOut(Change change, Task task) {
        Path file = change.file().path();
        try {
            if (change.isEmpty()) {
                if (manner != Manner.DRY) {
                    task.unchanged(change);
                }
                report.add(file, Status.UNCHANGED, change.plan(), Optional.empty());
            } else if (manner == Manner.DRY) {
                if (!json) {
                    showDiff(change);
                }
                report.add(file, Status.PLANNED, change.plan(), json ? Optional.of(change.diff()) : Optional.empty());
                report.addNotes(file, notes(change, task));
            } else {
                List<String> notes = manner == Manner.ASK ? List.of() : notes(change, task);
                editor.apply(change);
                report.add(file, Status.WRITTEN, change.plan(), Optional.empty());
                report.addNotes(file, notes);
            }
        } catch (IOException | ConfigException fault) {
            report.addFailure(file, message(fault));
        }
    }

    private static List<String> notes(Change change, Task task) {
        try {
            return task.notes(change);
        } catch (ConfigException impossible) {
            throw new IllegalStateException("the change would leave a file that cannot be read", impossible);
        }
    }

    private void showDiff(Change change) {
        try {
            surroundings.out().print(TerminalText.plainLines(change.diff()));
        } catch (ConfigException impossible) {
            throw new IllegalStateException("the change would leave a file that cannot be read", impossible);
        }
    }

    private boolean tellUnknown(List<Path> files, List<String> names, List<Change> changes) {
        Set<String> known = changes.stream()
                .flatMap(change -> change.plan().before().entries().stream())
                .map(entry -> entry.path().name())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> unknown = new TreeSet<>(names);
        unknown.removeIf(name -> known.stream().anyMatch(new NamePattern(name)::matches));
        // Where there is no file, that has been said.
        for (String name : files.isEmpty() ? Set.<String>of() : unknown) {
            boolean path = name.indexOf('/') >= 0 || name.indexOf('.') >= 0;
            surroundings.complain("no entry is called " + name + " in "
                    + (files.size() == 1 ? files.getFirst() : "any of the " + files.size() + " files that were read")
                    + (path ? ", and no config file is" : "")
                    + Spelling.hint(name, known));
        }
        return !unknown.isEmpty();
    }

    /** What to tell people of {@code fault}. */
    static String message(Exception fault) {
        // Java's own messages of these are the path and nothing else.
        return switch (fault) {
            case UncheckedIOException wrapper ->
                Optional.ofNullable(wrapper.getCause()).map(ConfigRun::message).orElseGet(wrapper::toString);
            case NoSuchFileException gone -> gone.getFile() + ": there is no such file";
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case NotDirectoryException other -> other.getFile() + " is not a directory";
            case FileAlreadyExistsException there -> there.getFile() + " is there already, and is something else";
            default -> Optional.ofNullable(fault.getMessage()).orElseGet(fault::toString);
        };
    }
}
