package dev.lazymcp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * What can come next on a command line, by the model of the commands: what a parameter stands for is told by its label.
 *
 * @param root the program
 * @param names what is there by name
 */
record Completion(CommandSpec root, Names names) {
    /** In place of candidates: names of files, which the shell knows. */
    static final String FILES = ":files";

    /** What there is by name on this machine. Nothing of it may be written to a terminal but the names. */
    interface Names {
        /** All servers. */
        List<String> servers();

        /** The tools of {@code server}, as far as they are known without starting it. */
        List<String> tools(String server);

        /** All agents. */
        List<String> agents();

        /** The sessions that run. */
        List<String> sessions();

        /** All clients. */
        List<String> clients();
    }

    /** The candidates for the last of {@code words}, which may be empty; the program's name is none of them. */
    List<String> of(List<String> words) {
        CommandSpec spec = root;
        List<String> positionals = new ArrayList<>();
        OptionSpec pending = null;
        for (String word : words.subList(0, Math.max(0, words.size() - 1))) {
            if (pending != null) {
                pending = null;
            } else if (word.equals("--")) {
                return List.of(FILES); // a server's own command line
            } else if (word.startsWith("-") && word.length() > 1) {
                pending = wanting(spec, word);
            } else if (positionals.isEmpty() && spec.subcommands().containsKey(word)) {
                spec = spec.subcommands().get(word).getCommandSpec();
            } else {
                positionals.add(word);
            }
        }
        String last = words.isEmpty() ? "" : words.getLast();
        return matching(last, candidates(spec, positionals, pending, last));
    }

    /** The option {@code word}, if its value is the next word. */
    private static @Nullable OptionSpec wanting(CommandSpec spec, String word) {
        OptionSpec option = spec.findOption(word);
        return option != null && option.arity().min() > 0 ? option : null;
    }

    private List<String> candidates(
            CommandSpec spec, List<String> positionals, @Nullable OptionSpec pending, String last) {
        if (pending != null) {
            return values(spec, positionals, pending);
        }
        int equals = last.indexOf('=');
        if (last.startsWith("--") && equals > 0) {
            OptionSpec option = spec.findOption(last.substring(0, equals));
            List<String> values = option == null ? List.of() : values(spec, positionals, option);
            return values.equals(List.of(FILES))
                    ? values
                    : values.stream()
                            .map(value -> last.substring(0, equals + 1) + value)
                            .toList();
        }
        if (last.startsWith("-")) {
            return spec.options().stream()
                    .filter(option -> !option.hidden())
                    .map(OptionSpec::longestName)
                    .toList();
        }
        List<String> all = new ArrayList<>();
        if (positionals.isEmpty()) {
            spec.subcommands().forEach((name, subcommand) -> {
                if (!subcommand.getCommandSpec().usageMessage().hidden()) {
                    all.add(name);
                }
            });
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (parameter.index().contains(positionals.size())) {
                all.addAll(values(spec, positionals, parameter));
            }
        }
        return all;
    }

    private List<String> values(CommandSpec spec, List<String> positionals, ArgSpec argument) {
        String label = argument.paramLabel();
        boolean isOption = argument.isOption();
        if (label.startsWith("TOOL")) {
            return switch (positionals.size()) {
                case 1 -> names.tools(positionals.getFirst());
                case 2 -> List.of(FILES);
                default -> List.of();
            };
        }
        return switch (label) {
            case "NAME" -> isOption ? List.of() : isAboutAgents(spec) ? names.agents() : names.servers();
            case "CLIENT" -> names.clients();
            case "ID" -> names.sessions();
            case "SHELL" -> CompletionScript.shells();
            case "FILE", "DIR", "FILE|NAME" -> List.of(FILES);
            default -> {
                List<String> fixed = new ArrayList<>();
                if (argument.completionCandidates() != null) {
                    argument.completionCandidates().forEach(fixed::add);
                }
                yield List.copyOf(fixed);
            }
        };
    }

    private static boolean isAboutAgents(CommandSpec spec) {
        return spec.parent() != null && spec.parent().name().equals("agent");
    }

    private static List<String> matching(String start, List<String> candidates) {
        if (candidates.contains(FILES)) {
            return List.of(FILES);
        }
        SequencedSet<String> matching = new TreeSet<>();
        for (String candidate : candidates) {
            // What a shell would have to be told apart by quotes, or a terminal would obey, is not offered.
            boolean plain = candidate.chars().allMatch(c -> c > ' ' && c != 0x7F && (c < 0x80 || c > 0x9F));
            if (plain && candidate.startsWith(start)) {
                matching.add(candidate);
            }
        }
        return List.copyOf(matching);
    }
}
