package dev.lazymcp.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** All commands and options as a page of the documentation, written from the model that parses them. */
final class CommandReference {
    private static final String TITLE = """
            # Commands and options

            <!-- Written by CommandReferenceTest. After a change of a command: mvn test -Dtest=CommandReferenceTest -Ddocs.write -->

            What `lazymcp COMMAND --help` says, all of it; `lazymcp man COMMAND` says the same as a page of the manual. All commands have `--help` (`-h`), most `--version` (`-V`).
            [The index](README.md) leads from each command to the page that explains it.
            """;

    private CommandReference() {}

    /** The page for the command {@code root} and those below it. */
    static String page(CommandSpec root) {
        return ManPage.tree(root, "").stream()
                .map(ManPage::spec)
                .filter(spec -> spec.parent() != null)
                .map(CommandReference::section)
                .collect(Collectors.joining("\n", TITLE + "\n", ""));
    }

    private static String section(CommandSpec spec) {
        StringBuilder text = new StringBuilder("## `" + spec.qualifiedName(" ") + "`\n\n```\n");
        new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF))
                .synopsis(0)
                .lines()
                .forEach(line -> text.append(line.stripTrailing()).append('\n'));
        text.append("```\n\n")
                .append(paragraphs(spec.usageMessage().description()))
                .append('\n');
        List<String> rows = rows(spec);
        if (!rows.isEmpty()) {
            text.append("\n| | |\n|---|---|\n");
            rows.forEach(row -> text.append(row).append('\n'));
        }
        String footer = paragraphs(spec.usageMessage().footer());
        return footer.isBlank() ? text.toString() : text + "\n" + footer + "\n";
    }

    private static List<String> rows(CommandSpec spec) {
        List<String> rows = new ArrayList<>();
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (!parameter.hidden()) {
                rows.add("| `" + cell(parameter.paramLabel()) + "` | " + description(parameter) + " |");
            }
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden() && !option.usageHelp() && !option.versionHelp()) {
                rows.add("| " + names(option) + " | " + description(option) + " |");
            }
        }
        return rows;
    }

    private static String names(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        return Arrays.stream(option.names())
                .map(name -> "`" + cell(name + value) + "`")
                .collect(Collectors.joining(", "));
    }

    private static String description(ArgSpec argument) {
        return cell(String.join(" ", argument.description()));
    }

    private static String paragraphs(String... lines) {
        return Arrays.stream(lines)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(CommandReference::plain)
                .collect(Collectors.joining("\n\n"));
    }

    /** Words that are no markup. */
    private static String plain(String text) {
        return text.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
