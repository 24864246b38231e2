package dev.lazymcp.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A command as a page of the manual, section 1: what its help says, in the macros of man(7).
 *
 * @param spec the command
 * @param version of the program
 */
record ManPage(CommandSpec spec, String version) {
    /** The command and all below it, those that are for programs left out. */
    static List<ManPage> tree(CommandSpec spec, String version) {
        Stream<ManPage> below = subcommands(spec).stream().flatMap(command -> tree(command, version).stream());
        return Stream.concat(Stream.of(new ManPage(spec, version)), below).toList();
    }

    private static List<CommandSpec> subcommands(CommandSpec spec) {
        return spec.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden())
                .distinct()
                .toList();
    }

    /** Its name: {@code lazymcp-agent-set}. */
    String name() {
        return spec.qualifiedName("-");
    }

    /** The file it belongs into. */
    String file() {
        return name() + ".1";
    }

    /** The page, in roff. */
    String roff() {
        StringBuilder page = new StringBuilder();
        List<String> description = List.of(spec.usageMessage().description());
        page.append(".TH ")
                .append(name().toUpperCase(Locale.ROOT).replace("-", "\\-"))
                .append(" 1 \"\" \"lazymcp ")
                .append(version)
                .append("\" \"lazymcp\"\n");
        section(page, "NAME");
        line(page, escaped(name()) + " \\- " + escaped(summary(description)));
        section(page, "SYNOPSIS");
        page.append(".nf\n");
        synopsis().lines().forEach(line -> line(page, escaped(line)));
        page.append(".fi\n");
        section(page, "DESCRIPTION");
        paragraphs(page, description);
        List<PositionalParamSpec> parameters = spec.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .toList();
        if (!parameters.isEmpty()) {
            section(page, "ARGUMENTS");
            parameters.forEach(
                    parameter -> item(page, "\\fI" + escaped(parameter.paramLabel()) + "\\fR", text(parameter)));
        }
        section(page, "OPTIONS");
        spec.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> item(page, term(option), text(option)));
        List<CommandSpec> subcommands = subcommands(spec);
        if (!subcommands.isEmpty()) {
            section(page, "COMMANDS");
            for (CommandSpec command : subcommands) {
                item(
                        page,
                        "\\fB" + escaped(command.qualifiedName("-")) + "\\fR(1)",
                        summary(List.of(command.usageMessage().description())));
            }
        }
        notes(page);
        if (spec.parent() != null) {
            section(page, "SEE ALSO");
            line(page, "\\fB" + escaped(spec.parent().qualifiedName("-")) + "\\fR(1)");
        }
        return page.toString();
    }

    private void notes(StringBuilder page) {
        List<String> footer = List.of(spec.usageMessage().footer());
        if (!spec.usageMessage().exitCodeList().isEmpty()) {
            section(page, "EXIT STATUS");
            spec.usageMessage().exitCodeList().forEach((code, meaning) -> item(page, "\\fB" + code + "\\fR", meaning));
        }
        if (footer.stream().anyMatch(line -> !line.isBlank())) {
            section(page, "NOTES");
            paragraphs(page, footer);
        }
    }

    private String synopsis() {
        Help help = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF));
        return help.synopsis(0);
    }

    private static String summary(List<String> description) {
        String first = description.isEmpty() ? "" : description.getFirst();
        int end = first.indexOf(". ");
        String sentence = end < 0 ? first : first.substring(0, end);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private static String term(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : "=\\fI" + escaped(option.paramLabel()) + "\\fR";
        return List.of(option.names()).stream()
                .map(name -> "\\fB" + escaped(name) + "\\fR")
                .collect(Collectors.joining(", ", "", value));
    }

    private static String text(ArgSpec argument) {
        return String.join(" ", argument.description());
    }

    private static void section(StringBuilder page, String title) {
        page.append(".SH ").append(title).append('\n');
    }

    private static void item(StringBuilder page, String term, String text) {
        page.append(".TP\n");
        line(page, term);
        line(page, escaped(text));
    }

    private static void paragraphs(StringBuilder page, List<String> paragraphs) {
        for (String paragraph : paragraphs) {
            if (!paragraph.isBlank()) {
                page.append(".PP\n");
                line(page, escaped(paragraph));
            }
        }
    }

    /** A line of text; one that begins as a request does is kept from being one. */
    private static void line(StringBuilder page, String text) {
        page.append(text.startsWith(".") || text.startsWith("'") ? "\\&" : "")
                .append(text)
                .append('\n');
    }

    /** Text that means nothing to roff: no escapes, hyphens that can be copied as the minus signs they are. */
    static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }
}
