package dev.lazymcp.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The argv of a stub as it stands in a config file: {@code wrap OPTIONS -- ORIGINAL}, or {@code wrap OPTIONS} with a {@code --url}
 * among them.
 *
 * @param options what stands between {@code wrap} and {@code --}, in order
 * @param original the command and arguments of the real server; none for one that runs somewhere else
 */
public record WrapLine(List<Option> options, List<String> original) {
    /** The subcommand that makes a lazymcp command line a stub. */
    public static final String SUBCOMMAND = "wrap";

    private static final String SEPARATOR = "--";
    private static final String URL = "--url";
    private static final String FROM_ENVIRONMENT = "env:";
    private static final Set<String> TAKE_A_VALUE = Set.of(
            "--name",
            "--expose",
            "--after",
            "--tools",
            "--deny-tools",
            "--agents",
            "--env-keys",
            "--idle",
            "--grace",
            "--start-timeout",
            "--call-timeout",
            "--cwd",
            "--url",
            "--transport",
            "--header",
            "--headers-helper",
            "--cacert",
            "--restore-as",
            "--init",
            "--shutdown");

    /** Copies the lists. */
    public WrapLine {
        options = List.copyOf(options);
        original = List.copyOf(original);
    }

    /**
     * One option of the stub.
     *
     * @param name with its dashes
     * @param value none for a switch
     */
    public record Option(String name, Optional<String> value) {
        /** The option {@code name} with {@code value}. */
        public static Option of(String name, String value) {
            return new Option(name, Optional.of(value));
        }

        /** The switch {@code name}. */
        public static Option of(String name) {
            return new Option(name, Optional.empty());
        }

        private List<String> words() {
            if (value.isEmpty()) {
                return List.of(name);
            }
            // A value that could be taken for an option, or for nothing, is tied to its name.
            boolean tie = value.get().isEmpty() || value.get().startsWith("-") || !TAKE_A_VALUE.contains(name);
            return tie ? List.of(name + "=" + value.get()) : List.of(name, value.get());
        }
    }

    /** Reads {@code arguments}, those of a lazymcp command; empty if they are not those of a stub. */
    public static Optional<WrapLine> parse(List<String> arguments) {
        if (arguments.isEmpty() || !arguments.getFirst().equals(SUBCOMMAND)) {
            return Optional.empty();
        }
        List<Option> options = new ArrayList<>();
        int at = 1;
        while (at < arguments.size() && !arguments.get(at).equals(SEPARATOR)) {
            String word = arguments.get(at);
            int equals = word.indexOf('=');
            if (equals > 0) {
                options.add(Option.of(word.substring(0, equals), word.substring(equals + 1)));
            } else if (TAKE_A_VALUE.contains(word) && at + 1 < arguments.size()) {
                at++;
                options.add(Option.of(word, arguments.get(at)));
            } else {
                options.add(Option.of(word));
            }
            at++;
        }
        boolean remote = options.stream().anyMatch(option -> option.name().equals(URL));
        if (at + 1 >= arguments.size()) {
            return remote ? Optional.of(new WrapLine(options, List.of())) : Optional.empty();
        }
        return remote
                ? Optional.empty()
                : Optional.of(new WrapLine(options, arguments.subList(at + 1, arguments.size())));
    }

    /** Whether the server runs somewhere else. */
    public boolean isRemote() {
        return original.isEmpty();
    }

    /** The address of a server that runs somewhere else, variables not expanded. */
    public Optional<String> url() {
        return value(URL);
    }

    /** The variable whose value is the address, where it does not stand in the line itself. */
    public Optional<String> urlVariable() {
        return url().filter(url -> url.startsWith(FROM_ENVIRONMENT))
                .map(url -> url.substring(FROM_ENVIRONMENT.length()));
    }

    /** The transport to a server that runs somewhere else, {@code http} where none is named. */
    public String transport() {
        return value("--transport").orElse("http");
    }

    /** The names, never the values, of the headers that are sent to it. */
    public List<String> headerNames() {
        return options.stream()
                .filter(option -> option.name().equals("--header"))
                .flatMap(option -> option.value().stream())
                .map(header -> header.substring(0, Math.max(0, header.indexOf('='))))
                .toList();
    }

    /** The first value of the option {@code name}. */
    Optional<String> value(String name) {
        return options.stream()
                .filter(option -> option.name().equals(name))
                .flatMap(option -> option.value().stream())
                .findFirst();
    }

    /** Whether it says which server it stands for, as every stub does that rewrite wrote. */
    public boolean isNamed() {
        return options.stream().anyMatch(option -> option.name().equals("--name"));
    }

    /** What the client is shown while the server sleeps; none where that is not said. */
    public Optional<String> exposure() {
        return value("--expose");
    }

    /** The tools that may never be called. */
    public List<String> deniedTools() {
        return names("--deny-tools");
    }

    /** Whether {@code tool} cannot be called, since it is denied or others alone are named. */
    public boolean denies(String tool) {
        List<String> named = names("--tools");
        boolean others = !named.isEmpty() && !named.contains("*") && !named.contains(tool);
        return others || deniedTools().contains(tool);
    }

    /** The names in the options {@code name}, which divides them by commas and may be repeated. */
    private List<String> names(String name) {
        return options.stream()
                .filter(option -> option.name().equals(name))
                .flatMap(option -> option.value().stream())
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .distinct()
                .toList();
    }

    /** The words up to and with {@code --}; without it where nothing is behind. */
    public List<String> prefix() {
        List<String> words = new ArrayList<>();
        words.add(SUBCOMMAND);
        options.forEach(option -> words.addAll(option.words()));
        if (!isRemote()) {
            words.add(SEPARATOR);
        }
        return List.copyOf(words);
    }
}
