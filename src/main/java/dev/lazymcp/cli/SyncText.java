package dev.lazymcp.cli;

import dev.lazymcp.config.SyncChange;
import dev.lazymcp.config.SyncStep;
import dev.lazymcp.os.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A change of a definition as people may read it: secrets masked, variables as they are spelled, of the environment names alone,
 * and nothing in it that could look like another definition than it is.
 */
final class SyncText {
    private SyncText() {}

    /** What {@code step} changes, line by line; empty where it only brings a server back. */
    static String change(SyncStep.Redefine step, Map<String, String> environment) {
        SyncChange change = step.change();
        SyncChange.Differences differences = change.differences();
        StringBuilder text = new StringBuilder();
        if (differences.isEmpty()) {
            return "";
        }
        text.append(TerminalText.plain(step.stub().name()))
                .append(" in ")
                .append(TerminalText.plain(step.file().path().toString()))
                .append('\n');
        if (differences.command()) {
            if (!step.stub().command().isEmpty()) {
                text.append("  - ")
                        .append(TerminalText.words(before(step, environment)))
                        .append('\n');
            }
            String after = TerminalText.words(after(step));
            text.append("  + ").append(after).append('\n');
            if (after.contains(Secrets.MASK)) {
                // Nobody should say yes to what is not shown.
                text.append("  (")
                        .append(Secrets.MASK)
                        .append(" can be a secret and is not shown; read it in the file)\n");
            }
        }
        if (differences.options()) {
            if (!step.stub().isVacant()) {
                text.append("  options - ")
                        .append(words(step.stub().options().words()))
                        .append('\n');
            }
            text.append("  options + ").append(words(change.options().words())).append('\n');
        }
        if (differences.directory()) {
            text.append("  directory ")
                    .append(TerminalText.words(List.of(step.stub()
                            .options()
                            .directory()
                            .orElse(step.stub().directory().toString()))))
                    .append(" → ")
                    .append(change.options()
                            .directory()
                            .map(directory -> TerminalText.words(List.of(directory)))
                            .orElse("that of the client"))
                    .append('\n');
        }
        differences
                .variables()
                .forEach((name, how) -> text.append("  variable ")
                        .append(TerminalText.words(List.of(name)))
                        .append(' ')
                        .append(how.name().toLowerCase(Locale.ROOT))
                        .append('\n'));
        return text.toString();
    }

    private static String words(List<String> words) {
        return TerminalText.words(Secrets.maskedArguments(words));
    }

    /** The command as it stands in the file. */
    static List<String> after(SyncStep.Redefine step) {
        return Secrets.maskedArguments(step.change().spelled());
    }

    /** The command of the stub; where that has the value of a variable that the file still has, as it stands in the file. */
    static List<String> before(SyncStep.Redefine step, Map<String, String> environment) {
        List<String> running = step.stub().command();
        SyncChange change = step.change();
        List<String> words = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            boolean same =
                    i < change.command().size() && change.command().get(i).equals(running.get(i));
            words.add(same ? change.spelled().get(i) : Secrets.masked(running.get(i), environment));
        }
        return Secrets.maskedArguments(words);
    }
}
